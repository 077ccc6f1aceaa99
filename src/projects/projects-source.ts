/** Keeps the projects as the file and the people say them now: a faulty file is refused, and the old one stays in force. */
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Made, withMade } from './made.ts';
import { type Projects, projectsIn, projectsWritten } from './projects.ts';
import type { Pieces } from './read-projects.ts';

export type ProjectsSource = {
  /** All that the file says, whichever workspace it is of; nothing that was made in Slack. */
  file(): Projects;
  /** What one workspace has: of the file what names it, and what was made there. */
  of(team: string): Projects;
  /** Reads what was made in Slack, and the file again if the last look is `REREAD_MS` old; called on every tick. */
  refresh(): Promise<void>;
  /** Reads what was made in Slack: something was just changed there. */
  reread(): Promise<void>;
};

type ProjectsSourceDeps = {
  location: string;
  /** Whether projects can be connected in Slack: then the file need not name any. */
  mayBeEmpty: boolean;
  /** What a file must pass beyond its own form (every key that it names is there). @throws ConfigError */
  check: (projects: Projects) => void;
  /** What was made in each workspace that the bot is in now. */
  readMade: () => Promise<readonly Made[]>;
  /** Called when it was looked for changes. */
  onLooked?: () => void;
  /** A look at the file serves this long; missing, as usual. */
  rereadMs?: number | undefined;
  /** Epoch ms. */
  realNow: () => number;
  log: Log;
};

const REREAD_MS = 15_000;

/** @throws ConfigError when the first reading of the file fails; later ones are only logged. */
export async function createProjectsSource(deps: ProjectsSourceDeps): Promise<ProjectsSource> {
  const { location, mayBeEmpty, check, readMade, onLooked, rereadMs = REREAD_MS, realNow, log } = deps;
  const known: Pieces = new Map();
  let written = await projectsWritten(location);
  let file = await projectsIn(written, location, mayBeEmpty, known);
  check(file);
  let seen: { written: typeof written; read: Projects | Error } = { written, read: file };
  let refused = '';
  let readAt = realNow();
  let made = new Map<string, Made>();
  let views = new Map<string, Projects>();
  let turn: Promise<void> = Promise.resolve();

  /** One after the other: what was read before a change must not take the place of what was read after it. */
  function reread(): Promise<void> {
    turn = turn
      .catch(() => undefined)
      .then(async () => {
        const now = new Map((await readMade()).map((each) => [each.team, each]));
        onLooked?.();
        // A view is dear where there are thousands of projects, and most ticks find nothing new.
        if (isDeepStrictEqual(now, made)) return;
        made = now;
        views = new Map();
      });
    return turn;
  }

  /** The same text says the same, and has the same faults. */
  async function readOnce(now: typeof written): Promise<Projects> {
    if (!isDeepStrictEqual(now, seen.written)) {
      const read = await projectsIn(now, location, mayBeEmpty, known).catch((error: Error) => error);
      seen = { written: now, read };
    }
    if (seen.read instanceof Error) throw seen.read;
    return seen.read;
  }

  async function refreshFile(): Promise<void> {
    if (realNow() - readAt < rereadMs) return;
    readAt = realNow();
    try {
      const now = await projectsWritten(location);
      // A thousand projects take a while to check. What was refused is checked again: it may have waited for a key.
      if (refused === '' && isDeepStrictEqual(now, written)) return;
      const read = await readOnce(now);
      const unchanged = isDeepStrictEqual(read, file);
      if (!unchanged) check(read);
      if (unchanged && refused !== '') log.info({ file: location }, 'The projects file is in order again');
      [written, refused] = [now, ''];
      if (unchanged) return;
      file = read;
      views = new Map();
      log.info(
        { file: location, projects: read.projects.length },
        'The projects file changed; it is in force',
      );
    } catch (error) {
      const faults = error instanceof ConfigError ? error.faults : [messageOf(error)];
      if (faults.join() === refused) return;
      refused = faults.join();
      log.error(
        { file: location, faults },
        'The projects file is faulty and was refused; the old one stays in force',
      );
    }
  }

  return {
    file: () => file,
    of(team) {
      const view = views.get(team) ?? withMade(file, made.get(team) ?? { team, projects: [], feeds: [] });
      views.set(team, view);
      return view;
    },
    reread,
    async refresh() {
      await refreshFile();
      await reread();
    },
  };
}
