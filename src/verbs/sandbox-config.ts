/** What the sandbox and the demo take from the environment: where they listen, and how their API speaks. */
import { z } from 'zod';
import { blankIsUnset, type Environment, parsed, port } from '../config.ts';
import { ConfigError } from '../errors.ts';

/** Where the sandbox and its local Slack listen, on loopback, and where the bot that it talks to takes requests. */
export type SandboxConfig = Readonly<{
  slackPort: number;
  apiPort: number;
  apiKey: string;
  /** How the API speaks: a comma list of words, which the sandbox knows. */
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
  const { DEMO_PORT, SANDBOX_PORT, SANDBOX_API_KEY, SANDBOX_DIALECT, PORT } = parsed(SandboxVariables, env);
  if (DEMO_PORT === SANDBOX_PORT && DEMO_PORT !== 0)
    throw new ConfigError([`DEMO_PORT and SANDBOX_PORT are both ${DEMO_PORT}: give each its own`]);
  return Object.freeze({
    slackPort: DEMO_PORT,
    apiPort: SANDBOX_PORT,
    apiKey: SANDBOX_API_KEY,
    dialect: SANDBOX_DIALECT,
    botUrl: `http://127.0.0.1:${PORT}/slack/events`,
  });
}
