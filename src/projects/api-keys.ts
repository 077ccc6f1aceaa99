/** Which key of the API opens which project: its own variable's, else the common one, else the one given in Slack. */
import type { Config } from '../config.ts';
import type { Project, Projects } from './projects.ts';

const COMMON = 'VISIBILITY_API_KEY';

/** `name` says where the key is to be found, as an operator can look for it; never the key itself. */
type KeyOfProject = { key: string | undefined; name: string };

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** `secrets` looks up a variable. */
export function createApiKeys(secrets: Config['secrets']) {
  const givenIn = new Map<string, ReadonlyMap<string, string>>();

  function given({ workspace, id }: Project): string | undefined {
    if (workspace) return givenIn.get(workspace)?.get(id);
    // A project that names no workspace belongs to the only one there is.
    return [...givenIn.values()].flatMap((keys) => keys.get(id) ?? [])[0];
  }

  function fromEnvironment({ api_key_env, connected }: Project): string | undefined {
    // Who connects a project has to have its key: the operator's own must never open it for them.
    return connected ? undefined : secrets(api_key_env ?? COMMON);
  }

  function of(project: Project): KeyOfProject {
    const key = fromEnvironment(project);
    if (key !== undefined || project.api_key_env) return { key, name: project.api_key_env ?? COMMON };
    const own = given(project);
    const wasGiven = own !== undefined || project.connected;
    return {
      key: own,
      name: wasGiven ? `the key given with /visibility connect for ${project.name}` : COMMON,
    };
  }

  /** One sentence for each variable that is missing; where keys can be given in Slack, only of those that are named. */
  function missing({ projects }: Projects, canBeGiven: boolean): string[] {
    const keyless = projects.filter((project) => fromEnvironment(project) === undefined);
    const needed = keyless.filter(({ api_key_env }) => api_key_env !== undefined || !canBeGiven);
    const byVariable = Map.groupBy(needed, ({ api_key_env }) => api_key_env ?? COMMON);
    return [...byVariable].map(([variable, theirs]) => {
      const whose = `project${theirs.length > 1 ? 's' : ''} ${LIST.format(theirs.map(({ name }) => name))}`;
      return `${variable} is missing: the API key of ${whose}`;
    });
  }

  /** What is opened with a project's key, such as a client: once for all projects that share it. */
  function perKey<Opened>(open: (key: string) => Opened): (project: Project) => Opened {
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
    missing,
    perKey,
    /** Whether a project needs none that is given in Slack. */
    isInEnvironment: (project: Project) => fromEnvironment(project) !== undefined,
    /** All that was given in one workspace, by project id. */
    give: (team: string, keys: ReadonlyMap<string, string>) => void givenIn.set(team, keys),
  };
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
