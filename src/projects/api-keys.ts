/** Finds a project's API key: in its own variable, in VISIBILITY_API_KEY, or as given in Slack; and what is missing. */
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { oncePerText } from '../once-per.ts';
import { badKeySentence, isSendable } from '../secrets.ts';
import type { Project, Projects } from './projects.ts';

const COMMON = 'VISIBILITY_API_KEY';

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** `secrets` looks up a variable. */
export function createApiKeys(secrets: Config['secrets']) {
  const givenIn = new Map<string, ReadonlyMap<string, string>>();

  function findGiven({ workspace, id }: Project): string | undefined {
    if (workspace) return givenIn.get(workspace)?.get(id);
    // A project without a workspace belongs to the only one there is.
    return [...givenIn.values()].flatMap((keys) => keys.get(id) ?? [])[0];
  }

  function findInEnvironment({ api_key_env, connected }: Project): string | undefined {
    // People who connect a project must have its key: the operator's must never open it for them.
    return connected ? undefined : secrets(api_key_env ?? COMMON);
  }

  /** `name` tells an operator where to look for the key; it's never the key itself. */
  function of(project: Project) {
    const key = findInEnvironment(project);
    if (key !== undefined || project.api_key_env) return { key, name: project.api_key_env ?? COMMON };
    const given = findGiven(project);
    const wasGiven = given !== undefined || project.connected;
    return {
      key: given,
      name: wasGiven ? `the key given with /visibility connect for ${project.name}` : COMMON,
    };
  }

  /** A sentence for each variable that is missing or no key; if keys can be given in Slack, only of the file's. */
  function describeMissing({ projects }: Projects, canBeGiven: boolean): string[] {
    const byVariable = Map.groupBy(projects, ({ api_key_env }) => api_key_env ?? COMMON);
    return [...byVariable].flatMap(([variable, theirs]) => {
      const key = secrets(variable);
      if (key !== undefined) return isSendable(key) ? [] : badKeySentence(variable);
      const needed = theirs.filter(({ api_key_env }) => api_key_env !== undefined || !canBeGiven);
      const whose = `project${needed.length > 1 ? 's' : ''} ${LIST.format(needed.map(({ name }) => name))}`;
      return needed.length === 0 ? [] : `${variable} is missing: the API key of ${whose}`;
    });
  }

  /** Opens something with a project's key, such as a client: once for all projects that share the key. */
  function openPerKey<Opened>(open: (key: string) => Opened): (project: Project) => Opened {
    const opened = oncePerText(open, Number.POSITIVE_INFINITY);
    return (project) => opened(of(project).key ?? '');
  }

  return {
    of,
    nameOf: (project: Project) => of(project).name,
    describeMissing,
    openPerKey,
    /** Whether a project works without a key given in Slack. */
    isInEnvironment: (project: Project) => findInEnvironment(project) !== undefined,
    /** Sets all keys given in one workspace, by project id. */
    give: (team: string, keys: ReadonlyMap<string, string>) => void givenIn.set(team, keys),
  };
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** A sentence for each thing the bot can't start without. */
export function findMissing(file: Projects, config: Pick<Config, 'slack' | 'encryptionKey'>, keys: ApiKeys) {
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
        'Some projects belong to workspaces the bot isn’t in, so nothing is posted for them; install it there, or correct `workspace` in the projects file',
      );
    }
  };
}
