/** What projects.yml must have besides its form, which depends on how the bot is run; and projects of workspaces in which the bot is not. */
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
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

/** The projects of one such workspace, by name. */
export type Elsewhere = { workspace: string; names: string[] };

/** `teams` are those that the bot is in. A project that names none belongs to the only one. */
export function elsewhere(file: Projects, teams: readonly string[]): Elsewhere[] {
  const strays = file.projects.flatMap(({ name, workspace }) =>
    workspace === undefined || teams.includes(workspace) ? [] : [{ name, workspace }],
  );
  return [...Map.groupBy(strays, ({ workspace }) => workspace)].map(([workspace, those]) => ({
    workspace,
    names: those.map(({ name }) => name),
  }));
}

/** Warns of them once, and again when they change. Called when it is known which workspaces the bot is in. */
export function createElsewhereWarning(log: Log): (file: Projects, teams: readonly string[]) => void {
  let told = '';
  return (file, teams) => {
    const strays = elsewhere(file, teams);
    const said = JSON.stringify(strays);
    if (said === told) return;
    told = said;
    if (strays.length > 0) {
      log.warn(
        { elsewhere: strays, workspaces: teams },
        'Projects belong to a workspace that the bot is not in, so nothing of them is posted; correct `workspace` in the projects file',
      );
    }
  };
}
