/** Keeps projects current with the file and with what people set up in Slack. A faulty file is ignored. */
import { isDeepStrictEqual } from 'node:util';
import type { RefusedFile } from '../decision.ts';
import { ConfigError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Made, withMade } from './made.ts';
import { type Projects, parseTexts, readTexts } from './projects.ts';
import type { Pieces } from './read-projects.ts';

export type ProjectsSource = Awaited<ReturnType<typeof createProjectsSource>>;

type ProjectsSourceDeps = {
  location: string;
  /** If projects can be connected in Slack, the file needn't name any. */
  mayBeEmpty: boolean;
  /** Checks the file beyond its schema, such as for missing keys. @throws ConfigError */
  check: (projects: Projects) => void;
  /** What was set up in each workspace that the bot is in now. */
  readMade: () => Promise<readonly Made[]>;
  /** Called after each reread. */
  onReread?: () => void;
  rereadMs?: number | undefined;
  /** Epoch ms. */
  realNow: () => number;
  log: Log;
};

const REREAD_MS = 15_000;

/** @throws ConfigError if the file is faulty at the start; later faults are only logged. */
export async function createProjectsSource(deps: ProjectsSourceDeps) {
  const { location, mayBeEmpty, check, readMade, onReread, rereadMs = REREAD_MS, realNow, log } = deps;
  const known: Pieces = new Map();
  let texts = await readTexts(location);
  let file = await parseTexts(texts, location, mayBeEmpty, known);
  check(file);
  let lastParsed: { texts: typeof texts; result: Projects | Error } = { texts, result: file };
  let refused: (RefusedFile & { said: string }) | undefined;
  let readAt = realNow();
  let made = new Map<string, Made>();
  let views = new Map<string, Projects>();
  let turn: Promise<void> = Promise.resolve();

  /** One after the other, so that an older reading never replaces a newer one. */
  function reread(): Promise<void> {
    turn = turn
      .catch(() => undefined)
      .then(async () => {
        const now = new Map((await readMade()).map((each) => [each.team, each]));
        onReread?.();
        // A view is costly with thousands of projects, and most ticks find nothing new.
        if (isDeepStrictEqual(now, made)) return;
        made = now;
        views = new Map();
      });
    return turn;
  }

  /** The same texts aren't parsed twice, faulty or not. */
  async function parseOnce(now: typeof texts): Promise<Projects> {
    if (!isDeepStrictEqual(now, lastParsed.texts)) {
      const result = await parseTexts(now, location, mayBeEmpty, known).catch((error: Error) => error);
      lastParsed = { texts: now, result };
    }
    if (lastParsed.result instanceof Error) throw lastParsed.result;
    return lastParsed.result;
  }

  async function refreshFile(): Promise<void> {
    if (realNow() - readAt < rereadMs) return;
    readAt = realNow();
    try {
      const now = await readTexts(location);
      // Checking a thousand projects takes a while. A refused file is checked again: it may have waited for a key.
      if (refused || !isDeepStrictEqual(now, texts)) await apply(now);
    } catch (error) {
      refuse(error);
    }
  }

  /** @throws ConfigError if they can't be used */
  async function apply(now: typeof texts): Promise<void> {
    const parsed = await parseOnce(now);
    const isChanged = !isDeepStrictEqual(parsed, file);
    if (isChanged) check(parsed);
    const wasRefused = refused !== undefined;
    [texts, refused] = [now, undefined];
    if (isChanged) {
      file = parsed;
      views = new Map();
      log.info({ file: location, projects: file.projects.length }, 'Applied the changed projects file');
    } else if (wasRefused) log.info({ file: location }, 'The projects file is in order again');
  }

  function refuse(error: unknown): void {
    const faults = error instanceof ConfigError ? error.faults : [messageOf(error)];
    const said = faults.join();
    if (said === refused?.said) return;
    refused = { since: refused?.since ?? readAt, faults: faults.length, said };
    log.error({ file: location, faults }, 'The projects file can’t be used; the previous one stays in force');
  }

  return {
    /** The file's projects of all workspaces, without what was set up in Slack. */
    file: () => file,
    /** Undefined while the file as it is now is in force. */
    refused: (): RefusedFile | undefined => refused,
    /** The projects of one workspace: the file's and those set up there. */
    of(team: string): Projects {
      const view = views.get(team) ?? withMade(file, made.get(team) ?? { team, projects: [], feeds: [] });
      views.set(team, view);
      return view;
    },
    /** Reads what was set up in Slack, right after a change there. */
    reread,
    /** Reads what was set up in Slack, and the file if it's been `REREAD_MS`; called on every tick. */
    async refresh() {
      await refreshFile();
      await reread();
    },
  };
}
