/** A person's own digest, when it is due: reads what is stored about the projects they can see, and decides. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { projectRef, silence, splitRemark } from '../decision.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { AppError } from '../errors.ts';
import { filterByFeeds } from '../feeds/leads.ts';
import { LeaseLost } from '../outbox/commit.ts';
import { queueDecision } from '../outbox/queue.ts';
import type { Place } from '../outbox/standing.ts';
import { channelsOf, type Feed, type Project } from '../projects/projects.ts';
import { LEFT_AFTER_DAYS, type LeadDecision, MOST_DECISIONS } from '../rules/lead-rank.ts';
import { ANSWERS_DAYS, decideOwnDigest, type OwnProject } from '../rules/own-digest.ts';
import { readStandingLeads } from '../store/announced.ts';
import type { KeptLead } from '../store/leads.ts';
import { closeSlot, retrySlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import { countAnswers, type OwnSettings, readOwnDigest, readTimesShown } from '../store/subscriptions.ts';
import type { Db } from '../store/tables.ts';
import type { ClaimedSlot } from './troubles.ts';

type OwnReading = {
  db: Db;
  feeds: readonly Feed[];
  isMember: Place['isMember'];
  /** Whether the API can't be read for a feed right now. */
  isUnread: (feed: Feed) => Promise<boolean>;
};

class MembersUnknown extends AppError {
  readonly code = 'members_unknown';
}

/** It is for one morning: after this time it isn't sent. */
const LATEST_MS = 4 * HOUR_MS;
const AGAIN_MS = 5 * MINUTE_MS;

/** A lead that the API hasn't listed for this long is nobody's next task. */
const LISTED_WITHIN_MS = 30 * DAY_MS;

/** Dismissed because nobody got to it: says nothing about what the team likes. */
const NO_OPINION = 'too_old';

/** Queues the digest or closes the slot in silence. @throws LeaseLost; MembersUnknown: nothing is written */
export async function sendOwnDigest(reading: OwnReading, slot: ClaimedSlot, now: number) {
  const { db } = reading;
  const { team, subscription, due_at: dueAt, owner, channel: person } = slot;
  const isInTime = now - dueAt <= LATEST_MS;
  const settings = isInTime ? await readOwnDigest(db, team, person) : undefined;
  const decision = settings
    ? await decide(reading, slot, settings, now)
    : silence(isInTime ? 'turned off' : 'too late');
  return inTransaction(db, async (trx) => {
    if (!(await closeSlot(trx, slot, owner, settings ? 'done' : 'expired')))
      throw new LeaseLost(`Slot ${subscription} was taken over`);
    if (decision.kind === 'silence') return { queued: 0, silence: decision.reason };
    const to = { team, channel: person, subscription, slotAt: dueAt, key: `${subscription}@${dueAt}` };
    return { queued: (await queueDecision(trx, decision, to, now)) ? 1 : 0 };
  });
}

/** Retries a failed slot in a while, until it is too late. */
export async function retryOrExpire(db: Db, slot: ClaimedSlot, now: number): Promise<void> {
  if (now - slot.due_at > LATEST_MS) await closeSlot(db, slot, slot.owner, 'expired');
  else await retrySlot(db, slot, slot.owner, now + AGAIN_MS);
}

async function decide(reading: OwnReading, slot: ClaimedSlot, settings: OwnSettings, now: number) {
  const { db } = reading;
  const { team, due_at: at } = slot;
  const projects: OwnProject[] = [];
  for (const { project, channels } of await findProjectsSeen(reading, settings)) {
    projects.push(await readOwnProject(reading, slot, project, channels, now));
    // The embedded store blocks the event loop, so it gets a turn between projects.
    await nextTurn();
  }
  const since = now - ANSWERS_DAYS * DAY_MS;
  const { count, first = now } = await countAnswers(db, { team, person: settings.person, since });
  const { person, schedule, timezone, places, learns } = settings;
  const wish = { person, at, schedule, timezone, places, learns };
  return decideOwnDigest(wish, projects, { count, days: Math.ceil((now - first) / DAY_MS) }, now);
}

/** The chosen projects with those of their channels that the person is in right now: nothing else may be shown. */
async function findProjectsSeen({ feeds, isMember }: OwnReading, { person, projects: chosen }: OwnSettings) {
  const all = [...new Map(feeds.map(({ project }) => [project.id, project])).values()];
  const seen: { project: Project; channels: string[] }[] = [];
  for (const project of all) {
    if (chosen && !chosen.includes(project.id)) continue;
    const channels: string[] = [];
    for (const channel of channelsOf(project)) {
      const isThere = await isMember(channel, person);
      // Left out now, its leads would be missing without a word.
      if (isThere === undefined) throw new MembersUnknown(`Slack doesn’t say who is in ${channel}`);
      if (isThere) channels.push(channel);
    }
    if (channels.length > 0) seen.push({ project, channels });
  }
  return seen;
}

async function readOwnProject(
  { db, feeds, isUnread }: OwnReading,
  { team, channel: person }: ClaimedSlot,
  project: Project,
  channels: readonly string[],
  now: number,
): Promise<OwnProject> {
  const projectId = project.id;
  const of = { team, projectId };
  const shown = await readTimesShown(db, of, { part: ['new', 'still_open'] });
  const shownToThem = await readTimesShown(db, of, { part: 'own', channel: person });
  const undecided = (await readStandingLeads(db, of, ['new'])).map((lead) => {
    const leftAt = findLeftSince(shown.get(lead.key)?.first, lead, now);
    return { ...lead, leftAt, wasLeft: leftAt !== undefined };
  });
  const open = undecided.filter(({ polledAt }) => now - polledAt < LISTED_WITHIN_MS);
  const decided = await readStandingLeads(db, of, ['claimed', 'replied', 'dismissed']);
  const feed = feeds.find(({ kind, project: { id } }) => kind === 'leads' && id === projectId);
  const isOld = undecided.length > 0 && feed !== undefined && (await isUnread(feed));
  return {
    project: projectRef(project),
    open: await filterByFeeds(open, project, channels, { db, team, now }),
    decisions: decided
      .flatMap(toDecisions)
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST_DECISIONS),
    left: undecided.flatMap(({ leftAt, ...lead }) => (leftAt === undefined ? [] : { ...lead, at: leftAt })),
    asOf: isOld ? Math.max(...undecided.map(({ polledAt }) => polledAt)) : undefined,
    timesShown: new Map([...shownToThem].map(([key, { times }]) => [key, times])),
  };
}

/** When an open lead was shown, if nobody has acted on it since and that was long enough ago to tell something. */
function findLeftSince(shownAt: number | undefined, { state }: KeptLead, now: number): number | undefined {
  if (shownAt === undefined || (state.since !== undefined && state.since > shownAt)) return undefined;
  return now - shownAt >= LEFT_AFTER_DAYS * DAY_MS ? shownAt : undefined;
}

/** Dismissing a lead as too old says nothing about it, so it isn't a decision. */
function toDecisions({ state, polledAt, ...lead }: KeptLead): LeadDecision[] {
  const { chosen } = splitRemark(state.dismissReason ?? '');
  if (state.state === 'dismissed' && chosen === NO_OPINION) return [];
  return [{ ...lead, answered: state.state !== 'dismissed', at: state.since ?? polledAt }];
}
