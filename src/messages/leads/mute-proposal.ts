/** A proposal to mute a place: the sentence with its evidence, what it would have removed, and how it stands. */
import type { MuteProposal, MuteState, Standing } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, button, headline, type Page, paragraph, rows } from '../page.ts';
import { beside, bold, say, type Text, user } from '../text.ts';
import { momentBeside } from '../times.ts';
import { dismissedAs } from './dismiss-reasons.ts';
import { leadLink } from './lead-facts.ts';

/** Leads named of those that the mute would have removed. */
const NAMED = 3;

export function muteProposalMessage(proposal: MuteProposal, { mute = { state: 'open' } }: Standing): Page {
  const { dismissed, of, reason, removes, at } = proposal;
  const place = brief(proposal.place, 'place');
  const name = brief(proposal.project.name, 'project');
  const evidence = `${dismissed} of the last ${of} leads from ${place} were dismissed ${dismissedAs(reason)}.`;
  const others = removes.leads.length - NAMED;
  const named = removes.leads.slice(0, NAMED).map((lead) => ({ text: leadLink(lead, 'line') }));
  const state = stateOf(mute, place);
  return {
    parts: [
      headline(
        state
          ? say`${bold(`${name} · ${state.what}`)} ${who(mute, at)}`
          : bold(`${name} · mute ${place} here?`),
      ),
      paragraph(state?.follows),
      paragraph(evidence),
      rows(others > 0 ? [...named, { text: say`${figure(others)} more` }] : named, {
        heading: say`${wouldHave(proposal)}`,
      }),
      actions(buttonsFor(mute, place)),
    ],
  };
}

function wouldHave({ removes: { leads, shown, repliedTo } }: MuteProposal): string {
  const replies =
    repliedTo === 0 ? 'You replied to none of them.' : `You replied to ${figure(repliedTo)} of them.`;
  return `In the last 30 days a mute would have hidden ${figure(leads.length)} of ${count(shown, 'lead')} here. ${replies}`;
}

function who({ by, at }: MuteState, decidedAt: number): Text {
  return beside(by !== undefined && user(by), at !== undefined && momentBeside(at, decidedAt));
}

/** How it stands, and what follows; undefined while it is open. */
function stateOf({ state }: MuteState, place: string): { what: string; follows: string } | undefined {
  switch (state) {
    case 'open':
      return undefined;
    case 'muted':
      return {
        what: `${place} is muted here.`,
        follows: `New leads from ${place} are left out and counted below each digest.`,
      };
    case 'declined':
      return { what: `${place} stays.`, follows: 'You’ll be asked again in 30 days at the earliest.' };
    case 'undone':
      return { what: `${place} is back.`, follows: `New leads from ${place} are posted here again.` };
  }
}

/** The buttons carry nothing: the message knows its proposal. */
function buttonsFor({ state }: MuteState, place: string) {
  const mute = button(ACTIONS.muteAccept, 'Mute', `Mute ${place} here`, 'mute');
  if (state === 'open')
    return [mute, button(ACTIONS.muteDecline, 'Not now', `Don’t mute ${place} now`, 'not_now')];
  return state === 'muted' ? [button(ACTIONS.muteUndo, 'Undo', `Undo the mute of ${place}`, 'undo')] : [mute];
}
