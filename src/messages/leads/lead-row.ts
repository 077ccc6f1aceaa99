/** One lead in a list: a card with room and buttons, or a line with its menu. Each says how its lead stands. */
import type { DigestLead, LeadStanding, ProjectRef, Standing } from '../../decision.ts';
import { asMrkdwn, shorten } from '../../slack/text.ts';
import { figure } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { brief } from '../lengths.ts';
import type { Control, Row } from '../page.ts';
import { beside, bold, joined, lines, say, type Text } from '../text.ts';
import { type ListRef, leadMenu, openControls } from './lead-controls.ts';
import { citedNote, enginesInWords, factsOf, leadLink, titleOf } from './lead-facts.ts';
import { holderOf, isFinished, LONGEST_STANDINGS, leadState, type Saying } from './lead-state.ts';

/** Names of other projects that have the same thread, in a row. */
const ALSO_CHARS = 24;

/** Of one message: when it speaks (epoch ms) and in which timezone, and how its leads stand. */
export type LeadRows = Saying & {
  project: ProjectRef;
  standing: Pick<Standing, 'handles' | 'leads'>;
  /** With what the reader can do. */
  mayAct: boolean;
  /** The private list in which they stand, where they stand in one. */
  list?: ListRef | undefined;
  /** Each in the longest form that it can have in any state, by which it is told how many have room. */
  isLongest?: boolean;
};

/** One row: `of` is how its lead stands. */
type One = {
  lead: DigestLead;
  of: LeadStanding;
  handle: string | undefined;
  facts: (string | undefined)[];
  rows: LeadRows;
};

/** A lead with room: title, why it is one, facts, and its buttons below. Once it is finished it is a line. */
export function leadCard(lead: DigestLead, rows: LeadRows): Row {
  const draw = (one: One): Row => (isFinished(one.of) ? lineRow(one) : cardRow(one));
  return drawRow(draw, lead, rows);
}

/** A lead in one line, with all that can be done in its menu. */
export function leadLine(lead: DigestLead, rows: LeadRows): Row {
  return drawRow(lineRow, lead, rows);
}

function drawRow(draw: (one: One) => Row, lead: DigestLead, rows: LeadRows): Row {
  const facts = factsOf(lead, rows);
  if (!rows.isLongest) {
    const of = rows.standing.leads?.[lead.key] ?? { state: 'new' };
    return draw({ lead, of, handle: handleOf(rows.standing, lead.key), facts, rows });
  }
  const all = LONGEST_STANDINGS.map((of) => draw({ lead, of, handle: 'L000000', facts, rows }));
  const size = ({ text, note }: Row) => asMrkdwn(text).length + (note ? asMrkdwn(note).length : 0);
  const [most = { text: say`` }] = all.toSorted((a, b) => size(b) - size(a));
  const [open = most, , replied = open] = all;
  return { ...open, text: most.text, control: replied.control };
}

function cardRow(one: One): Row {
  const { lead, of, handle, facts, rows } = one;
  const isClaimed = of.state === 'claimed';
  const signpost = isClaimed ? '✋' : lead.citedBy && '🔗';
  const cited = citedNote(lead.citedBy);
  const why = joined(
    [
      isClaimed && bold(say`${holderOf(of, rows)}.`),
      cited !== undefined && bold(`${cited}.`),
      brief(lead.reason ?? '', 'reason'),
    ],
    ' ',
  );
  const note = beside(...facts, alsoFor(of), handle);
  const title = joined([scoreOf(lead), leadLink(lead)], ' · ');
  return {
    text: lines(joined([signpost, bold(title)], ' '), why),
    note,
    controls: cardControls(one),
    // A new name at each change lets Slack forget what was chosen.
    id: handle && `${handle} ${of.since ?? 0}`,
  };
}

function lineRow(one: One): Row {
  const { lead, of, handle, facts, rows } = one;
  const control = lineControl(one);
  const title = leadLink(lead, 'line');
  const row = (text: Text): Row => ({ text, control });
  if (isFinished(of)) {
    return row(beside(joined([of.state === 'replied' && '✅', title], ' '), leadState(of, rows), handle));
  }
  if (of.state === 'claimed') return row(beside(say`✋ ${holderOf(of, rows, title)}`, alsoFor(of), handle));
  const { citedBy } = lead;
  const score = scoreOf(lead);
  const cited = citedBy && `cited by ${citedBy.length === 0 ? 'AI engines' : enginesInWords(citedBy)}`;
  const begin = joined([citedBy && '🔗', score && bold(score), title], ' ');
  return row(beside(begin, ...facts, cited && bold(cited), alsoFor(of), handle));
}

function scoreOf({ score }: DigestLead): string | undefined {
  return score === undefined ? undefined : figure(score);
}

function alsoFor({ alsoOf = [] }: LeadStanding): string | undefined {
  const others = shorten(alsoOf.join(', '), ALSO_CHARS);
  return others && `also for ${others}`;
}

/** One without a handle cannot be spoken of. */
function cardControls({ lead, of, handle, rows: { project, list, mayAct } }: One): Control[] {
  if (handle === undefined || !mayAct) return [];
  const ref = { handle, projectId: project.id };
  return of.state === 'new' ? openControls(ref, titleOf(lead)) : [leadMenu(ref, of.state, list)];
}

function lineControl({ of, handle, rows: { project, list, mayAct } }: One): Control | undefined {
  if (handle === undefined || !mayAct) return undefined;
  return leadMenu({ handle, projectId: project.id }, of.state, list);
}
