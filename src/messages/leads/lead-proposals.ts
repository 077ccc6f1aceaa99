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
import type { Button, Page, Part } from '../page.ts';
import { actions, button, headline, page, paragraph, rows } from '../page.ts';
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
  const change = { feed, from, to: score };
  if (!state || (state.score !== score && state.score !== from)) return paragraph(describeHidden(proposal));
  if (state.score === score) return minScoreNow(change, project, state);
  const apply = setButton(`Hide below ${figure(score)}`, change, project);
  return paragraph(describeProposal(proposal, state.made, project), state.made ? apply : undefined);
}

/** Below the list of leads, for someone who may change the feed. `isMade`: the feed was made in Slack. */
export function minScoreProposalParts(
  proposal: MinScoreProposal,
  isMade: boolean,
  project: ProjectRef,
  list: Change['list'],
): (Part | undefined)[] {
  const { feed, from, score } = proposal;
  const change = { feed, from, to: score, list };
  const hint = `Leave the minimum score of ${brief(project.name, 'project')} as it is`;
  return [
    paragraph(describeProposal(proposal, isMade, project)),
    actions([
      isMade && setButton(`Hide below ${figure(score)}`, change, project),
      button(ACTIONS.minScoreLater, 'Not now', hint, carry('min_score', change)),
    ]),
  ];
}

/** Replaces the proposal once the minimum score has changed. `made`: the feed was made in Slack, so Undo works. */
export function minScoreNow(
  { feed, from, to, list }: Change,
  project: ProjectRef,
  { by, made }: MinScoreState,
): Part | undefined {
  const who = by !== undefined && say` ${user(by)} set it.`;
  const state =
    to === undefined
      ? say`There’s no minimum score now.${who}`
      : say`The minimum score is now ${figure(to)}.${who} Each digest counts what’s below it.`;
  return paragraph(state, made ? setButton('Undo', { feed, from: to, to: from, list }, project) : undefined);
}

/** Asks, and says what it would change and how it is undone; for a feed of projects.yml, which line to change there. */
function describeProposal(proposal: MinScoreProposal, isMade: boolean, project: ProjectRef): Text {
  const { from, score } = proposal;
  const question = bold(`Hide leads with a score below ${figure(score)}?`);
  const now = from !== undefined && `The minimum is ${figure(from)} now.`;
  const how = isMade
    ? say`Digests and lists would count them without showing them. You can undo it here or with ${code('/visibility feeds')}.`
    : say`To apply it, set ${code(`min_score: ${score}`)} under ${code('leads')} of ${brief(project.name, 'project')} in projects.yml.`;
  return join([question, now, describeHidden(proposal), how], ' ');
}

/** Younger leads aren’t counted (see SETTLED_MS in rules/lead-proposals.ts), so a week’s recap may name more. */
function describeHidden({ score, hides, of, days = 30 }: MinScoreProposal): Text {
  return say`In the last ${days === 1 ? 'day' : count(days, 'day')} a minimum score of ${figure(score)} would have hidden ${figure(hides)} of ${count(of, 'lead')} left unused for 3 days, and none that anyone claimed or answered.`;
}

function setButton(label: string, change: Change, { name }: ProjectRef): Button {
  const hint = `${label}: minimum score of ${brief(name, 'project')} leads`;
  return button(ACTIONS.minScoreSet, label, hint, carry('min_score', change));
}

const NAMED = 3;

export function muteProposalMessage(proposal: MuteProposal, { mute = { state: 'open' } }: Standing): Page {
  const { dismissed, of, reason, removes, at: decidedAt } = proposal;
  const { leads, shown, repliedTo } = removes;
  const place = brief(proposal.place, 'place');
  const name = brief(proposal.project.name, 'project');
  const others = leads.length - NAMED;
  const named = leads.slice(0, NAMED).map((lead) => ({ text: leadLink(lead, 'line') }));
  const { what, follows } = STATES[mute.state];
  const { by, at } = mute;
  const replies = `You replied to ${repliedTo === 0 ? 'none' : figure(repliedTo)} of them.`;
  return page(
    headline(
      join(
        [
          bold(`${name} · ${what(place)}`),
          beside(by !== undefined && user(by), at !== undefined && momentBeside(at, decidedAt)),
        ],
        ' ',
      ),
    ),
    paragraph(follows(place)),
    paragraph(
      `${dismissed} of the last ${of} leads from ${place} were dismissed${describeDismissal(reason)}.`,
    ),
    rows(others > 0 ? [...named, { text: say`${figure(others)} more` }] : named, {
      heading: say`In the last 30 days a mute would have hidden ${figure(leads.length)} of ${count(shown, 'lead')} here. ${replies}`,
    }),
    actions(buttonsFor(mute, place)),
  );
}

const STATES: Readonly<
  Record<MuteState['state'], { what: (place: string) => string; follows: (place: string) => string }>
> = {
  open: { what: (place) => `mute ${place} here?`, follows: () => '' },
  muted: {
    what: (place) => `${place} is muted here.`,
    follows: (place) => `New leads from ${place} are left out and counted below each digest.`,
  },
  declined: {
    what: (place) => `${place} stays.`,
    follows: () => 'You’ll be asked again in 30 days at the earliest.',
  },
  undone: {
    what: (place) => `${place} is back.`,
    follows: (place) => `New leads from ${place} are posted here again.`,
  },
};

/** `undo`: what its button carries, if that fits into one; `hides`: the open leads that it keeps out of the lists. */
export function placeMutedPage(
  name: string,
  { isNew, hides, undo }: { isNew: boolean; hides: number; undo: string | undefined },
): Page {
  const place = brief(name, 'place');
  const hidden =
    hides > 0 &&
    `The ${hides === 1 ? 'open one is' : `${figure(hides)} open ones are`} left out of the lists too.`;
  return page(
    headline(
      bold(isNew ? STATES.muted.what(place) : `${place} was already muted here.`),
      undo === undefined
        ? undefined
        : button(ACTIONS.muteLift, isNew ? 'Undo' : 'Unmute', `Undo the mute of ${place}`, undo),
    ),
    paragraph(join([STATES.muted.follows(place), isNew && hidden], ' ')),
  );
}

/** The buttons carry nothing: the delivery behind the message holds the proposal. */
function buttonsFor({ state }: MuteState, place: string) {
  const mute = button(ACTIONS.muteAccept, 'Mute', `Mute ${place} here`, 'mute');
  if (state === 'open')
    return [mute, button(ACTIONS.muteDecline, 'Not now', `Don’t mute ${place} now`, 'not_now')];
  return state === 'muted' ? [button(ACTIONS.muteUndo, 'Undo', `Undo the mute of ${place}`, 'undo')] : [mute];
}
