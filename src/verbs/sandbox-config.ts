/** What the sandbox and the demo read from the environment: where they listen, and how their API speaks. */
import { z } from 'zod';
import { blankIsUnset, type Environment, parseEnvironment, port } from '../config.ts';
import { ConfigError } from '../errors.ts';

/** The sandbox and its local Slack listen on loopback; `botUrl` is where the local Slack sends its requests. */
export type SandboxConfig = Readonly<{
  slackPort: number;
  apiPort: number;
  apiKey: string;
  /** How the API speaks: words that the sandbox knows, separated by commas. */
  dialect: string;
  botUrl: string;
}>;

const SandboxVariables = z.object({
  DEMO_PORT: port(4400),
  SANDBOX_PORT: port(4401),
  SANDBOX_API_KEY: z.preprocess(blankIsUnset, z.string().default('demo-key')),
  SANDBOX_DIALECT: z.preprocess(blankIsUnset, z.string().default('plain')),
  PORT: port(3000),
});

/** @throws ConfigError */
export function readSandboxConfig(env: Environment): SandboxConfig {
  const { DEMO_PORT, SANDBOX_PORT, SANDBOX_API_KEY, SANDBOX_DIALECT, PORT } = parseEnvironment(
    SandboxVariables,
    env,
  );
  if (DEMO_PORT === SANDBOX_PORT && DEMO_PORT !== 0)
    throw new ConfigError([`DEMO_PORT and SANDBOX_PORT are both ${DEMO_PORT}: give each a port of its own`]);
  return Object.freeze({
    slackPort: DEMO_PORT,
    apiPort: SANDBOX_PORT,
    apiKey: SANDBOX_API_KEY,
    dialect: SANDBOX_DIALECT,
    botUrl: `http://127.0.0.1:${PORT}/slack/events`,
  });
}
