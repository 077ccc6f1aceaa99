/** Answers /visibility audit: who changed what and when, and what came of it. */
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, user } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';

/** One write; `at` epoch ms. `project` is missing where it concerns none. */
export type AuditLine = {
  at: number;
  person: string;
  action: string;
  project?: string | undefined;
  subject: string;
  outcome: string;
};

/** `total`: how many there are on all pages. */
export function auditAnswer(lines: readonly AuditLine[], total: number): Message {
  const amount = total === 0 ? 'nobody has changed anything yet' : count(total, 'change');
  return {
    text: fallback(`Audit: ${amount}.`, lines.map(spoken)),
    blocks: list(
      mrkdwn`*Audit* · ${amount}, newest first`,
      lines.map(({ at, person, action, project, subject, outcome }) =>
        joined(
          [
            mrkdwn`• ${moment(at)} ${user(person)} *${action}*`,
            project && brief(project, 'project'),
            brief(subject, 'name'),
            brief(outcome, 'reason'),
          ],
          ' · ',
        ),
      ),
    ),
  };
}

function spoken({ at, person, action, subject, outcome }: AuditLine): string {
  return `${utcMoment(at)}: ${person} ${action} ${brief(subject, 'name')}, ${brief(outcome, 'reason')}`;
}
