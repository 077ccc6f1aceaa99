/** The only reader of the environment: parsed once, reports all faults at once, and is passed on frozen. */
import { z } from 'zod';
import { ConfigError } from './errors.ts';
import { HOW_TO_MAKE_A_KEY } from './secrets.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * How Slack reaches the bot: signed requests to `/slack/events` (http), a socket that the bot opens (socket), or signed
 * requests from every workspace that installs it (oauth).
 */
export type SlackConfig = { apiUrl?: string } & (
  | ({ mode: 'http'; botToken: string } & SigningSecrets)
  | { mode: 'socket'; botToken: string; appToken: string }
  | ({ mode: 'oauth'; clientId: string; clientSecret: string; stateSecret: string } & SigningSecrets)
);

/** During a change of the secret, requests signed with the former one are accepted too. */
type SigningSecrets = { signingSecret: string; formerSigningSecret?: string };

export type Config = Readonly<{
  slack: SlackConfig;
  /** `apiKey` is for projects without their own. */
  visibility: { baseUrl: string; apiKey?: string };
  /** 32 bytes that seal tokens and keys in the store; without it, none are kept there. */
  encryptionKey?: Uint8Array;
  /** Still opens what it sealed, until `npm run rotate-key` has re-sealed everything. */
  formerEncryptionKey?: Uint8Array;
  projectsFile: string;
  /** A PostgreSQL store for many processes; otherwise the store is embedded, in `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  host: string;
  port: number;
  /** The bot's public URL, if set, without a trailing slash. */
  publicUrl?: string;
  /** `writes`: MCP clients may change things. With `signingSecret`, Slackbot's signed requests are accepted. */
  mcp: { writes: boolean; signingSecret?: string };
  /** 0 is off. */
  metricsPort: number;
  metricsHost: string;
  /** The clock of a sandbox on this machine; by default the machine's. */
  clockUrl?: string;
  logLevel: string;
  /** An OTLP/HTTP collector for OpenTelemetry traces. */
  otlpEndpoint?: string;
  /** The value of a variable that a project names (`api_key_env`). */
  secrets: (name: string) => string | undefined;
  /** For the slot thread, which reads the same configuration from it. */
  environment: Environment;
}>;

/** Blank values, and the token prefixes in .env.example, count as unset. */
export const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && /^(xoxb-|xapp-)?$/.test(value.trim()) ? undefined : value;
const optional = (schema: z.ZodType<string | undefined>) => z.preprocess(blankIsUnset, schema.optional());
const PORT_RANGE = 'must be a port number, 0 to 65535';
export const port = (standard: number) =>
  z.preprocess(
    blankIsUnset,
    z.coerce.number(PORT_RANGE).int(PORT_RANGE).min(0, PORT_RANGE).max(65_535, PORT_RANGE).default(standard),
  );

const word = optional(z.string().trim());
const address = optional(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }));

const onOrOff = z.preprocess(blankIsUnset, z.enum(['on', 'off'], 'must be on or off').default('off'));

const database = optional(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' }),
);

/** pino's levels. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const Variables = z.object({
  SLACK_BOT_TOKEN: word,
  SLACK_SIGNING_SECRET: word,
  SLACK_APP_TOKEN: word,
  SLACK_CLIENT_ID: word,
  SLACK_CLIENT_SECRET: word,
  SLACK_STATE_SECRET: word,
  SLACK_MODE: z.preprocess(
    blankIsUnset,
    z.enum(['http', 'socket', 'oauth'], 'must be http, socket or oauth').optional(),
  ),
  SLACK_API_URL: address,
  VISIBILITY_BASE_URL: address,
  VISIBILITY_API_KEY: word,
  ENCRYPTION_KEY: optional(
    z
      .string()
      .trim()
      .regex(
        /^[\w+/-]{43}=?( *, *[\w+/-]{43}=?)?$/,
        `must be 32 bytes in base64; ${HOW_TO_MAKE_A_KEY}; while you change it, both: new,old`,
      ),
  ),
  PROJECTS_FILE: z.preprocess(blankIsUnset, z.string().default('projects.yml')),
  DATABASE_URL: database,
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PORT: port(3000),
  PUBLIC_URL: address,
  MCP_WRITES: onOrOff,
  MCP_SLACK_IDENTITY: onOrOff,
  METRICS_PORT: port(9464),
  METRICS_HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  CLOCK_URL: address,
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ),
});
type Variables = z.output<typeof Variables>;

/** All variables, for manifests. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape);

/** The demo starts when neither Slack nor the API is configured and NODE_ENV isn't production. */
export function wantsDemo(env: Environment): boolean {
  const named = Object.keys(env).some((name) => /^(SLACK|VISIBILITY)_/.test(name) && blankIsUnset(env[name]));
  return !named && env.NODE_ENV !== 'production';
}

