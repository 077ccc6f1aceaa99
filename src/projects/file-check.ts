/** Checks projects.yml beyond its schema: keys and workspaces that are missing, and workspaces the bot isn't in. */
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Projects } from './projects.ts';

/** A sentence for each thing the bot can't start without. */
export function findMissing(
  file: Projects,
  config: Pick<Config, 'slack' | 'encryptionKey'>,
  keys: ApiKeys,
): string[] {
  return [
    ...findWithoutWorkspace(file, config),
    ...keys.describeMissing(file, config.encryptionKey !== undefined),
  ];
}

/** A sentence for each project that names no workspace where there are many. */
export function findWithoutWorkspace({ projects }: Projects, { slack }: Pick<Config, 'slack'>): string[] {
  if (slack.mode !== 'oauth') return [];
  return projects.flatMap(({ name, workspace }) =>
    workspace ? [] : `project ${name} needs \`workspace\`: there are many, and it belongs to one`,
  );
}

/** The names of the projects that belong to a workspace the bot isn't in. */
export type NotInstalled = { workspace: string; names: string[] };

/** Groups the projects of workspaces not among `teams`. A project without a workspace belongs to the only one. */
export function findNotInstalled({ projects }: Projects, teams: readonly string[]): NotInstalled[] {
  const others = projects.flatMap(({ name, workspace }) =>
    workspace === undefined || teams.includes(workspace) ? [] : [{ name, workspace }],
  );
  return [...Map.groupBy(others, ({ workspace }) => workspace)].map(([workspace, theirs]) => ({
    workspace,
    names: theirs.map(({ name }) => name),
  }));
}

/** Warns about such projects once, and again when they change. */
export function createNotInstalledWarning(log: Log): (file: Projects, teams: readonly string[]) => void {
  let last = '[]';
  return (file, teams) => {
    const elsewhere = findNotInstalled(file, teams);
    const now = JSON.stringify(elsewhere);
    if (now === last) return;
    last = now;
    if (elsewhere.length > 0) {
      log.warn(
        { elsewhere, workspaces: teams },
        'Some projects belong to workspaces the bot isn’t in, so nothing is posted for them; correct `workspace` in the projects file',
      );
    }
  };
}
