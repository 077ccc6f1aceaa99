/** Answers /visibility audit: who changed what and when, and what came of it. */
import type { Message } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';

/**
 * One write; `at` epoch ms. `name` is the person's, for those who listen. `project` is missing where it concerns none,
 * `isGone` where the workspace has it no more, `feed` where the subject is one.
 */
export type AuditLine = {
  at: number;
  person: string;
  name?: string | undefined;
  action: string;
  project?: string | undefined;
  isGone?: boolean | undefined;
  feed?: { kind: string; channel: string } | undefined;
  subject: string;
  outcome: string;
};

/** `total`: how many there are on all pages. */
export function auditAnswer(lines: readonly AuditLine[], total: number): Message {
  const amount = total === 0 ? 'nobody has changed anything yet' : count(total, 'change');
  return {
    text: fallback(`Audit: ${amount}.`, lines.map(spoken)),
    blocks: list(mrkdwn`*Audit* · ${amount}, newest first`, lines.map(written)),
  };
}

function written({ at, person, action, project, isGone, feed, subject, outcome }: AuditLine): Mrkdwn {
  const what = feed ? mrkdwn`${feed.kind} in ${channel(feed.channel)}` : brief(subject, 'name');
  const who = mrkdwn`• ${moment(at)} ${user(person)} *${action}*`;
  return joined([who, project && whose(project, isGone), what, brief(outcome, 'reason')], ' · ');
}

function spoken(line: AuditLine): Mrkdwn {
  const { at, person, name = person, action, project, isGone, feed, subject, outcome } = line;
  const what = feed
    ? fallbackText`${feed.kind} in ${channel(feed.channel)}`
    : fallbackText`${brief(subject, 'name')}`;
  const who = fallbackText`${utcMoment(at)}: ${brief(name, 'name')} ${action}`;
  const of = project && fallbackText`${whose(project, isGone)}`;
  return joined([who, of, what, fallbackText`${brief(outcome, 'reason')}`], ' · ');
}

function whose(project: string, isGone = false): string {
  return `${brief(project, 'project')}${isGone ? ' (no longer here)' : ''}`;
}
