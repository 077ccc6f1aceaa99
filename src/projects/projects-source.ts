/** Keeps projects current with the file and with what people set up in Slack. A faulty file is ignored. */
import { isDeepStrictEqual } from 'node:util';
import { isRecent } from '../clock.ts';
import { FEED_KINDS, type FeedKind, type RefusedFile } from '../decision.ts';
import { ConfigError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { findHaste } from '../words/schedule-words.ts';
import {
  channelsOf,
  describeIssue,
  feedsOf,
  Project,
  type Projects,
  parseTexts,
  readTexts,
} from './projects.ts';
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
  onReread?: () => void;
  rereadMs?: number | undefined;
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
  warnOfHaste(file, log);
  const refusal = createRefusal('projects file', { realNow, log });
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

  async function refreshFile(): Promise<void> {
    if (isRecent(readAt, realNow(), rereadMs)) return;
    readAt = realNow();
    try {
      const now = await readTexts(location);
      // Checking a thousand projects takes a while. A refused file is checked again: it may have waited for a key.
      if (refusal.standing() || !isDeepStrictEqual(now, texts)) await apply(now);
    } catch (error) {
      refusal.refuse(error, location);
    }
  }

  async function apply(now: typeof texts): Promise<void> {
    const parsed = await parseTexts(now, location, mayBeEmpty, known);
    const isChanged = !isDeepStrictEqual(parsed, file);
    if (isChanged) check(parsed);
    texts = now;
    const wasRefused = refusal.end();
    if (isChanged) {
      file = parsed;
      views = new Map();
      warnOfHaste(file, log);
      log.info({ file: location, projects: file.projects.length }, 'Applied the changed projects file');
    } else if (wasRefused) log.info({ file: location }, 'The projects file is in order again');
  }

  return {
    /** The file's projects of all workspaces, without what was set up in Slack. */
    file: () => file,
    /** Undefined while the file as it is now is in force. */
    refused: refusal.standing,
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

/** Keeps why a changed file isn't in force, and logs each fault once. */
export function createRefusal(
  what: RefusedFile['what'],
  { realNow, log }: Pick<ProjectsSourceDeps, 'realNow' | 'log'>,
) {
  let refused: (RefusedFile & { said: string }) | undefined;
  return {
    standing: (): RefusedFile | undefined => refused,
    refuse(error: unknown, file: string | undefined): void {
      const faults = error instanceof ConfigError ? error.faults : [messageOf(error)];
      const said = faults.join();
      if (said === refused?.said) return;
      refused = { what, since: refused?.since ?? realNow(), faults: faults.length, said };
      log.error({ file, faults }, `The ${what} can’t be used; the previous one stays in force`);
    },
    /** Whether it was refused before. */
    end(): boolean {
      const wasRefused = refused !== undefined;
      refused = undefined;
      return wasRefused;
    },
  };
}

function warnOfHaste(file: Projects, log: Log): void {
  for (const [schedule, feeds] of Map.groupBy(feedsOf(file), (feed) => feed.schedule)) {
    const haste = findHaste(schedule);
    const names = feeds.map(({ kind, project }) => `${project.name} ${kind}`);
    if (haste) log.warn({ feeds: names }, `The schedule “${schedule}” ${haste}`);
  }
}

/** A project connected in Slack. `id` is the API's; `channel` shows the project before any of its feeds posts. */
export type ConnectedProject = { id: string; name: string; channel: string };

/** A feed as stored: `settings` as in projects.yml, in the words of the person who made it. */
export type KeptFeed = {
  id: string;
  projectId: string;
  kind: FeedKind;
  settings: Readonly<Record<string, unknown>>;
  /** Grows by one with every change. */
  revision: number;
  by: string;
  /** Epoch ms. */
  at: number;
};

export type Made = {
  team: string;
  /** With many workspaces: who installed the bot here and hears when something breaks; empty once they are forgotten. */
  installedBy?: string | undefined;
  projects: readonly ConnectedProject[];
  feeds: readonly KeptFeed[];
  /** Channels by the id that the file may still have: the id that Slack has given them since. */
  moved?: ReadonlyMap<string, string>;
};

export type Fault<Field extends string = string> = { field: Field; sentence: string };

const Feeds = Project.omit({ id: true, name: true, workspace: true, api_key_env: true, visible_in: true });

/** Finds what is wrong with a feed's settings, field by field, for its form. */
export function findFeedFaults(kind: FeedKind, settings: KeptFeed['settings']): Fault[] {
  const { error } = Feeds.safeParse({ [kind]: settings }, { error: describeIssue });
  const haste = findHaste(`${settings.schedule}`);
  const faults = (error?.issues ?? []).flatMap((issue) => {
    const field = issue.path.slice(1).join('.');
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: key, sentence: 'is not a known key' }))
      : [{ field, sentence: issue.message }];
  });
  return haste === undefined ? faults : [...faults, { field: 'schedule', sentence: haste }];
}

