/** The only reader of the environment: parses it once, reports all faults at once, and passes it on frozen. */
import { z } from 'zod';
import { ConfigError } from './errors.ts';
import { HOW_TO_MAKE_A_KEY } from './secrets.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How Slack reaches the bot: by signed requests, over a socket, or by signed requests from many workspaces. */
export type SlackConfig = { apiUrl?: string } & (
  | ({ mode: 'http'; botToken: string } & SigningSecrets)
  | { mode: 'socket'; botToken: string; appToken: string }
  | ({ mode: 'oauth'; clientId: string; clientSecret: string; stateSecret: string } & SigningSecrets)
);

/** While the secret is being changed, requests signed with the former one are accepted too. */
type SigningSecrets = { signingSecret: string; formerSigningSecret?: string };

export type Config = ReturnType<typeof readConfig>;

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
const url = (protocol: RegExp, error: string) =>
  optional(
    z.url({ protocol, error }).regex(/^(?:[^%]|%[\da-f]{2})*$/i, 'has a % that must be written as %25'),
  );
export const address = url(/^https?$/, 'must be an address that begins with https:// or http://');

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be ${OR.format(words)}`);
const onOrOff = z.preprocess(blankIsUnset, oneOf(['on', 'off']).default('off'));

const database = url(
  /^postgres(ql)?$/,
  'must begin with postgres://, with special characters in the password encoded: # as %23, % as %25',
);

/** A file or folder. A shell's shorthand would become the name of a new folder. */
const WHOLE_PATH = 'begins with ~ or $, which only a shell replaces; write the whole path';
const place = (standard: string) =>
  z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[^~$]/, WHOLE_PATH)
      .default(standard),
  );

const SEALING_KEYS = /^[\w+/-]{43}=?( *, *[\w+/-]{43}=?)?$/;
const KEYS_WANTED = `must be 32 bytes in base64; ${HOW_TO_MAKE_A_KEY}; while you change it, both: new,old`;

const Variables = z.object({
  SLACK_BOT_TOKEN: word,
  SLACK_SIGNING_SECRET: word,
  SLACK_APP_TOKEN: word,
  SLACK_CLIENT_ID: word,
  SLACK_CLIENT_SECRET: word,
  SLACK_STATE_SECRET: word,
  SLACK_MODE: z.preprocess(blankIsUnset, oneOf(['http', 'socket', 'oauth']).optional()),
  SLACK_API_URL: address,
  VISIBILITY_BASE_URL: address,
  VISIBILITY_API_KEY: word,
  ENCRYPTION_KEY: optional(z.string().trim().regex(SEALING_KEYS, KEYS_WANTED)),
  PROJECTS_FILE: place('projects.yml'),
  DATABASE_URL: database,
  DATA_DIR: place('./data'),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PORT: port(3000),
  PUBLIC_URL: address,
  MCP_WRITES: onOrOff,
  MCP_SLACK_IDENTITY: onOrOff,
  METRICS_PORT: port(9464),
  METRICS_HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  CLOCK_URL: address,
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  /** pino's levels. */
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ),
});
type Variables = z.output<typeof Variables>;

export const VARIABLE_NAMES: readonly string[] = Object.keys(Variables.shape);

/** The demo starts when neither Slack nor the API is configured and NODE_ENV isn't production. */
export function wantsDemo(env: Environment): boolean {
  const named = Object.keys(env).some((name) => /^(SLACK|VISIBILITY)_/.test(name) && blankIsUnset(env[name]));
  return !named && env.NODE_ENV !== 'production';
}

/** The bot's variables that the demo uses, too. */
const USED_BY_DEMO: readonly string[] = ['METRICS_PORT', 'METRICS_HOST', 'MCP_WRITES', 'LOG_LEVEL'];

/** Variables that are set but ignored by the demo; none if the bot would start instead. */
export function unusedByDemo(env: Environment): string[] {
  const set = VARIABLE_NAMES.filter((name) => blankIsUnset(env[name]) !== undefined);
  return wantsDemo(env) ? set.filter((name) => !USED_BY_DEMO.includes(name)) : [];
}

/** Of the variables that `findFaults` accepts. @throws ConfigError with one sentence for each missing or faulty one. */
function readAccepted(env: Environment, findFaults: typeof combinationFaults): Variables {
  const { variables, faulty, faults } = readVariables(env);
  const all = [...faults, ...findFaults(variables, faulty)];
  if (all.length > 0) throw new ConfigError(all);
  return variables;
}

/** @throws ConfigError with one sentence for each missing or faulty variable. */
export function readConfig(env: Environment) {
  const variables = readAccepted(env, combinationFaults);
  const secrets = splitSecret(variables.SLACK_SIGNING_SECRET);
  return Object.freeze({
    ...localConfig(variables, env),
    slack: slackConfig(variables),
    host: variables.HOST,
    port: variables.PORT,
    // The bot's public URL.
    ...(variables.PUBLIC_URL && { publicUrl: variables.PUBLIC_URL.replace(/\/+$/, '') }),
    // `writes`: MCP clients may change things. Slackbot's requests are accepted if signed with one of `signingSecrets`.
    mcp: {
      writes: variables.MCP_WRITES === 'on',
      signingSecrets: variables.MCP_SLACK_IDENTITY === 'on' ? secrets.flatMap((secret) => secret ?? []) : [],
    },
    /** 0 is off. */
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    ...(variables.OTEL_EXPORTER_OTLP_ENDPOINT && { otlpEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT }),
  });
}

/** The configuration without Slack and ports. */
export type LocalConfig = ReturnType<typeof localConfig>;

/** For verbs that need only the API and the store. @throws ConfigError like `readConfig`. */
export function readLocalConfig(env: Environment): LocalConfig {
  const variables = readAccepted(env, (v, faulty) => withKeyFault(v, faulty, addressFaults(v, faulty)));
  return Object.freeze(localConfig(variables, env));
}

/** For verbs that need only the store: where it is, and the keys to its secrets. */
export type StoreConfig = Pick<
  LocalConfig,
  'databaseUrl' | 'dataDir' | 'encryptionKey' | 'formerEncryptionKey'
>;

/** @throws ConfigError with one sentence for each faulty variable. */
export function readStoreConfig(env: Environment): StoreConfig {
  const variables = readAccepted(env, () => []);
  return Object.freeze(localConfig(variables, env));
}

/** Splits "new,old", which a secret may be while it is being changed. */
function splitSecret(secret: string | undefined): [string | undefined, string | undefined] {
  const [current, former] = (secret ?? '').split(',').map((one) => one.trim());
  return [current || undefined, former || undefined];
}

function localConfig(variables: Variables, env: Environment) {
  const [key, formerKey] = splitSecret(variables.ENCRYPTION_KEY);
  return {
    // `apiKey` is for projects without their own.
    visibility: {
      baseUrl: (variables.VISIBILITY_BASE_URL ?? '').replace(/\/+$/, ''),
      ...(variables.VISIBILITY_API_KEY && { apiKey: variables.VISIBILITY_API_KEY }),
    },
    // 32 bytes that seal tokens and keys in the store; the former one opens what it sealed until `npm run rotate-key`.
    ...(key && { encryptionKey: readKey(key) }),
    ...(formerKey && { formerEncryptionKey: readKey(formerKey) }),
    projectsFile: variables.PROJECTS_FILE,
    ...(variables.DATABASE_URL && { databaseUrl: variables.DATABASE_URL }),
    dataDir: variables.DATA_DIR,
    ...(variables.CLOCK_URL && { clockUrl: variables.CLOCK_URL }),
    logLevel: variables.LOG_LEVEL,
    /** Reads a variable that a project names (`api_key_env`). */
    secrets: (name: string) => env[name]?.trim() || undefined,
    environment: env,
  };
}

const readKey = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

/** The valid variables, the names of the faulty ones, and a sentence for each fault. */
function readVariables(env: Environment) {
  const quoted = VARIABLE_NAMES.filter((name) => /^(["']).*\1$/.test(env[name]?.trim() ?? ''));
  const unquoted = Object.entries(env).filter(([name]) => !quoted.includes(name));
  const { error } = Variables.safeParse(Object.fromEntries(unquoted));
  const faulty = new Set([...quoted, ...(error?.issues ?? []).map(({ path }) => String(path[0]))]);
  const valid = unquoted.filter(([name]) => !faulty.has(name));
  return {
    variables: Variables.parse(Object.fromEntries(valid)),
    faulty,
    faults: [...quoted.map((name) => `${name} ${QUOTED}`), ...(error ? sentences(error) : [])],
  };
}

const QUOTED = 'has quotes around its value, which `docker run --env-file` doesn’t remove; leave them out';

function combinationFaults(v: Variables, faulty: ReadonlySet<string>): string[] {
  const isUndecided = !v.SLACK_MODE && !v.SLACK_SIGNING_SECRET && !v.SLACK_APP_TOKEN && !wantsOAuth(v);
  const mode = isUndecided ? 'undecided' : modeOf(v);
  const isSlackbotUnsigned = v.MCP_SLACK_IDENTITY === 'on' && (mode === 'socket' || mode === 'undecided');
  const needed = {
    ...NEEDED[mode],
    ...(isSlackbotUnsigned && { SLACK_SIGNING_SECRET: `${SIGNING_SECRET}; MCP_SLACK_IDENTITY needs it` }),
  };
  const ambiguous = !v.SLACK_MODE && !faulty.has('SLACK_MODE') && ambiguity(v);
  const faults = [
    ...missingFaults(v, faulty, needed),
    ...wrongTokens(v),
    ...addressFaults(v, faulty),
    ...(ambiguous ? [`SLACK_MODE is missing: ${ambiguous}`] : []),
  ];
  if (v.CLOCK_URL && !isLoopback(v.CLOCK_URL)) faults.push('CLOCK_URL must be on this machine (127.0.0.1)');
  if (v.CLOCK_URL && !(v.SLACK_API_URL && isLoopback(v.SLACK_API_URL)))
    faults.push(
      'CLOCK_URL is only for a local Slack: set SLACK_API_URL to one on this machine, or unset CLOCK_URL',
    );
  return withKeyFault(v, faulty, faults);
}

/** projects.yml may make the key unnecessary. But if something else has to be fixed anyway, this mentions it now. */
function withKeyFault(v: Variables, faulty: ReadonlySet<string>, faults: string[]): string[] {
  const keysElsewhere = v.VISIBILITY_API_KEY || v.ENCRYPTION_KEY || faulty.has('ENCRYPTION_KEY');
  return faults.length === 0 || keysElsewhere
    ? faults
    : [
        ...faults,
        'VISIBILITY_API_KEY is missing: the API key for all projects without their own (api_key_env)',
      ];
}

type Needed = Partial<Record<keyof Variables, string>>;

/** A `faulty` variable isn't missing and already has a sentence. */
function missingFaults(v: Variables, faulty: ReadonlySet<string>, needed: Needed): string[] {
  const missing = Object.entries(needed).filter(([name]) => !v[name as keyof Variables] && !faulty.has(name));
  return missing.map(([name, source]) => `${name} is missing: ${source}`);
}

const API_ADDRESS = 'the address of the Visibility Intelligence API, ending in /v1/public';

function addressFaults(v: Variables, faulty: ReadonlySet<string>): string[] {
  const { VISIBILITY_BASE_URL: address } = v;
  if (!address) return missingFaults(v, faulty, { VISIBILITY_BASE_URL: API_ADDRESS });
  if (address.startsWith('https://api.example.com/'))
    return [`VISIBILITY_BASE_URL is still the example’s; put in ${API_ADDRESS}`];
  return /\/v1\/public\/*$/.test(address) ? [] : ['VISIBILITY_BASE_URL must end in /v1/public'];
}

/** Slack would call a token of the wrong kind just invalid. */
function wrongTokens(v: Variables): string[] {
  return TOKENS.flatMap(([name, right, source]) => {
    const value = v[name] ?? '';
    // Curly quotes come from documents, straight ones from a shell that kept them.
    if (/[^ -~]|["']/.test(value)) return [`${name} has a character in it that none has. It needs ${source}`];
    if (right === undefined && value.split(',').length > 2)
      return [`${name} takes at most two values, while you change it: new,old`];
    const kind = /^(?:xox[a-z]|xapp)-/.exec(value)?.[0];
    if (kind === undefined || kind === right) return [];
    return [`${name} begins with ${kind}, as another kind of token does. It needs ${source}`];
  });
}

const basicInformation = (what: string) =>
  `the ${what} from "Basic Information" in your Slack app’s settings`;
const SIGNING_SECRET = basicInformation('signing secret');
export const BOT_TOKEN = 'the bot token (xoxb-…) from "OAuth & Permissions" in your Slack app’s settings';
export const APP_TOKEN = 'an app-level token (xapp-…) with connections:write, for Socket Mode';
const TOKENS = [
  ['SLACK_BOT_TOKEN', 'xoxb-', BOT_TOKEN],
  ['SLACK_APP_TOKEN', 'xapp-', APP_TOKEN],
  ['SLACK_SIGNING_SECRET', undefined, SIGNING_SECRET],
] as const;

const NEEDED: Readonly<Record<SlackConfig['mode'] | 'undecided', Needed>> = {
  undecided: {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_APP_TOKEN: `${APP_TOKEN}; or, with a public address, set SLACK_SIGNING_SECRET: ${SIGNING_SECRET}`,
  },
  http: { SLACK_BOT_TOKEN: BOT_TOKEN, SLACK_SIGNING_SECRET: SIGNING_SECRET },
  socket: { SLACK_BOT_TOKEN: BOT_TOKEN, SLACK_APP_TOKEN: APP_TOKEN },
  oauth: {
    SLACK_CLIENT_ID: basicInformation('client ID'),
    SLACK_CLIENT_SECRET: basicInformation('client secret'),
    SLACK_STATE_SECRET: 'any long random text; it protects /slack/install',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    ENCRYPTION_KEY: `it encrypts the workspaces’ tokens; ${HOW_TO_MAKE_A_KEY}`,
  },
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
  const api = v.SLACK_API_URL && { apiUrl: v.SLACK_API_URL };
  const [signingSecret = '', formerSigningSecret] = splitSecret(v.SLACK_SIGNING_SECRET);
  const signing = { signingSecret, ...(formerSigningSecret && { formerSigningSecret }) };
  const botToken = v.SLACK_BOT_TOKEN ?? '';
  const mode = modeOf(v);
  if (mode === 'http') return { mode, botToken, ...signing, ...api };
  if (mode === 'socket') return { mode, botToken, appToken: v.SLACK_APP_TOKEN ?? '', ...api };
  const { SLACK_CLIENT_ID: clientId = '', SLACK_CLIENT_SECRET: clientSecret = '' } = v;
  return { mode, clientId, clientSecret, stateSecret: v.SLACK_STATE_SECRET ?? '', ...signing, ...api };
}

/** Hosts in a URL that stand for this machine. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

function isLoopback(url: string): boolean {
  return LOOPBACK.includes(new URL(url).hostname);
}

/** @throws ConfigError with one sentence for each faulty variable. */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema, env: Environment) {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  throw new ConfigError(sentences(result.error));
}

function sentences({ issues }: z.ZodError): string[] {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
