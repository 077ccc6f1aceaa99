/** What people set up in Slack: projects with their keys, and feeds. Checked, kept, and in force here at once. */
import type { FeedKind } from '../decision.ts';
import {
  type ConnectedProject,
  type Fault,
  feedFaults,
  type KeptFeed,
  projectFaults,
} from '../projects/made.ts';
import { type Feed, feedId, feedsOf, type Project } from '../projects/projects.ts';
import type { ProjectsSource } from '../projects/projects-source.ts';
import { HOW_TO_MAKE_A_KEY, type Vault } from '../secrets.ts';
import { apiKeyGiven, dropApiKey, type Given, keepApiKey } from './api-keys.ts';
import { changeFeed, connectProject, disconnectProject, madeFeed, makeFeed, removeFeed } from './made.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './statements.ts';

/** Nothing was changed: what is wrong, and at which field. `project` and `feed` are fields too: which one is meant. */
export type Refusal = { kind: 'refused'; faults: readonly Fault[] };

export type Setup = ReturnType<typeof createSetup>;

export type SetupDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then no key can be kept. */
  vault: Vault | undefined;
  projects: ProjectsSource;
  /** Whether a project has a key without one that is given in Slack. */
  hasOwnKey: (project: Project) => boolean;
};

/** Who may do any of this is the caller's question; that a name or a feed is not there twice is answered here. */
export function createSetup({ db, vault, projects, hasOwnKey }: SetupDeps) {
  /**
   * Connects a project by its id and key; one that is connected already, or that the file names without a key, gets
   * this key. `key_replaced`: its name and channel stay as they were.
   */
  async function connect(
    team: string,
    given: ConnectedProject & { apiKey: string },
    who: Given,
  ): Promise<{ kind: 'connected' | 'key_replaced'; project: Project } | Refusal> {
    if (!vault) return refused({ field: 'apiKey', sentence: NO_ENCRYPTION_KEY });
    const { apiKey, ...project } = given;
    const key = apiKey.trim();
    const known = projects.of(team).projects.find(({ id }) => id === project.id);
    const faults = [
      ...(known ? [] : projectFaults(project)),
      ...(isKey(key) ? [] : [{ field: 'apiKey', sentence: 'must be an API key: one word without spaces' }]),
      ...(known || !isNameTaken(team, project.name) ? [] : [{ field: 'name', sentence: NAME_TAKEN }]),
      ...(known && hasOwnKey(known) ? [{ field: 'id', sentence: inFile(`${known.name} with its key`) }] : []),
    ];
    if (faults.length > 0) return refused(...faults);
    const isNew = await inTransaction(db, async (trx) => {
      await keepApiKey(trx, vault, team, project.id, key, who);
      return known === undefined && (await connectProject(trx, team, project, who));
    });
    await projects.reread();
    const there = projectOf(team, project.id);
    return there ? { kind: isNew ? 'connected' : 'key_replaced', project: there } : refused(GONE);
  }

  /** Removes a project that was connected in Slack, with its key and the feeds made for it. */
  async function disconnect(team: string, id: string): Promise<{ kind: 'removed' } | Refusal> {
    const project = projectOf(team, id);
    if (!project) return refused(GONE);
    if (!project.connected) return refused({ field: 'project', sentence: inFile(project.name) });
    await disconnectProject(db, team, id);
    await projects.reread();
    return { kind: 'removed' };
  }

  /** Who gave the key of a project in Slack, and when, and whether the API is asked with it; undefined if nobody did. */
  async function givenKey(
    team: string,
    project: Project,
  ): Promise<(Given & { isUsed: boolean }) | undefined> {
    const given = await apiKeyGiven(db, team, project.id);
    return given && { ...given, isUsed: !hasOwnKey(project) };
  }

  /** Forgets the key that was given in Slack for a project of the file; the project stays. */
  async function forgetKey(team: string, id: string): Promise<{ kind: 'forgotten' } | Refusal> {
    const project = projectOf(team, id);
    if (!project) return refused(GONE);
    if (project.connected) return refused({ field: 'project', sentence: GOES_WITH_ITS_PROJECT });
    if (!(await dropApiKey(db, team, id))) return refused({ field: 'apiKey', sentence: NO_KEY });
    await projects.reread();
    return { kind: 'forgotten' };
  }

  /** `settings` as projects.yml would have them, its channel among them. */
  async function addFeed(
    team: string,
    wish: { projectId: string; kind: FeedKind; settings: KeptFeed['settings'] },
    who: Given,
  ): Promise<{ kind: 'made'; feed: KeptFeed } | Refusal> {
    const { projectId, kind, settings } = wish;
    if (!projectOf(team, projectId)) return refused(GONE);
    const faults = feedFaults(kind, settings);
    if (faults.length > 0) return refused(...faults);
    const id = feedId(kind, projectId, String(settings.channel));
    if (feedIn(team, id)) return refused(CHANNEL_TAKEN);
    const feed = await makeFeed(db, team, { id, projectId, kind, settings }, who);
    await projects.reread();
    return feed ? { kind: 'made', feed } : refused(CHANNEL_TAKEN);
  }

  /**
   * Changes a feed as it was at `revision`. stale: somebody else changed it since, `feed` is what they left, and
   * nothing was changed now.
   */
  async function editFeed(
    team: string,
    id: string,
    revision: number,
    settings: KeptFeed['settings'],
    who: Given,
  ): Promise<{ kind: 'changed' | 'stale'; feed: KeptFeed } | Refusal> {
    const current = await madeFeed(db, team, id);
    if (!current) return refused(notMade(team, id));
    const { kind, projectId } = current;
    const faults = feedFaults(kind, settings);
    if (faults.length > 0) return refused(...faults);
    const to = { id: feedId(kind, projectId, String(settings.channel)), settings };
    if (to.id !== id && feedIn(team, to.id)) return refused(CHANNEL_TAKEN);
    const change = await changeFeed(db, team, id, revision, to, who);
    await projects.reread();
    if (change.kind === 'gone') return refused(notMade(team, id));
    return change.kind === 'taken' ? refused(CHANNEL_TAKEN) : change;
  }

  async function dropFeed(team: string, id: string): Promise<{ kind: 'removed' } | Refusal> {
    if (!(await removeFeed(db, team, id))) return refused(notMade(team, id));
    await projects.reread();
    return { kind: 'removed' };
  }

  const projectOf = (team: string, id: string): Project | undefined =>
    projects.of(team).projects.find((project) => project.id === id);
  const feedIn = (team: string, id: string): Feed | undefined =>
    feedsOf(projects.of(team)).find((feed) => feed.id === id);
  const isNameTaken = (team: string, name: string) =>
    projects.of(team).projects.some((project) => project.name.toLowerCase() === name.toLowerCase());

  /** Why a feed is none that was made in Slack: it is the file's, or it is gone. */
  function notMade(team: string, id: string): Fault {
    return feedIn(team, id)
      ? { field: 'feed', sentence: `${inFile('This feed')}; it can be paused and resumed here` }
      : { field: 'feed', sentence: 'This feed was removed meanwhile' };
  }

  return {
    /** Why no key can be given here; undefined where one can. */
    noKeys: vault ? undefined : NO_ENCRYPTION_KEY,
    connect,
    disconnect,
    givenKey,
    forgetKey,
    addFeed,
    editFeed,
    dropFeed,
    /** A feed that was made in Slack, in the words in which it was; undefined for one of the file. */
    feed: (team: string, id: string) => madeFeed(db, team, id),
  };
}

const refused = (...faults: Fault[]): Refusal => ({ kind: 'refused', faults });

/** What an HTTP header can carry. */
const isKey = (key: string) => /^[\x21-\x7e]{1,1000}$/.test(key);

const NO_ENCRYPTION_KEY = `A key can only be kept where the bot has an ENCRYPTION_KEY. Whoever runs it can ${HOW_TO_MAKE_A_KEY}`;
const GOES_WITH_ITS_PROJECT = 'This project was connected here: its key goes with it';
const NO_KEY = 'No key that was given here is kept for this project any more';
const NAME_TAKEN = 'Another project here has this name';
const CHANNEL_TAKEN = { field: 'channel', sentence: 'This channel has such a feed of this project already' };
const GONE = { field: 'project', sentence: 'This project is not there any more' };
const inFile = (what: string) => `${what} is in projects.yml and is changed there`;