/** Parses a feed's settings and fills in defaults; undefined if they are faulty. */
export function parseFeed(kind: FeedKind, settings: KeptFeed['settings']) {
  return Feeds.safeParse({ [kind]: settings }).data;
}

export function findProjectFaults({ id, name }: Named): Fault<'id' | 'name'>[] {
  const { error } = Project.pick({ id: true, name: true }).safeParse({ id, name }, { error: describeIssue });
  return (error?.issues ?? []).map(({ path, message }) => ({
    field: path[0] === 'id' ? 'id' : 'name',
    sentence: message,
  }));
}

/** One workspace's projects: the file's, which win, and those set up there, without faulty feeds. */
export function withMade(
  file: Projects,
  { team, installedBy, projects, feeds, moved = new Map() }: Made,
): Projects {
  const ofTeam = file.projects.filter(({ workspace }) => !workspace || workspace === team);
  // To look through 10,000 projects holds the loop, and hardly ever has a channel moved.
  const named = moved.size === 0 ? ofTeam : ofTeam.map((project) => followMoved(project, moved));
  const connected = projects
    .filter((made) => !named.some((project) => isSameProject(made, project)))
    .map(({ id, name, channel }) => ({
      id,
      name,
      workspace: team,
      visible_in: [channel],
      connected: true as const,
    }));
  // The file's owners hear only about workspaces its projects name; who installed the bot always does.
  const ofFile = named.length > 0 ? file : { owners: [], ops_channel: undefined };
  const { ops_channel: ops } = installedBy ? ofFile : file;
  const ops_channel = ops && (moved.get(ops) ?? ops);
  const owners = installedBy ? [...new Set([...ofFile.owners, installedBy])] : file.owners;
  const all = { ...file, owners, ops_channel, projects: [...named, ...connected] };
  if (feeds.length === 0) return all;
  const inFile = new Set(feedsOf(all).map(({ id }) => id));
  const byProject = Map.groupBy(
    feeds.filter(({ id }) => !inFile.has(id)),
    ({ projectId }) => projectId,
  );
  return {
    ...all,
    projects: all.projects.map((project) => {
      const made = (byProject.get(project.id) ?? []).flatMap(({ kind, settings, revision }) => {
        const feed = parseFeed(kind, settings);
        return feed ? [{ ...feed, revision }] : [];
      });
      return made.length === 0 ? project : { ...project, made };
    }),
  };
}

/** The project with the ids that its channels have now. */
function followMoved(project: Project, moved: ReadonlyMap<string, string>): Project {
  if (!channelsOf(project).some((channel) => moved.has(channel))) return project;
  const now = (channel: string) => moved.get(channel) ?? channel;
  const feedsNow = FEED_KINDS.map((kind) => {
    const settings = project[kind];
    return [kind, settings && { ...settings, channel: now(settings.channel) }] as const;
  });
  return { ...project, ...Object.fromEntries(feedsNow), visible_in: project.visible_in?.map(now) };
}

type Named = Pick<ConnectedProject, 'id' | 'name'>;

/** People tell projects apart by name, in any case; the API by id. */
function isSameProject(one: Named, other: Named): boolean {
  return one.id === other.id || one.name.toLowerCase() === other.name.toLowerCase();
}
