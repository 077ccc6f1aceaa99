/** What is wrong with an environment, in sentences. */
import { type Environment, readConfig } from '../../src/config.ts';
import { ConfigError } from '../../src/errors.ts';

/** None if the configuration can be read. */
export function faultsOf(
  env: Environment,
  read: (env: Environment) => unknown = readConfig,
): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
