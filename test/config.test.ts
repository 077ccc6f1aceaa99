import { describe, expect, it } from 'vitest';
import { type Environment, readConfig, unusedByDemo, wantsDemo } from '../src/config.ts';
import { readSandboxConfig } from '../src/verbs/sandbox.ts';
import { faultsOf } from './support/config-faults.ts';

const HTTP: Environment = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shhh',
  VISIBILITY_BASE_URL: 'https://api.acme.test/v1/public',
  VISIBILITY_API_KEY: 'vk-1',
};
const SOCKET: Environment = { ...HTTP, SLACK_SIGNING_SECRET: undefined, SLACK_APP_TOKEN: 'xapp-1' };
const OAUTH: Environment = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'client shhh',
  SLACK_STATE_SECRET: 'state shhh',
  SLACK_SIGNING_SECRET: 'shhh',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  VISIBILITY_BASE_URL: 'https://api.acme.test/v1/public',
};
const DATABASE = 'postgresql://sightline:p%40ss@db.internal:5433/sightline?sslmode=require';
const LOCAL_SLACK = 'http://127.0.0.1:4400/api/';

describe('with only the required variables', () => {
  it('one workspace over HTTP has the documented defaults', () => {
    const { secrets, environment, ...config } = readConfig(HTTP);
    expect(config).toEqual({
      slack: { mode: 'http', botToken: 'xoxb-1', signingSecret: 'shhh' },
      visibility: { baseUrl: 'https://api.acme.test/v1/public', apiKey: 'vk-1' },
      projectsFile: 'projects.yml',
      dataDir: './data',
      host: '127.0.0.1',
      port: 3000,
      mcp: { writes: false, signingSecrets: [] },
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
    });
    expect(environment).toEqual(HTTP);
    expect(secrets('VISIBILITY_API_KEY')).toBe('vk-1');
  });

  it('one workspace over a socket needs no signing secret', () => {
    expect(readConfig(SOCKET).slack).toEqual({ mode: 'socket', botToken: 'xoxb-1', appToken: 'xapp-1' });
  });

  it('many workspaces need no token: each brings its own when it installs the bot', () => {
    const { slack, encryptionKey } = readConfig(OAUTH);
    expect(slack).toEqual({
      mode: 'oauth',
      clientId: '1.2',
      clientSecret: 'client shhh',
      stateSecret: 'state shhh',
      signingSecret: 'shhh',
    });
    expect(encryptionKey).toEqual(Buffer.alloc(32, 7));
  });

  it('one workspace may have an encryption key, or none', () => {
    expect(readConfig(HTTP)).not.toHaveProperty('encryptionKey');
    expect(readConfig({ ...HTTP, ENCRYPTION_KEY: OAUTH.ENCRYPTION_KEY }).encryptionKey).toHaveLength(32);
  });

  it('a key and a signing secret may be new,old while they are changed', () => {
    const old = Buffer.alloc(32, 8).toString('base64');
    const both = { ENCRYPTION_KEY: `${OAUTH.ENCRYPTION_KEY}, ${old}`, SLACK_SIGNING_SECRET: 'new,old' };
    const { slack, ...config } = readConfig({ ...OAUTH, ...both });
    expect(config.encryptionKey).toEqual(Buffer.alloc(32, 7));
    expect(config.formerEncryptionKey).toEqual(Buffer.alloc(32, 8));
    expect(slack).toMatchObject({ signingSecret: 'new', formerSigningSecret: 'old' });
    const { mcp } = readConfig({ ...OAUTH, ...both, MCP_SLACK_IDENTITY: 'on' });
    expect(mcp.signingSecrets).toEqual(['new', 'old']);
    expect(faultsOf({ ...OAUTH, ENCRYPTION_KEY: `${OAUTH.ENCRYPTION_KEY},half` })).toEqual([
      expect.stringContaining('ENCRYPTION_KEY: must be 32 bytes in base64'),
    ]);
  });

  it('the shared API key may be missing: projects can name their own', () => {
    expect(readConfig({ ...HTTP, VISIBILITY_API_KEY: undefined }).visibility).not.toHaveProperty('apiKey');
  });

  it('the result is frozen', () => {
    expect(Object.isFrozen(readConfig(HTTP))).toBe(true);
  });
});

