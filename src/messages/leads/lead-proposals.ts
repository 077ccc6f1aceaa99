/** Proposals of a higher minimum score or a muted place: what each would have hidden, its button, its state. */
import { type Carried, carry } from '../../carried.ts';
import type {
  MinScoreProposal,
  MinScoreState,
  MuteProposal,
  MuteState,
  ProjectRef,
  Standing,
} from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import {
  actions,
  type Button,
  button,
  headline,
  type Page,
  type Part,
  page,
  paragraph,
  rows,
} from '../page.ts';
import { beside, bold, code, join, say, type Text, user } from '../text.ts';
import { momentBeside } from '../times.ts';
import { describeDismissal, leadLink } from './lead-facts.ts';

type Change = Carried<'min_score'>;

/** Ends a recap: the proposal with its button, its result, or which line of projects.yml to change. */
export function minScoreLine(
  proposal: MinScoreProposal,
  state: MinScoreState | undefined,
  project: ProjectRef,
): Part | undefined {
  const { feed, from, score } = proposal;
  if (state?.score === score) {
    const undo = undoButton({ feed, from: score, to: from }, project);
    return paragraph(isNow(score, state.by), state.made ? undo : undefined);
  }
  if (!state || state.score !== from) return paragraph(describeHidden(proposal));
  const apply = state.made ? applyButton({ feed, from, to: score }, project) : undefined;
  return paragraph(describeProposal(proposal, state.made, project), apply);
}

/** Below the list of leads, for someone who may change the feed. `isMade`: the feed was made in Slack. */
export function minScoreProposalParts(
  proposal: MinScoreProposal,
  isMade: boolean,
  project: ProjectRef,
  list: Change['list'],
): Part[] {
  const { feed, from, score } = proposal;
  const change = { feed, from, to: score, list };
  const later = button(
    ACTIONS.minScoreLater,
    'Not now',
    `Leave the minimum score of ${brief(project.name, 'project')} as it is`,
    carry('min_score', change),
  );
  const parts = [
    paragraph(describeProposal(proposal, isMade, project)),
    actions([isMade && applyButton(change, project), later]),
  ];
  return parts.filter((part) => part !== undefined);
}

/** Replaces the proposal once the minimum score has changed. */
export function minScoreChangedParts({ feed, from, to, list }: Change, project: ProjectRef): Part[] {
  const undo = undoButton({ feed, from: to, to: from, list }, project);
  const state = to === undefined ? 'There’s no minimum score now.' : isNow(to);
  return [paragraph(state, undo)].filter((part) => part !== undefined);
}

/** Asks, and says what it would change and how it is undone, or in projects.yml done. */
function describeProposal(proposal: MinScoreProposal, isMade: boolean, project: ProjectRef): Text {
  const { from, score } = proposal;
  const question = bold(`Hide leads with a score below ${figure(score)}?`);
  const now = from !== undefined && `The minimum is ${figure(from)} now.`;
  const how = isMade
    ? say`Digests and lists would count them without showing them. You can undo it here or with ${code('/visibility feeds')}.`
    : describeChangeInFile(proposal, project);
  return join([question, now, describeHidden(proposal), how], ' ');
}

/** Younger leads aren’t counted (see SETTLED_MS in rules/lead-proposals.ts), so a week’s recap may name more. */
function describeHidden({ score, hides, of, days = 30 }: MinScoreProposal): Text {
  const span = days === 1 ? 'day' : count(days, 'day');
  return say`In the last ${span} a minimum score of ${figure(score)} would have hidden ${figure(hides)} of ${count(of, 'lead')} that nobody used within 3 days, and none that anyone claimed or answered.`;
}

function isNow(score: number, by?: string): Text {
  const who = by !== undefined && say` ${user(by)} set it.`;
  return say`The minimum score is now ${figure(score)}.${who} Each digest counts what’s below it.`;
}

/** Which line to change: a button can’t edit projects.yml. */
function describeChangeInFile({ from, score }: MinScoreProposal, { name }: ProjectRef): Text {
  const where = say`under ${code('leads')} of ${brief(name, 'project')} in projects.yml`;
  return from === undefined
    ? say`To apply it, put ${code(`min_score: ${score}`)} ${where}.`
    : say`To apply it, change ${code(`min_score: ${from}`)} to ${code(`min_score: ${score}`)} ${where}.`;
}

function applyButton(change: Change, { name }: ProjectRef): Button {
  const hint = `Apply a minimum score of ${figure(change.to ?? 0)} to the leads of ${brief(name, 'project')}`;
  return button(
    ACTIONS.minScoreSet,
    `Hide below ${figure(change.to ?? 0)}`,
    hint,
    carry('min_score', change),
  );
}

function undoButton(change: Change, { name }: ProjectRef): Button {
  const hint = `Undo the minimum score of ${brief(name, 'project')}`;
  return button(ACTIONS.minScoreSet, 'Undo', hint, carry('min_score', change));
}

/** Leads named of those a mute would have hidden. */
const NAMED = 3;

export function muteProposalMessage(proposal: MuteProposal, { mute = { state: 'open' } }: Standing): Page {
  const { dismissed, of, reason, removes, at } = proposal;
  const place = brief(proposal.place, 'place');
  const name = brief(proposal.project.name, 'project');
  const evidence = `${dismissed} of the last ${of} leads from ${place} were dismissed ${describeDismissal(reason)}.`;
  const others = removes.leads.length - NAMED;
  const named = removes.leads.slice(0, NAMED).map((lead) => ({ text: leadLink(lead, 'line') }));
  const state = stateOf(mute, place);
  return page(
    headline(
      state
        ? say`${bold(`${name} · ${state.what}`)} ${nameDecider(mute, at)}`
        : bold(`${name} · mute ${place} here?`),
    ),
    paragraph(state?.follows),
    paragraph(evidence),
    rows(others > 0 ? [...named, { text: say`${figure(others)} more` }] : named, {
      heading: say`${describeMuteEffect(proposal)}`,
    }),
    actions(buttonsFor(mute, place)),
  );
}

function describeMuteEffect({ removes: { leads, shown, repliedTo } }: MuteProposal): string {
  const replies =
    repliedTo === 0 ? 'You replied to none of them.' : `You replied to ${figure(repliedTo)} of them.`;
  return `In the last 30 days a mute would have hidden ${figure(leads.length)} of ${count(shown, 'lead')} here. ${replies}`;
}

function nameDecider({ by, at }: MuteState, decidedAt: number): Text {
  return beside(by !== undefined && user(by), at !== undefined && momentBeside(at, decidedAt));
}

/** Undefined while the proposal is open. */
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

/** The buttons carry nothing: the delivery behind the message holds the proposal. */
function buttonsFor({ state }: MuteState, place: string) {
  const mute = button(ACTIONS.muteAccept, 'Mute', `Mute ${place} here`, 'mute');
  if (state === 'open')
    return [mute, button(ACTIONS.muteDecline, 'Not now', `Don’t mute ${place} now`, 'not_now')];
  return state === 'muted' ? [button(ACTIONS.muteUndo, 'Undo', `Undo the mute of ${place}`, 'undo')] : [mute];
}
