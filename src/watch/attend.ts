/** At each tick, what waits for a time: snoozes and mutes end, and unanswered claims get a reminder, once. */
import { type LeadReminder, leadFacts, projectRef } from '../decision.ts';
import { findQuietEnd } from '../feeds/schedule.ts';
import { moveLead } from '../outbox/move-lead.ts';
import { queueDecision } from '../outbox/queue.ts';
import { channelsOf, type Feed, type Project } from '../projects/projects.ts';
import { reminderAt } from '../rules/lead-state.ts';
import { toThreadUrl } from '../rules/thread-url.ts';
import { endMutes } from '../store/alerts.ts';
import { wantEdit } from '../store/deliveries.ts';
import { type KeptLead, recordEvent } from '../store/leads.ts';
import { readWaitingLeads } from '../store/open-leads.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction } from '../store/statements.ts';

type Waiting = KeptLead & { projectId: string };

/** Whether a person is in a channel; undefined if Slack doesn't answer. */
export type IsMember = (channel: string, person: string) => Promise<boolean | undefined>;

/** `feeds` are all of the workspace's. True if there is something to send. */
export async function attendLeads(
  db: Db,
  team: string,
  feeds: readonly Feed[],
  now: number,
  isMember: IsMember,
): Promise<boolean> {
  const waiting = await readWaitingLeads(db, team);
  if (waiting.length === 0) return false;
  let found = false;
  const feedsOf = Map.groupBy(feeds, ({ project }) => project.id);
  for (const lead of waiting) {
    const { state, projectId, key } = lead;
    const feed = feedsOf.get(projectId)?.find(({ kind }) => kind === 'leads');
    if (state.state === 'snoozed' && (state.until ?? 0) <= now) {
      await moveLead(db, { team, projectId, key }, { kind: 'wake' }, { now });
      found = true;
    }
    if (state.state === 'claimed' && feed && reminderAt(state.since ?? now, feed.timezone) <= now) {
      if (!(await isShownTo(state.by, feed.project, isMember))) continue;
      await remind(db, team, feed, lead, now);
      found = true;
    }
  }
  return found;
}

/** Someone who left all channels of a project is reminded once they are back: their claim stays. */
async function isShownTo(person: string | undefined, project: Project, isMember: IsMember): Promise<boolean> {
  if (person === undefined) return false;
  for (const channel of channelsOf(project)) {
    if (await isMember(channel, person)) return true;
  }
  return false;
}

/** Queues a reminder to the claimer and records it, so that there is only one. */
async function remind(db: Db, team: string, feed: Feed, lead: Waiting, now: number): Promise<void> {
  const { by: person, since: claimedAt = now, assignedBy } = lead.state;
  if (person === undefined) return;
  const { key, url } = lead;
  const reminder: LeadReminder = {
    kind: 'lead_reminder',
    v: 1,
    project: projectRef(feed.project),
    lead: leadFacts(lead),
    person,
    claimedAt,
    assignedBy,
    timezone: feed.timezone,
  };
  // A thread that is a lead of two projects is claimed for both at once, but gets one reminder.
  const thread = url === undefined ? `${feed.project.id} ${key}` : toThreadUrl(url);
  const to = {
    team,
    channel: person,
    subscription: feed.id,
    slotAt: claimedAt,
    key: `reminder:${thread}@${person}@${claimedAt}`,
    notBefore: findQuietEnd(feed.quiet, feed.timezone, now),
  };
  await inTransaction(db, async (trx) => {
    await queueDecision(trx, reminder, to, now);
    await recordEvent(trx, { team, projectId: feed.project.id, key }, { kind: 'reminder', at: now });
  });
}

/** Ends mutes of alerts. True if there is something to send. */
export async function attendAlerts(db: Db, team: string, now: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const keys = await endMutes(trx, team, now);
    for (const key of keys) await wantEdit(trx, team, key);
    return keys.length > 0;
  });
}
