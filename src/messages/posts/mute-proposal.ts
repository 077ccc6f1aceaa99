/** Draws a proposal to mute a place: the sentence with its evidence, what it would have removed, and how it stands. */
import type { ActionsBlock, Button } from '@slack/types';
import type { MuteProposal, MuteState, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { link, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { momentBeside, utcMoment } from '../days.ts';
import { dismissedAs } from '../dismissed-as.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { button } from '../layout.ts';
import { titleOf } from '../lead-row.ts';
import { brief, linkable } from '../lengths.ts';

/** Leads named of those that the mute would have removed. */
const NAMED = 3;

export function muteProposalMessage(proposal: MuteProposal, { mute = { state: 'open' } }: Standing): Message {
  const place = brief(proposal.place, 'place');
  const name = brief(proposal.project.name, 'project');
  const evidence = `${name}: ${proposal.dismissed} of the last ${proposal.of} leads from ${place} were dismissed ${dismissedAs(proposal.reason)}.`;
  const question = `Mute ${place} here?`;
  const said = stateInWords(mute, proposal);
  const { removes } = proposal;
  const blocks: MessageBlock[] = [
    ...list(mrkdwn`*${evidence} ${question}*`, [...removedLines(proposal), ...(said ? [said] : [])]),
    buttonsFor(mute, place),
  ];
  return {
    text: fallback(mute.state === 'open' ? `${evidence} ${question}` : spoken(mute, place), [
      `${wouldHave(proposal)}.`,
      ...removes.leads.slice(0, NAMED).map(titleOf),
      ...othersLine(removes.leads),
    ]),
    blocks,
  };
}

function wouldHave({ removes: { leads, shown, repliedTo } }: MuteProposal): string {
  const replies =
    repliedTo === 0 ? 'nobody replied to one of them' : `${figure(repliedTo)} of them had a reply`;
  return `In the last 30 days it would have removed ${figure(leads.length)} of ${count(shown, 'lead')} shown here; ${replies}`;
}

function removedLines(proposal: MuteProposal): Mrkdwn[] {
  const { leads } = proposal.removes;
  const named = leads.slice(0, NAMED).map((lead) => mrkdwn`• ${link(linkable(lead.url), titleOf(lead))}`);
  const others = othersLine(leads).map((line) => mrkdwn`${line}`);
  return [mrkdwn`${wouldHave(proposal)}:`, ...named, ...others];
}

function othersLine(leads: MuteProposal['removes']['leads']): string[] {
  const others = leads.length - NAMED;
  return others > 0 ? [`${figure(others)} more`] : [];
}

function stateInWords({ state, by = '', at = 0 }: MuteState, proposal: MuteProposal): Mrkdwn | undefined {
  const place = brief(proposal.place, 'place');
  const who = mrkdwn`${user(by)}, ${momentBeside(at, proposal.at)}`;
  switch (state) {
    case 'open':
      return undefined;
    case 'muted':
      return mrkdwn`*Muted here by ${who}.* New leads from ${place} are left out, and counted under the digest.`;
    case 'declined':
      return mrkdwn`*Not now: ${who}.* Asked again in 30 days at the earliest.`;
    case 'undone':
      return mrkdwn`*Mute undone by ${who}.* Leads from ${place} come again.`;
  }
}

function spoken({ state, at = 0 }: MuteState, place: string): string {
  const what = { open: 'open', muted: 'muted here', declined: 'not muted', undone: 'not muted any more' }[
    state
  ];
  return `${place} is ${what} since ${utcMoment(at)}.`;
}

/** The buttons carry nothing: the message knows its proposal. */
function buttonsFor({ state }: MuteState, place: string): ActionsBlock {
  const mute = button('Mute', `Mute ${place} here`, ACTIONS.muteAccept, 'mute');
  const notNow = button('Not now', `Do not mute ${place} now`, ACTIONS.muteDecline, 'not_now');
  const undo = button('Undo', `Undo the mute of ${place}`, ACTIONS.muteUndo, 'undo');
  const elements: Record<MuteState['state'], Button[]> = {
    open: [mute, notNow],
    muted: [undo],
    declined: [mute],
    undone: [mute],
  };
  return { type: 'actions', elements: elements[state] };
}
