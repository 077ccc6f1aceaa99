/** Reminds somebody of a lead that they claimed and that has no reply yet; afterwards it says how the lead stands. */
import type { LeadReminder, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, link, mrkdwn } from '../../slack/text.ts';
import { clock, dayAt } from '../days.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { handleOf } from '../handle.ts';
import { button, section } from '../layout.ts';
import { leadValue } from '../lead-controls.ts';
import { titleOf } from '../lead-row.ts';
import { leadStateWords } from '../lead-state-words.ts';
import { brief, linkable } from '../lengths.ts';

export function leadReminderMessage(reminder: LeadReminder, standing: Standing): Message {
  const { lead, project, claimedAt, timezone, person } = reminder;
  const title = titleOf(lead);
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key] ?? { state: 'claimed', by: person, since: claimedAt };
  const isTheirs = now.state === 'claimed' && now.by === person;
  const claimed = mrkdwn`You claimed it on ${dayAt(claimedAt, timezone)}, ${clock(claimedAt)}. No reply is noted yet.`;
  const state = leadStateWords(now, { at: claimedAt, timezone }) ?? 'It is open again.';
  const lines = [
    joined([mrkdwn`*${brief(project.name, 'project')}*`, link(linkable(lead.url), title), handle], ' · '),
    isTheirs ? claimed : state,
  ];
  const blocks: MessageBlock[] = [section(joined(lines, '\n'))];
  if (isTheirs && handle !== undefined) {
    const value = leadValue({ handle, projectId: project.id });
    blocks.push({
      type: 'actions',
      elements: [
        button('Replied…', `Replied to ${handle}, ${title}`, ACTIONS.leadReplied, value),
        button('Release', `Release ${handle}, ${title}`, ACTIONS.leadRelease, value),
        button('Snooze…', `Snooze ${handle}, ${title}`, ACTIONS.leadSnooze, value),
      ],
    });
  }
  const say = (short: string) =>
    isTheirs ? `You claimed “${short}” and no reply is noted yet.` : `“${short}” needs nothing more of you.`;
  return { text: fallback(summaryAround(title, say)), blocks };
}
