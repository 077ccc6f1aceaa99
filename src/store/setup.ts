/** Sets up projects, API keys and feeds in Slack: checked, stored, and in use at once. */
import type { FeedKind } from '../decision.ts';
import {
  type ConnectedProject,
  type Fault,
  findFeedFaults,
  findProjectFaults,
  type KeptFeed,
} from '../projects/made.ts';
import { type Feed, feedId, feedsOf, type Project } from '../projects/projects.ts';
import type { ProjectsSource } from '../projects/projects-source.ts';
import { HOW_TO_MAKE_A_KEY, type Vault } from '../secrets.ts';
import { changeFeed, connectProject, disconnectProject, findMadeFeed, makeFeed } from './made.ts';
import { deleteRows } from './rows.ts';
import type { Db } from './schema.ts';
import { dropApiKey, type Given, keepApiKey, readKeyGiver } from './sealed.ts';
import { inTransaction } from './statements.ts';

/** Nothing was stored. Each fault names its field, or `project` or `feed`. */
export type Refusal = { kind: 'refused'; faults: readonly Fault[] };

export type Setup = ReturnType<typeof createSetup>;

export type SetupDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then no key can be stored. */
  vault: Vault | undefined;
  projects: ProjectsSource;
  /** Whether the environment has a key for the project. */
  hasOwnKey: (project: Project) => boolean;
};