/** Variables of the bot that the demo uses too. */
const OF_DEMO: readonly string[] = ['METRICS_PORT', 'METRICS_HOST', 'MCP_WRITES', 'LOG_LEVEL'];

/** Variables that are set but ignored because the demo starts; empty where the bot would start. */
export function unusedByDemo(env: Environment): string[] {
  const set = Object.keys(Variables.shape).filter((name) => blankIsUnset(env[name]) !== undefined);
  return wantsDemo(env) ? set.filter((name) => !OF_DEMO.includes(name)) : [];
}

/** @throws ConfigError with one sentence for each missing or faulty variable. */
export function readConfig(env: Environment): Config {
  const { variables, faulty, faults } = readVariables(env);
  const all = [...faults, ...combinationFaults(variables, faulty)];
  if (all.length > 0) throw new ConfigError(all);
  return Object.freeze({
    ...localConfig(variables, env),
    slack: slackConfig(variables),
    host: variables.HOST,
    port: variables.PORT,
    ...(variables.PUBLIC_URL && { publicUrl: variables.PUBLIC_URL.replace(/\/+$/, '') }),
    mcp: mcpConfig(variables),
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    ...(variables.OTEL_EXPORTER_OTLP_ENDPOINT && { otlpEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT }),
  });
}

/** The configuration without Slack and listening. */
export type LocalConfig = Omit<
  Config,
  'slack' | 'host' | 'port' | 'publicUrl' | 'mcp' | 'metricsPort' | 'metricsHost' | 'otlpEndpoint'
>;

/** For verbs that only need the API and the store. @throws ConfigError with one sentence for each missing or faulty variable. */
export function readLocalConfig(env: Environment): LocalConfig {
  const { variables, faulty, faults } = readVariables(env);
  const isMissing = !variables.VISIBILITY_BASE_URL && !faulty.has('VISIBILITY_BASE_URL');
  const all = [
    ...faults,
    ...(isMissing ? [`VISIBILITY_BASE_URL is missing: ${API_ADDRESS}`] : []),
    ...wrongAddress(variables),
  ];
  if (all.length > 0) throw new ConfigError(all);
  return Object.freeze(localConfig(variables, env));
}

/** For verbs that only need the store: where it is, and the keys to its secrets. */
export type StoreConfig = Pick<
  LocalConfig,
  'databaseUrl' | 'dataDir' | 'encryptionKey' | 'formerEncryptionKey'
>;

/** @throws ConfigError with one sentence for each faulty variable. */
export function readStoreConfig(env: Environment): StoreConfig {
  const { variables, faults } = readVariables(env);
  if (faults.length > 0) throw new ConfigError(faults);
  const { databaseUrl, dataDir, encryptionKey, formerEncryptionKey } = localConfig(variables, env);
  return Object.freeze({
    dataDir,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(encryptionKey && { encryptionKey }),
    ...(formerEncryptionKey && { formerEncryptionKey }),
  });
}

/** A secret, or "new,old" while it is being changed. */
function newAndOld(secret: string | undefined): [string | undefined, string | undefined] {
  const [now, former] = (secret ?? '').split(',').map((one) => one.trim());
  return [now || undefined, former || undefined];
}

