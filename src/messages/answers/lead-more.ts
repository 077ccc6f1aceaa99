/** Shows, privately, what a digest does not: its further leads, page by page. */
import type { ActionsBlock } from '@slack/types';
import type { LeadDigest, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { rowsThatFit } from '../budget.ts';
import { dayAt } from '../days.ts';
import { fallback } from '../fallback.ts';
import { handleOf } from '../handle.ts';
import { button, section } from '../layout.ts';
import type { LeadPage } from '../lead-controls.ts';
import { actionableRow, type LeadRow, leadLines, leadRow } from '../lead-row.ts';
import { brief } from '../lengths.ts';
import { leadsOfDigest, lookedAt, PAGE_OF_MORE } from '../posts/lead-digest.ts';

/** `mayAct`: whether the reader may claim a lead, dismiss it and so on. */
export type MoreOfDigest = LeadPage & { digest: LeadDigest; mayAct: boolean };

export function leadMoreMessage(more: MoreOfDigest, standing: Pick<Standing, 'handles' | 'leads'>): Message {
  const { digest, from, ts, mayAct } = more;
  const rows = leadsOfDigest(digest)
    .slice(from, from + PAGE_OF_MORE)
    .map(
      (lead, i): LeadRow => ({
        number: from + i + 1,
        lead,
        at: lookedAt(digest),
        timezone: digest.timezone,
        isNew: false,
        handle: handleOf(standing, lead.key),
        standing: standing.leads?.[lead.key],
        page: { from, ts },
      }),
    );
  const drawn = rows.map((row) => (mayAct ? actionableRow(digest.project, row) : leadRow(row)));
  const draw = (shown: readonly MessageBlock[]) => [
    section(mrkdwn`${headOf(more, shown.length)}`),
    ...shown,
    ...next(more, shown.length),
  ];
  const shown = rowsThatFit<MessageBlock>(drawn, draw);
  return {
    text: fallback(headOf(more, shown), leadLines(rows.slice(0, shown))),
    blocks: draw(drawn.slice(0, shown)),
  };
}

/** "Acme leads of Fri 20 Nov, 11 to 25 of 30" */
function headOf({ digest, from }: MoreOfDigest, shown: number): string {
  const name = `${brief(digest.project.name, 'project')} leads of ${dayAt(digest.at, digest.timezone)}`;
  const all = leadsOfDigest(digest).length;
  return shown === 0 ? `${name}: there are no more.` : `${name}, ${from + 1} to ${from + shown} of ${all}`;
}

function next({ digest, from, ts }: MoreOfDigest, shown: number): ActionsBlock[] {
  const left = leadsOfDigest(digest).length - from - shown;
  if (left <= 0 || shown === 0) return [];
  const label = left > PAGE_OF_MORE ? `Show ${PAGE_OF_MORE} of ${left} more` : `Show ${left} more`;
  const spoken = `${label} leads of ${brief(digest.project.name, 'project')}`;
  return [{ type: 'actions', elements: [button(label, spoken, ACTIONS.leadMore, `${from + shown} ${ts}`)] }];
}
