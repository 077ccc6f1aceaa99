/** One lead in a list: a card with room and buttons, or a line with its menu. Each says how its lead stands. */
import {
  type DigestLead,
  handleOf,
  type LeadStanding,
  type ProjectRef,
  type Standing,
} from '../../decision.ts';
import { figure } from '../figures.ts';

import { brief, shorten } from '../lengths.ts';
import type { Control, Row } from '../page.ts';
import { beside, bold, flexible, joined, lines, say, type Text } from '../text.ts';
import { type ListRef, leadMenu, openControls } from './lead-controls.ts';
import { citedNote, enginesInWords, factsOf, leadLink, titleOf } from './lead-facts.ts';
import { holderOf, isFinished, leadState, type Saying, when } from './lead-state.ts';

/** Names of other projects that have the same thread, in a row. */
const ALSO_CHARS = 24;

/** Of one message: when it speaks (epoch ms) and in which timezone, and how its leads stand. */
export type LeadRows = Saying & {
  project: ProjectRef;
  standing: Pick<Standing, 'handles' | 'leads'>;
  /** The reader holds all of them. */
  mine?: boolean | undefined;
  /** With what the reader can do. */
  mayAct: boolean;
  /** The private list in which they stand, where they stand in one. */
  list?: ListRef | undefined;
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
  const one = oneOf(lead, rows);
  return isFinished(one.of) ? lineRow(one) : cardRow(one);
}

/** A lead in one line, with all that can be done in its menu. */
export function leadLine(lead: DigestLead, rows: LeadRows): Row {
  return lineRow(oneOf(lead, rows));
}

function oneOf(lead: DigestLead, rows: LeadRows): One {
  const { leads, handles } = rows.standing;
  const of = leads?.[lead.key] ?? { state: 'new' };
  return { lead, of, handle: handleOf({ handles }, lead.key), facts: factsOf(lead, rows), rows };
}

function cardRow(one: One): Row {
  const { lead, of, handle, facts, rows } = one;
  const isClaimed = of.state === 'claimed';
  const signpost = isClaimed ? '✋' : lead.citedBy && '🔗';
  const cited = citedNote(lead.citedBy);
  const holder = isClaimed && bold(say`${holderOf(of, rows)}.`);
  const why = joined(
    [cited !== undefined && bold(`${cited}.`), flexible(brief(lead.reason ?? '', 'reason'))],
    ' ',
  );
  const note = beside(...facts, alsoFor(of), handle);
  const title = joined([scoreOf(lead), leadLink(lead)], ' · ');
  return {
    text: lines(joined([signpost, bold(title)], ' '), holder, why),
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
  if (isFinished(of))
    return row(beside(joined([of.state === 'replied' && '✅', title], ' '), leadState(of, rows), handle));
  if (of.state === 'claimed' && !rows.mine)
    return row(beside(say`✋ ${holderOf(of, rows, title)}`, alsoFor(of), handle));
  const { citedBy } = lead;
  const score = scoreOf(lead);
  const cited = citedBy && `cited by ${citedBy.length === 0 ? 'AI engines' : enginesInWords(citedBy)}`;
  const begin = joined([citedBy && '🔗', score && bold(score), title], ' ');
  const since = rows.mine && when(of, rows);
  return row(
    beside(begin, ...facts, cited && bold(cited), since && say`yours since ${since}`, alsoFor(of), handle),
  );
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
