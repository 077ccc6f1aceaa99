/** Answers /visibility audit: who changed what and when, and what came of it. */
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, rows } from '../page.ts';
import { beside, bold, channel, say, type Text, user } from '../text.ts';
import { moment } from '../times.ts';

/**
 * One write; `at` epoch ms. `name` is the person's. `project` is missing where it concerns none, `isGone` where the workspace
 * has it no more, `feed` where the subject is one.
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
export function auditPage(lines: readonly AuditLine[], total: number): Page {
  return {
    parts: [
      headline(bold(`Audit: ${total === 0 ? 'nobody has changed anything yet' : count(total, 'change')}`)),
      note(total > 0 && 'Newest first'),
      rows(lines.map((line) => ({ text: textOf(line) }))),
    ],
  };
}

function textOf({ at, person, action, project, isGone, feed, subject, outcome }: AuditLine): Text {
  return beside(
    say`• ${moment(at)} ${user(person)} ${bold(action)}`,
    project !== undefined && `${brief(project, 'project')}${isGone ? ' (no longer here)' : ''}`,
    feed ? say`${feed.kind} in ${channel(feed.channel)}` : brief(subject, 'name'),
    brief(outcome, 'reason'),
  );
}