function localConfig(variables: Variables, env: Environment): LocalConfig {
  const [key, formerKey] = newAndOld(variables.ENCRYPTION_KEY);
  return {
    visibility: {
      baseUrl: (variables.VISIBILITY_BASE_URL ?? '').replace(/\/+$/, ''),
      ...(variables.VISIBILITY_API_KEY && { apiKey: variables.VISIBILITY_API_KEY }),
    },
    ...(key && { encryptionKey: Buffer.from(key, 'base64') }),
    ...(formerKey && { formerEncryptionKey: Buffer.from(formerKey, 'base64') }),
    projectsFile: variables.PROJECTS_FILE,
    ...(variables.DATABASE_URL && { databaseUrl: variables.DATABASE_URL }),
    dataDir: variables.DATA_DIR,
    ...(variables.CLOCK_URL && { clockUrl: variables.CLOCK_URL }),
    logLevel: variables.LOG_LEVEL,
    secrets: (name: string) => env[name]?.trim() || undefined,
    environment: env,
  };
}

/** The readable variables, the names of the faulty ones, and a sentence for each fault. */
function readVariables(env: Environment) {
  const result = Variables.safeParse(env);
  if (result.success) return { variables: result.data, faulty: new Set<string>(), faults: [] };
  const faulty = new Set(result.error.issues.map(({ path }) => String(path[0])));
  const readable = Object.entries(env).filter(([name]) => !faulty.has(name));
  return {
    variables: Variables.parse(Object.fromEntries(readable)),
    faulty,
    faults: sentences(result.error),
  };
}

/** Sentences about missing and contradictory variables. A `faulty` one isn't missing and already has a sentence. */
function combinationFaults(v: Variables, faulty: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const needs = (name: keyof Variables, why: string) =>
    v[name] || faulty.has(name) || faults.push(`${name} is missing: ${why}`);
  for (const [name, why] of NEEDED[modeOf(v)]) needs(name, why);
  if (v.MCP_SLACK_IDENTITY === 'on' && modeOf(v) === 'socket')
    needs('SLACK_SIGNING_SECRET', `${SIGNING_SECRET}; it signs the requests that MCP_SLACK_IDENTITY accepts`);
  faults.push(...swappedTokens(v));
  needs('VISIBILITY_BASE_URL', API_ADDRESS);
  const ambiguous = !v.SLACK_MODE && !faulty.has('SLACK_MODE') && ambiguity(v);
  if (ambiguous) faults.push(`SLACK_MODE is missing: ${ambiguous}`);
  faults.push(...wrongAddress(v));
  if (v.CLOCK_URL && !isLoopback(v.CLOCK_URL)) faults.push('CLOCK_URL must be on this machine (127.0.0.1)');
  if (v.CLOCK_URL && !(v.SLACK_API_URL && isLoopback(v.SLACK_API_URL))) {
    faults.push(
      'CLOCK_URL is only for a local Slack: set SLACK_API_URL to one on this machine, or unset CLOCK_URL',
    );
  }
  // projects.yml may not need it, but while something else has to be fixed anyway, name it at once.
  const keysElsewhere = v.VISIBILITY_API_KEY || v.ENCRYPTION_KEY || faulty.has('ENCRYPTION_KEY');
  if (faults.length > 0 && !keysElsewhere) {
    faults.push(
      'VISIBILITY_API_KEY is missing: the API key for all projects without their own (api_key_env)',
    );
  }
  return faults;
}

const API_ADDRESS = 'the address of the Visibility Intelligence API, ending in /v1/public';