describe('every variable', () => {
  it('is read', () => {
    const config = readConfig({
      ...HTTP,
      SLACK_API_URL: LOCAL_SLACK,
      PROJECTS_FILE: 'clients/',
      DATABASE_URL: DATABASE,
      DATA_DIR: '/var/lib/sightline',
      HOST: '0.0.0.0',
      PORT: '8080',
      METRICS_PORT: '0',
      METRICS_HOST: '0.0.0.0',
      CLOCK_URL: 'http://localhost:4401/sandbox/clock',
      LOG_LEVEL: 'debug',
      PUBLIC_URL: 'https://bot.acme.example/',
      MCP_WRITES: 'on',
      MCP_SLACK_IDENTITY: 'on',
    });
    expect(config).toMatchObject({
      slack: { apiUrl: LOCAL_SLACK },
      projectsFile: 'clients/',
      databaseUrl: DATABASE,
      dataDir: '/var/lib/sightline',
      host: '0.0.0.0',
      port: 8080,
      metricsPort: 0,
      metricsHost: '0.0.0.0',
      clockUrl: 'http://localhost:4401/sandbox/clock',
      logLevel: 'debug',
      publicUrl: 'https://bot.acme.example',
      mcp: { writes: true, signingSecrets: ['shhh'] },
    });
  });

  it('counts as unset if it is blank', () => {
    const blank = {
      PORT: ' ',
      DATA_DIR: '',
      SLACK_API_URL: '',
      SLACK_MODE: '',
      LOG_LEVEL: '',
      CLOCK_URL: ' ',
      DATABASE_URL: ' ',
      PUBLIC_URL: ' ',
      MCP_WRITES: '',
      MCP_SLACK_IDENTITY: '',
    };
    expect(readConfig({ ...HTTP, ...blank })).not.toHaveProperty('databaseUrl');
    expect(readConfig({ ...HTTP, ...blank })).toMatchObject({
      port: 3000,
      dataDir: './data',
      logLevel: 'info',
    });
  });

  it('is trimmed, and the API’s address loses its last slash', () => {
    const config = readConfig({
      ...HTTP,
      SLACK_BOT_TOKEN: ' xoxb-1\n',
      VISIBILITY_BASE_URL: `${HTTP.VISIBILITY_BASE_URL}/`,
    });
    expect(config.slack).toHaveProperty('botToken', 'xoxb-1');
    expect(config.visibility.baseUrl).toBe('https://api.acme.test/v1/public');
  });

  it('that a project names is read from the environment', () => {
    const { secrets } = readConfig({ ...HTTP, ACME_KEY: ' vk-acme ', BETA_KEY: '  ' });
    expect([secrets('ACME_KEY'), secrets('BETA_KEY'), secrets('NO_KEY')]).toEqual([
      'vk-acme',
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['PORT', 'abc', 'PORT: must be a port number, 0 to 65535'],
    ['PORT', '70000', 'PORT: must be a port number, 0 to 65535'],
    ['PORT', '80.5', 'PORT: must be a port number, 0 to 65535'],
    ['METRICS_PORT', '-1', 'METRICS_PORT: must be a port number, 0 to 65535'],
    [
      'DATA_DIR',
      '~/sightline',
      'DATA_DIR: begins with ~ or $, which only a shell replaces; write the whole path',
    ],
    ['SLACK_MODE', 'pigeon', 'SLACK_MODE: must be http, socket or oauth'],
    [
      'SLACK_API_URL',
      'slack.local',
      'SLACK_API_URL: must be an address that begins with https:// or http://',
    ],
    ['CLOCK_URL', 'file:///etc/passwd', 'CLOCK_URL: must be an address that begins with https:// or http://'],
    [
      'DATABASE_URL',
      'mysql://db/sightline',
      'DATABASE_URL: must begin with postgres://, with special characters in the password encoded: # as %23, % as %25',
    ],
    [
      'DATABASE_URL',
      'db.internal',
      'DATABASE_URL: must begin with postgres://, with special characters in the password encoded: # as %23, % as %25',
    ],
    [
      'DATABASE_URL',
      'postgres://sightline:100%safe@db/sightline',
      'DATABASE_URL: has a % that must be written as %25',
    ],
    ['PUBLIC_URL', 'nonsense', 'PUBLIC_URL: must be an address that begins with https:// or http://'],
    ['VISIBILITY_BASE_URL', 'https://api.acme.test', 'VISIBILITY_BASE_URL must end in /v1/public'],
    [
      'VISIBILITY_BASE_URL',
      'https://api.example.com/v1/public',
      'VISIBILITY_BASE_URL is still the example’s; put in the address of the Visibility Intelligence API, ending in /v1/public',
    ],
  ])('%s=%s is one fault, in one sentence', (name, value, sentence) => {
    expect(faultsOf({ ...HTTP, [name]: value })).toEqual([sentence]);
  });

  it.each([
    ['of 16 bytes', Buffer.alloc(16).toString('base64')],
    ['of 33 bytes', Buffer.alloc(33).toString('base64')],
    ['in hexadecimal', Buffer.alloc(32).toString('hex')],
    ['in words', 'correct horse battery staple'],
  ])('ENCRYPTION_KEY %s is refused with a way to make one, without repeating it', (_, value) => {
    const [fault, ...others] = faultsOf({ ...HTTP, ENCRYPTION_KEY: value });
    expect(others).toEqual([]);
    expect(fault).toMatch(
      /^ENCRYPTION_KEY: must be 32 bytes in base64; make one with `openssl rand -base64 32`/,
    );
    expect(fault).not.toContain(value);
  });

  it('OTEL_EXPORTER_OTLP_ENDPOINT is an address, or unset', () => {
    expect(readConfig(HTTP).otlpEndpoint).toBeUndefined();
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    expect(readConfig({ ...HTTP, OTEL_EXPORTER_OTLP_ENDPOINT }).otlpEndpoint).toBe(
      OTEL_EXPORTER_OTLP_ENDPOINT,
    );
    expect(faultsOf({ ...HTTP, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be an address that begins with https:// or http://',
    ]);
  });

  it('LOG_LEVEL=loud is refused with the list of levels', () => {
    expect(faultsOf({ ...HTTP, LOG_LEVEL: 'loud' })).toEqual([
      'LOG_LEVEL: must be trace, debug, info, warn, error, fatal or silent',
    ]);
  });
});

describe('a half-set environment', () => {
  const API = ['VISIBILITY_BASE_URL', 'VISIBILITY_API_KEY'];
  const named = (env: Environment) => faultsOf(env).map((fault) => fault.split(/[ :]/)[0]);

  it('names every missing variable at once', () => {
    expect(named({})).toEqual([
      'SLACK_BOT_TOKEN',
      'SLACK_APP_TOKEN',
      'VISIBILITY_BASE_URL',
      'VISIBILITY_API_KEY',
    ]);
  });

  it.each([
    [{ SLACK_BOT_TOKEN: 'xoxb-1' }, ['SLACK_APP_TOKEN', ...API]],
    [{ SLACK_APP_TOKEN: 'xapp-1' }, ['SLACK_BOT_TOKEN', ...API]],
    [{ SLACK_SIGNING_SECRET: 's' }, ['SLACK_BOT_TOKEN', ...API]],
    [
      { VISIBILITY_BASE_URL: HTTP.VISIBILITY_BASE_URL },
      ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'VISIBILITY_API_KEY'],
    ],
    [
      { VISIBILITY_BASE_URL: HTTP.VISIBILITY_BASE_URL, VISIBILITY_API_KEY: 'vk-1' },
      ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'],
    ],
    [{ ...HTTP, SLACK_MODE: 'socket' }, ['SLACK_APP_TOKEN']],
    [{ ...SOCKET, SLACK_MODE: 'http' }, ['SLACK_SIGNING_SECRET']],
    [
      { SLACK_CLIENT_ID: '1.2' },
      ['SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET', 'SLACK_SIGNING_SECRET', 'ENCRYPTION_KEY', ...API],
    ],
    [{ ...OAUTH, SLACK_CLIENT_ID: undefined }, ['SLACK_CLIENT_ID']],
    [{ ...OAUTH, SLACK_CLIENT_SECRET: undefined }, ['SLACK_CLIENT_SECRET']],
    [{ ...OAUTH, SLACK_STATE_SECRET: ' ' }, ['SLACK_STATE_SECRET']],
    [{ ...OAUTH, SLACK_SIGNING_SECRET: '' }, ['SLACK_SIGNING_SECRET']],
    [{ ...OAUTH, ENCRYPTION_KEY: undefined }, ['ENCRYPTION_KEY', 'VISIBILITY_API_KEY']],
    [{ ...OAUTH, ENCRYPTION_KEY: 'too short' }, ['ENCRYPTION_KEY']],
    [
      { ...HTTP, SLACK_MODE: 'oauth' },
      ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET', 'ENCRYPTION_KEY'],
    ],
  ])('%j lacks %j', (env, missing) => {
    expect(named(env)).toEqual(missing);
  });

  it('reports faulty and missing variables together, each once', () => {
    expect(named({ PORT: 'abc', METRICS_PORT: '-1', VISIBILITY_BASE_URL: 'nonsense' })).toEqual([
      'VISIBILITY_BASE_URL',
      'PORT',
      'METRICS_PORT',
      'SLACK_BOT_TOKEN',
      'SLACK_APP_TOKEN',
      'VISIBILITY_API_KEY',
    ]);
  });
});

it('with the bot token alone, names the app token first, and HTTP as the other way', () => {
  for (const placeholder of [undefined, 'xapp-'])
    expect(faultsOf({ ...HTTP, SLACK_SIGNING_SECRET: '', SLACK_APP_TOKEN: placeholder })).toEqual([
      expect.stringMatching(/^SLACK_APP_TOKEN is missing: an app-level token.* SLACK_SIGNING_SECRET/),
    ]);
  expect(faultsOf({ ...HTTP, SLACK_APP_TOKEN: 'xapp-' })).toEqual([]);
});

describe('with the variables of two modes', () => {
  const both = { ...HTTP, SLACK_APP_TOKEN: 'xapp-1' };

  it('SLACK_MODE must choose', () => {
    expect(faultsOf(both)).toEqual([
      'SLACK_MODE is missing: both SLACK_SIGNING_SECRET and SLACK_APP_TOKEN are set; use http or socket',
    ]);
  });

  it.each(['http', 'socket'])('SLACK_MODE=%s decides', (mode) => {
    expect(readConfig({ ...both, SLACK_MODE: mode }).slack.mode).toBe(mode);
  });

  it.each([
    ['SLACK_BOT_TOKEN', 'xoxb-1'],
    ['SLACK_APP_TOKEN', 'xapp-1'],
  ])(
    'SLACK_MODE must choose between one workspace and many if %s and the client id are set',
    (name, value) => {
      expect(faultsOf({ ...OAUTH, [name]: value })).toEqual([
        `SLACK_MODE is missing: both OAuth variables and ${name} are set; use oauth for many workspaces, http or socket for one`,
      ]);
    },
  );

  it.each([
    ['oauth', {}],
    ['http', { SLACK_BOT_TOKEN: 'xoxb-1' }],
    ['socket', { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' }],
  ])('SLACK_MODE=%s decides between many workspaces and one', (mode, tokens) => {
    expect(readConfig({ ...OAUTH, ...tokens, SLACK_MODE: mode }).slack.mode).toBe(mode);
  });

  it('an unknown SLACK_MODE isn’t called missing', () => {
    expect(faultsOf({ ...both, SLACK_MODE: 'pigeon' })).toEqual([
      'SLACK_MODE: must be http, socket or oauth',
    ]);
  });
});

describe('Slackbot’s requests', () => {
  const on = { MCP_SLACK_IDENTITY: 'on' };
  const overBoth = { ...SOCKET, SLACK_SIGNING_SECRET: 'shhh', SLACK_MODE: 'socket' };

  it('need the signing secret, even in socket mode', () => {
    expect(faultsOf({ ...SOCKET, ...on })).toEqual([
      expect.stringMatching(/^SLACK_SIGNING_SECRET is missing: /),
    ]);
    expect(readConfig({ ...overBoth, ...on }).mcp).toEqual({ writes: false, signingSecrets: ['shhh'] });
    expect(readConfig({ ...OAUTH, ...on }).mcp).toEqual({ writes: false, signingSecrets: ['shhh'] });
  });

  it('are accepted only if switched on', () => {
    expect(readConfig(overBoth).mcp).toEqual({ writes: false, signingSecrets: [] });
    expect(faultsOf({ ...HTTP, MCP_SLACK_IDENTITY: 'yes' })).toEqual([
      'MCP_SLACK_IDENTITY: must be on or off',
    ]);
  });
});

describe("a sandbox's clock", () => {
  const BESIDE_SLACK =
    'CLOCK_URL is only for a local Slack: set SLACK_API_URL to one on this machine, or unset CLOCK_URL';

  it.each(['http://127.0.0.1:4401/c', 'http://localhost:4401/c', 'http://[::1]:4401/c'])(
    'at %s is accepted with a local Slack',
    (url) => {
      expect(readConfig({ ...HTTP, SLACK_API_URL: LOCAL_SLACK, CLOCK_URL: url }).clockUrl).toBe(url);
    },
  );

  it.each([
    'http://10.0.0.1/c',
    'http://clock.example.com/c',
    'http://127.0.0.1.example.com/c',
    'http://localhost@evil.example/c',
  ])('at %s is refused, because it isn’t on this machine', (url) => {
    expect(faultsOf({ ...HTTP, SLACK_API_URL: LOCAL_SLACK, CLOCK_URL: url })).toEqual([
      'CLOCK_URL must be on this machine (127.0.0.1)',
    ]);
  });

  it.each([undefined, 'https://slack.com/api/', 'https://slack.example.com/api/'])(
    'is refused with Slack at %s',
    (url) => {
      expect(faultsOf({ ...HTTP, SLACK_API_URL: url, CLOCK_URL: 'http://127.0.0.1:4401/c' })).toEqual([
        BESIDE_SLACK,
      ]);
    },
  );
});

it('no fault repeats a secret', () => {
  const secret = 'xoxb-hunter2';
  const everySecretWrong = Object.fromEntries(
    [
      ...Object.keys(HTTP),
      'SLACK_APP_TOKEN',
      'SLACK_CLIENT_ID',
      'SLACK_CLIENT_SECRET',
      'SLACK_STATE_SECRET',
      'ENCRYPTION_KEY',
      'SLACK_MODE',
      'SLACK_API_URL',
      'DATABASE_URL',
      'CLOCK_URL',
      'PORT',
      'METRICS_PORT',
      'LOG_LEVEL',
    ].map((name) => [name, secret]),
  );
  const faults = faultsOf(everySecretWrong);
  expect(faults.length).toBeGreaterThan(5);
  expect(faults.join('\n')).not.toContain('hunter2');
});

describe('the demo', () => {
  it.each([
    [{}, true],
    [{ PATH: '/bin', PORT: '4000' }, true],
    [{ SLACK_BOT_TOKEN: '', VISIBILITY_API_KEY: ' ' }, true],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'production' }, false],
    [{ SLACK_BOT_TOKEN: 'xoxb-1' }, false],
    [{ VISIBILITY_BASE_URL: 'http://x/v1/public' }, false],
    [{ SLACK_SOMETHING_NEW: '1' }, false],
  ])('with %j set, starts: %j', (env, wanted) => {
    expect(wantsDemo(env)).toBe(wanted);
  });

  it.each([
    [{ DATABASE_URL: DATABASE }, ['DATABASE_URL']],
    [
      { CLOCK_URL: 'http://127.0.0.1:1', PROJECTS_FILE: 'clients/', ENCRYPTION_KEY: 'k' },
      ['ENCRYPTION_KEY', 'PROJECTS_FILE', 'CLOCK_URL'],
    ],
    [
      {
        PATH: '/bin',
        LOG_LEVEL: 'info',
        METRICS_PORT: '0',
        METRICS_HOST: '::1',
        DEMO_PORT: '0',
        DATA_DIR: ' ',
      },
      [],
    ],
    [{ ...HTTP, DATABASE_URL: DATABASE }, []],
  ])('with %j set, ignores: %j', (env, unused) => {
    expect(unusedByDemo(env)).toEqual(unused);
  });
});

describe('the sandbox', () => {
  it('has its documented defaults', () => {
    expect(readSandboxConfig({})).toEqual({
      slackPort: 4400,
      apiPort: 4401,
      apiKey: 'demo-key',
      dialect: 'plain',
      botUrl: 'http://127.0.0.1:3000/slack/events',
    });
  });

  it('reads its variables', () => {
    const env = {
      DEMO_PORT: '1',
      SANDBOX_PORT: '2',
      SANDBOX_API_KEY: 'k',
      SANDBOX_DIALECT: 'camel',
      PORT: '3',
    };
    expect(readSandboxConfig(env)).toEqual({
      slackPort: 1,
      apiPort: 2,
      apiKey: 'k',
      dialect: 'camel',
      botUrl: 'http://127.0.0.1:3/slack/events',
    });
  });

  it('needs two ports, unless both are 0', () => {
    const both = (port: string) => ({ DEMO_PORT: port, SANDBOX_PORT: port });
    expect(faultsOf(both('4400'), readSandboxConfig)).toEqual([
      'DEMO_PORT and SANDBOX_PORT are both 4400: give each a port of its own',
    ]);
    expect(faultsOf(both('0'), readSandboxConfig)).toEqual([]);
  });

  it('reports all faults at once', () => {
    expect(faultsOf({ DEMO_PORT: 'x', SANDBOX_PORT: '99999' }, readSandboxConfig)).toEqual([
      'DEMO_PORT: must be a port number, 0 to 65535',
      'SANDBOX_PORT: must be a port number, 0 to 65535',
    ]);
  });
});
