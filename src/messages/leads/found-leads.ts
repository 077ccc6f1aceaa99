/** Answers Find this lead and Why is this here? with several leads: how each stands, and where. */
import type { DigestLead, LeadState, ProjectRef } from '../../decision.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, rows, withBelow } from '../page.ts';
import { beside, bold, channel, joined, lines, say, type Text } from '../text.ts';
import { moment } from '../times.ts';
import { whyButton } from './lead-controls.ts';
import { leadLink, titleOf } from './lead-facts.ts';

/** A post that shows the lead: when it was decided (epoch ms), and its address where Slack tells it. */
export type LeadPlace = { channel: string; at: number; permalink: string | undefined };

export type FoundLead = {
  project: ProjectRef;
  lead: DigestLead & { state: LeadState };
  handle: string | undefined;
  /** Other posts that show it than the message that was clicked. */
  places: readonly LeadPlace[];
  /** Whether that message is a post of it itself. */
  isHere: boolean;
  /** Whether a button may ask why: only where the project is shown. */
  askable: boolean;
};

/** Leads with a row of their own. */
export const FOUND_LEADS_SHOWN = 10;

/** `how`: what stands above, of a message of our own. */
export function foundLeadsAnswer(found: readonly FoundLead[], how: Page = { parts: [] }): Page {
  const head = `${count(found.length, 'lead')} in this message`;
  const others = found.length - FOUND_LEADS_SHOWN;
  return withBelow(
    how,
    headline(bold(head)),
    rows(found.slice(0, FOUND_LEADS_SHOWN).map(rowOf)),
    others > 0 && note(`${figure(others)} more are not shown here.`),
  );
}

/** Where a lead stands: "Posted in #acme-leads, Mar 11, 2026 9:00 AM", linked; undefined where no post shows it. */
export function placesLine(places: readonly LeadPlace[]): Text | undefined {
  if (places.length === 0) return undefined;
  const posts = places.map(
    ({ channel: where, at, permalink }) => say`${channel(where)}, ${moment(at, permalink)}`,
  );
  return say`Posted in ${joined(posts, '; ')}`;
}

function rowOf({ project, lead, handle, places, isHere, askable }: FoundLead) {
  const { state } = lead.state;
  const name = brief(project.name, 'project');
  const what = beside(
    handle !== undefined && bold(handle),
    leadLink(lead, 'line'),
    name,
    state === 'new' ? 'open' : state,
  );
  const nowhere = isHere
    ? 'Not posted anywhere else.'
    : 'Not posted: a filter left it out, or it still waits.';
  const ref = askable && handle !== undefined && { handle, projectId: project.id };
  return {
    text: lines(what, placesLine(places) ?? nowhere),
    ...(ref && { control: whyButton(ref, titleOf(lead)) }),
  };
}