function wrongAddress({ VISIBILITY_BASE_URL: address }: Variables): string[] {
  return address && !/\/v1\/public\/*$/.test(address) ? ['VISIBILITY_BASE_URL must end in /v1/public'] : [];
}

/** Two swapped tokens, which Slack would only call invalid. */
function swappedTokens({ SLACK_BOT_TOKEN, SLACK_APP_TOKEN }: Variables): string[] {
  const faults: string[] = [];
  if (SLACK_BOT_TOKEN?.startsWith('xapp-')) {
    faults.push(
      `SLACK_BOT_TOKEN begins with xapp-, as app-level tokens do: are the two swapped? It needs ${BOT_TOKEN}`,
    );
  }
  if (SLACK_APP_TOKEN?.startsWith('xoxb-')) {
    faults.push(
      `SLACK_APP_TOKEN begins with xoxb-, as bot tokens do: are the two swapped? It needs ${APP_TOKEN}`,
    );
  }
  return faults;
}

const SIGNING_SECRET = 'from "Basic Information" of your Slack app';
const BOT_TOKEN = 'the bot token (xoxb-…) from "OAuth & Permissions" of your Slack app';
const APP_TOKEN = 'an app-level token (xapp-…) with connections:write, for Socket Mode';

/** What each mode needs, and where to find it. */
const NEEDED: Readonly<Record<SlackConfig['mode'], readonly (readonly [keyof Variables, string])[]>> = {
  http: [
    ['SLACK_BOT_TOKEN', BOT_TOKEN],
    [
      'SLACK_SIGNING_SECRET',
      `${SIGNING_SECRET}; or, without a public address, SLACK_APP_TOKEN: ${APP_TOKEN}`,
    ],
  ],
  socket: [
    ['SLACK_BOT_TOKEN', BOT_TOKEN],
    ['SLACK_APP_TOKEN', APP_TOKEN],
  ],
  oauth: [
    ['SLACK_CLIENT_ID', `${SIGNING_SECRET}, for many workspaces`],
    ['SLACK_CLIENT_SECRET', `${SIGNING_SECRET}, for many workspaces`],
    ['SLACK_STATE_SECRET', 'a long random text of your choice, which protects /slack/install'],
    ['SLACK_SIGNING_SECRET', SIGNING_SECRET],
    ['ENCRYPTION_KEY', `it encrypts the workspaces’ tokens; ${HOW_TO_MAKE_A_KEY}`],
  ],
};

function wantsOAuth(v: Variables): boolean {
  return Boolean(v.SLACK_CLIENT_ID || v.SLACK_CLIENT_SECRET || v.SLACK_STATE_SECRET);
}

function modeOf(v: Variables): SlackConfig['mode'] {
  if (v.SLACK_MODE) return v.SLACK_MODE;
  if (wantsOAuth(v)) return 'oauth';
  return v.SLACK_APP_TOKEN && !v.SLACK_SIGNING_SECRET ? 'socket' : 'http';
}

/** Why SLACK_MODE can't be derived: the variables of two modes are set. */
function ambiguity(v: Variables): string | undefined {
  const token = v.SLACK_BOT_TOKEN ? 'SLACK_BOT_TOKEN' : v.SLACK_APP_TOKEN && 'SLACK_APP_TOKEN';
  if (wantsOAuth(v))
    return (
      token &&
      `both OAuth variables and ${token} are set; use oauth for many workspaces, http or socket for one`
    );
  return v.SLACK_SIGNING_SECRET && v.SLACK_APP_TOKEN
    ? 'both SLACK_SIGNING_SECRET and SLACK_APP_TOKEN are set; use http or socket'
    : undefined;
}

/** Runs after `combinationFaults`: the required variables are set. */
function slackConfig(v: Variables): SlackConfig {
  const place = v.SLACK_API_URL && { apiUrl: v.SLACK_API_URL };
  const [signingSecret = '', formerSigningSecret] = newAndOld(v.SLACK_SIGNING_SECRET);
  const signing = { signingSecret, ...(formerSigningSecret && { formerSigningSecret }) };
  const botToken = v.SLACK_BOT_TOKEN ?? '';
  switch (modeOf(v)) {
    case 'http':
      return { mode: 'http', botToken, ...signing, ...place };
    case 'socket':
      return { mode: 'socket', botToken, appToken: v.SLACK_APP_TOKEN ?? '', ...place };
    case 'oauth':
      return {
        mode: 'oauth',
        clientId: v.SLACK_CLIENT_ID ?? '',
        clientSecret: v.SLACK_CLIENT_SECRET ?? '',
        stateSecret: v.SLACK_STATE_SECRET ?? '',
        ...signing,
        ...place,
      };
  }
}

function mcpConfig(v: Variables): Config['mcp'] {
  const signingSecret = v.MCP_SLACK_IDENTITY === 'on' ? v.SLACK_SIGNING_SECRET : undefined;
  return { writes: v.MCP_WRITES === 'on', ...(signingSecret && { signingSecret }) };
}

/** Hosts in a URL that mean this machine. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

function isLoopback(url: string): boolean {
  return LOOPBACK.includes(new URL(url).hostname);
}

/** @throws ConfigError with one sentence for each faulty variable. */
export function parsed<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  throw new ConfigError(sentences(result.error));
}

function sentences({ issues }: z.ZodError): string[] {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
