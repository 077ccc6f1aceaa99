/** Finds a project's API key: in its own variable, in VISIBILITY_API_KEY, or as given in Slack. */
import type { Config } from '../config.ts';
import type { Project, Projects } from './projects.ts';

const COMMON = 'VISIBILITY_API_KEY';

/** `name` tells an operator where to look for the key; it's never the key itself. */
type KeyOfProject = { key: string | undefined; name: string };

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

  function of(project: Project): KeyOfProject {
    const key = findInEnvironment(project);
    if (key !== undefined || project.api_key_env) return { key, name: project.api_key_env ?? COMMON };
    const given = findGiven(project);
    const wasGiven = given !== undefined || project.connected;
    return {
      key: given,
      name: wasGiven ? `the key given with /visibility connect for ${project.name}` : COMMON,
    };
  }

  /** A sentence for each missing variable. If keys can be given in Slack, only the file's variables are required. */
  function describeMissing({ projects }: Projects, canBeGiven: boolean): string[] {
    const keyless = projects.filter((project) => findInEnvironment(project) === undefined);
    const needed = keyless.filter(({ api_key_env }) => api_key_env !== undefined || !canBeGiven);
    const byVariable = Map.groupBy(needed, ({ api_key_env }) => api_key_env ?? COMMON);
    return [...byVariable].map(([variable, theirs]) => {
      const whose = `project${theirs.length > 1 ? 's' : ''} ${LIST.format(theirs.map(({ name }) => name))}`;
      return `${variable} is missing: the API key of ${whose}`;
    });
  }

  /** Opens something with a project's key, such as a client: once for all projects that share the key. */
  function openPerKey<Opened>(open: (key: string) => Opened): (project: Project) => Opened {
    const opened = new Map<string, Opened>();
    return (project) => {
      const key = of(project).key ?? '';
      const known = opened.get(key) ?? open(key);
      opened.set(key, known);
      return known;
    };
  }

  return {
    of,
    describeMissing,
    openPerKey,
    /** Whether a project works without a key given in Slack. */
    isInEnvironment: (project: Project) => findInEnvironment(project) !== undefined,
    /** Sets all keys given in one workspace, by project id. */
    give: (team: string, keys: ReadonlyMap<string, string>) => void givenIn.set(team, keys),
  };
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
