/** Tells whoever claimed a lead that a colleague ended that: their own brief, which only they see, cannot be edited. */
import type { ClaimEnded, Standing } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, link, mrkdwn, user } from '../../slack/text.ts';
import { moment } from '../days.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { handleOf } from '../handle.ts';
import { section } from '../layout.ts';
import { titleOf } from '../lead-row.ts';
import { brief, linkable } from '../lengths.ts';

const WHAT: Record<ClaimEnded['how'], { done: string; now: string }> = {
  release: { done: 'released your claim', now: 'It is open again.' },
  reply: { done: 'noted a reply', now: 'It needs nothing more of you.' },
};

export function claimEndedMessage({ project, lead, by, how, at }: ClaimEnded, standing: Standing): Message {
  const title = titleOf(lead);
  const { done, now } = WHAT[how];
  const what = joined(
    [
      mrkdwn`*${brief(project.name, 'project')}*`,
      link(linkable(lead.url), title),
      handleOf(standing, lead.key),
    ],
    ' · ',
  );
  const said = (short: string) => `A colleague ${done}: “${short}”. ${now}`;
  return {
    text: fallback(summaryAround(title, said)),
    blocks: [section(joined([what, mrkdwn`${user(by)} ${done}, ${moment(at)}. ${now}`], '\n'))],
  };
}
