/** A proposal of a higher minimum score: what it would have hidden, with the click that applies it; and how that stands. */
import { type Carried, carry } from '../../carried.ts';
import type { MinScoreProposal, MinScoreState, ProjectRef } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, type Button, button, type Part, paragraph } from '../page.ts';
import { code, joined, say, type Text, user } from '../text.ts';

type Change = Carried<'min_score'>;

/** At the end of a recap: the proposal with one click, what that made of it, or, of a feed of the file, which line to change. */
export function minScoreLine(
  proposal: MinScoreProposal,
  state: MinScoreState | undefined,
  project: ProjectRef,
): Part | undefined {
  const { feed, from, score } = proposal;
  const text = wouldHave(proposal);
  if (state?.score === score) {
    const undo = undoButton({ feed, from: score, to: from }, project);
    return paragraph(isNow(score, state.by), state.made ? undo : undefined);
  }
  if (!state || state.score !== from) return paragraph(text);
  return state.made
    ? paragraph(text, applyButton({ feed, from, to: score }, project))
    : paragraph(joined([text, inFile(proposal, project)], ' '));
}

/** At the head of the list of leads, for whoever may change the feed: also a way to hear no more of it. */
export function minScoreProposed(
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
  const text = wouldHave(proposal);
  const parts = [
    paragraph(isMade ? text : joined([text, inFile(proposal, project)], ' ')),
    actions([isMade && applyButton(change, project), later]),
  ];
  return parts.filter((part) => part !== undefined);
}

/** The same place once somebody has changed it there. */
export function minScoreChanged({ feed, from, to, list }: Change, project: ProjectRef): Part[] {
  const undo = undoButton({ feed, from: to, to: from, list }, project);
  const said = to === undefined ? say`No minimum score any longer.` : isNow(to);
  return [paragraph(said, undo)].filter((part) => part !== undefined);
}

/** "In the last month a minimum score of 76 would have hidden 4 of 7 unused leads and none you answered." */
function wouldHave({ score, hides, of }: MinScoreProposal): Text {
  return say`In the last month a minimum score of ${figure(score)} would have hidden ${figure(hides)} of ${count(of, 'unused lead')} and none you answered.`;
}

function isNow(score: number, by?: string): Text {
  const who = by !== undefined && say` ${user(by)} set it.`;
  return say`The minimum score is ${figure(score)} now.${who} Each digest counts what’s below it.`;
}

/** Which line to change, since no click can. */
function inFile({ from, score }: MinScoreProposal, { name }: ProjectRef): Text {
  const where = say`under ${code('leads')} of ${brief(name, 'project')} in projects.yml`;
  return from === undefined
    ? say`To apply it, put ${code(`min_score: ${score}`)} ${where}.`
    : say`To apply it, change ${code(`min_score: ${from}`)} to ${code(`min_score: ${score}`)} ${where}.`;
}

function applyButton(change: Change, { name }: ProjectRef): Button {
  const hint = `Apply a minimum score of ${figure(change.to ?? 0)} to the leads of ${brief(name, 'project')}`;
  return button(ACTIONS.minScoreSet, 'Apply', hint, carry('min_score', change));
}

function undoButton(change: Change, { name }: ProjectRef): Button {
  const hint = `Undo the minimum score of ${brief(name, 'project')}`;
  return button(ACTIONS.minScoreSet, 'Undo', hint, carry('min_score', change));
}
