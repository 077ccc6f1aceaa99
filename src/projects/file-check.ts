/** What projects.yml must have besides its form: that depends on how the bot is run. */
import type { Config } from '../config.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Projects } from './projects.ts';

/** One sentence for each thing without which the bot does not start. */
export function fileNeeds(
  file: Projects,
  config: Pick<Config, 'slack' | 'encryptionKey'>,
  keys: ApiKeys,
): string[] {
  return [...homeless(file, config), ...keys.missing(file, config.encryptionKey !== undefined)];
}

/** One sentence for each project of which nobody can tell whose it is. */
export function homeless({ projects }: Projects, { slack }: Pick<Config, 'slack'>): string[] {
  if (slack.mode !== 'oauth') return [];
  return projects.flatMap(({ name, workspace }) =>
    workspace ? [] : `project ${name} needs \`workspace\`: there are many, and it belongs to one`,
  );
}