/** Checks names and feeds for duplicates. Permissions are the caller's task. */
export function createSetup({ db, vault, projects, hasOwnKey }: SetupDeps) {
  /**
   * Connects a project by its id and key. One that is already connected, or in the file without a key, only gets the
   * key (key_replaced): its name and channel stay.
   */
  async function connect(
    team: string,
    given: ConnectedProject & { apiKey: string },
    who: Given,
  ): Promise<{ kind: 'connected' | 'key_replaced'; project: Project } | Refusal> {
    if (!vault) return refuse({ field: 'apiKey', sentence: NO_ENCRYPTION_KEY });
    const { apiKey, ...project } = given;
    const key = apiKey.trim();
    const known = findProject(team, project.id);
    const faults = known ? findKnownFaults(known) : findNewFaults(team, project);
    if (!isKey(key)) faults.push({ field: 'apiKey', sentence: NO_API_KEY });
    if (faults.length > 0) return refuse(...faults);
    const isNew = await inTransaction(db, async (trx) => {
      await keepApiKey(trx, vault, team, project.id, key, who);
      return known === undefined && (await connectProject(trx, team, project, who));
    });
    await projects.reread();
    const there = findProject(team, project.id);
    return there ? { kind: isNew ? 'connected' : 'key_replaced', project: there } : refuse(GONE);
  }

  /** Why a project that is here can't be given a key. */
  function findKnownFaults(known: Project): Fault[] {
    return hasOwnKey(known) ? [{ field: 'id', sentence: inFile(`${known.name} with its key`) }] : [];
  }

  function findNewFaults(team: string, project: ConnectedProject): Fault[] {
    const name = project.name.toLowerCase();
    const isTaken = projects.of(team).projects.some((other) => other.name.toLowerCase() === name);
    return [...findProjectFaults(project), ...(isTaken ? [{ field: 'name', sentence: NAME_TAKEN }] : [])];
  }

  /** Removes a project that was connected in Slack, with its key and feeds. */
  async function disconnect(team: string, id: string): Promise<{ kind: 'removed' } | Refusal> {
    const project = findProject(team, id);
    if (!project) return refuse(GONE);
    if (!project.connected) return refuse({ field: 'project', sentence: inFile(project.name) });
    await disconnectProject(db, team, id);
    await projects.reread();
    return { kind: 'removed' };
  }

  /** Who gave a project's key in Slack, when, and whether it is used. Undefined if nobody did. */
  async function readGivenKey(
    team: string,
    project: Project,
  ): Promise<(Given & { isUsed: boolean }) | undefined> {
    const given = await readKeyGiver(db, team, project.id);
    return given && { ...given, isUsed: !hasOwnKey(project) };
  }

  /** Deletes the key given in Slack for a project of the file; the project stays. */
  async function forgetKey(team: string, id: string): Promise<{ kind: 'forgotten' } | Refusal> {
    const project = findProject(team, id);
    if (!project) return refuse(GONE);
    if (project.connected) return refuse({ field: 'project', sentence: GOES_WITH_ITS_PROJECT });
    if (!(await dropApiKey(db, team, id))) return refuse({ field: 'apiKey', sentence: NO_KEY });
    await projects.reread();
    return { kind: 'forgotten' };
  }

  /** `settings` are as in projects.yml, with the channel. */
  async function addFeed(
    team: string,
    wish: { projectId: string; kind: FeedKind; settings: KeptFeed['settings'] },
    who: Given,
  ): Promise<{ kind: 'made'; feed: KeptFeed } | Refusal> {
    const { projectId, kind, settings } = wish;
    if (!findProject(team, projectId)) return refuse(GONE);
    const faults = findFeedFaults(kind, settings);
    if (faults.length > 0) return refuse(...faults);
    const id = feedId(kind, projectId, String(settings.channel));
    if (findFeed(team, id)) return refuse(CHANNEL_TAKEN);
    const feed = await makeFeed(db, team, { id, projectId, kind, settings }, who);
    await projects.reread();
    return feed ? { kind: 'made', feed } : refuse(CHANNEL_TAKEN);
  }

  /** Changes a feed as it was at `revision`. stale: somebody else changed it since; `feed` is their version. */
  async function editFeed(
    team: string,
    id: string,
    revision: number,
    settings: KeptFeed['settings'],
    who: Given,
  ): Promise<{ kind: 'changed' | 'stale'; feed: KeptFeed } | Refusal> {
    const current = await findMadeFeed(db, team, id);
    if (!current) return refuse(explainUnmade(team, id));
    const { kind, projectId } = current;
    const faults = findFeedFaults(kind, settings);
    if (faults.length > 0) return refuse(...faults);
    const to = { id: feedId(kind, projectId, String(settings.channel)), settings };
    if (to.id !== id && findFeed(team, to.id)) return refuse(CHANNEL_TAKEN);
    const changed = await changeFeed(db, team, id, revision, to, who);
    await projects.reread();
    if (changed) return { kind: 'changed', feed: changed };
    const now = await findMadeFeed(db, team, id);
    if (!now) return refuse(explainUnmade(team, id));
    return now.revision === revision ? refuse(CHANNEL_TAKEN) : { kind: 'stale', feed: now };
  }

  async function dropFeed(team: string, id: string): Promise<{ kind: 'removed' } | Refusal> {
    // Whatever its revision.
    if (!(await deleteRows(db, 'made_feed', { team, id }))) return refuse(explainUnmade(team, id));
    await projects.reread();
    return { kind: 'removed' };
  }

  const findProject = (team: string, id: string): Project | undefined =>
    projects.of(team).projects.find((project) => project.id === id);
  const findFeed = (team: string, id: string): Feed | undefined =>
    feedsOf(projects.of(team)).find((feed) => feed.id === id);

  /** Why a feed can't be changed in Slack: it is the file's, or it is gone. */
  function explainUnmade(team: string, id: string): Fault {
    return findFeed(team, id)
      ? {
          field: 'feed',
          sentence: 'This feed is in projects.yml: change it there. Here it can be paused and resumed',
        }
      : { field: 'feed', sentence: 'This feed was removed in the meantime' };
  }

  return {
    /** Why keys can't be given here; undefined if they can. */
    noKeys: vault ? undefined : NO_ENCRYPTION_KEY,
    connect,
    disconnect,
    readGivenKey,
    forgetKey,
    addFeed,
    editFeed,
    dropFeed,
    /** A feed made in Slack, with its settings as given; undefined for one of the file. */
    feed: (team: string, id: string) => findMadeFeed(db, team, id),
  };
}

const refuse = (...faults: Fault[]): Refusal => ({ kind: 'refused', faults });

/** What an HTTP header can carry. */
const isKey = (key: string) => /^[\x21-\x7e]{1,1000}$/.test(key);

const NO_ENCRYPTION_KEY = `A key can only be stored if the bot has an ENCRYPTION_KEY. Whoever runs it can ${HOW_TO_MAKE_A_KEY}`;
const GOES_WITH_ITS_PROJECT = 'This project was connected here, so its key goes when it is disconnected';
const NO_KEY = 'This project no longer has a key that was given here';
const NO_API_KEY = 'must be an API key: one word without spaces';
const NAME_TAKEN = 'Another project here has this name';
/** A second feed of a kind in one channel. */
export const CHANNEL_TAKEN = {
  field: 'channel',
  sentence: 'This channel already gets this feed. To change it, use /visibility feeds there',
};
const GONE = { field: 'project', sentence: 'This project no longer exists' };
const inFile = (what: string) => `${what} is in projects.yml: change it there`;
