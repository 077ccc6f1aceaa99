/** Answers Find this lead and Why is this here? with several leads: how each stands, and where. */
import type { DigestLead, LeadState, ProjectRef } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, link, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { withRowsThatFit } from '../budget.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback, fallbackBelow } from '../fallback.ts';
import { count } from '../figures.ts';
import { button, section } from '../layout.ts';
import { leadValue } from '../lead-controls.ts';
import { titleOf } from '../lead-row.ts';
import { brief, linkable } from '../lengths.ts';

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
export function foundLeadsAnswer(found: readonly FoundLead[], how?: Message): Message {
  const head = `${count(found.length, 'lead')} in this message`;
  const named = found.map(spoken);
  return {
    text: how ? fallbackBelow(how.text, `${head}.`, named) : fallback(`${head}.`, named),
    blocks: withRowsThatFit<MessageBlock>(found.slice(0, FOUND_LEADS_SHOWN).map(row), (shown) => [
      ...(how?.blocks ?? []),
      section(
        shown.length < found.length ? mrkdwn`*${head}*, the first ${shown.length} shown` : mrkdwn`*${head}*`,
      ),
      ...shown,
    ]),
  };
}

/** Where a lead stands: "Stands in #acme-leads, Mar 11, 2026 9:00 AM", linked; undefined where no post shows it. */
export function placesLine(places: readonly LeadPlace[]): Mrkdwn | undefined {
  if (places.length === 0) return undefined;
  const posts = places.map(
    (place) => mrkdwn`${channel(place.channel)}, ${moment(place.at, place.permalink)}`,
  );
  return mrkdwn`Stands in ${joined(posts, ' · ')}`;
}

function row({ project, lead, handle, places, isHere, askable }: FoundLead) {
  const name = brief(project.name, 'project');
  const what = joined(
    [handle && mrkdwn`*${handle}*`, link(linkable(lead.url), titleOf(lead)), name, stateOf(lead)],
    ' · ',
  );
  const text = joined([what, placesLine(places) ?? nowhere(isHere)], '\n');
  if (!askable || handle === undefined) return section(text);
  const value = leadValue({ handle, projectId: project.id });
  return section(text, button('Why?', `Why lead ${handle}, ${titleOf(lead)}`, ACTIONS.leadWhy, value));
}

function spoken({ project, lead, handle, places, isHere }: FoundLead): Mrkdwn {
  const what = fallbackText`${handle ?? 'Lead'} · ${titleOf(lead)} · ${brief(project.name, 'project')} · ${stateOf(lead)}`;
  const posts = places.map((place) => fallbackText`${channel(place.channel)}, ${utcMoment(place.at)}`);
  const where = posts.length > 0 ? fallbackText`stands in ${joined(posts, '; ')}` : nowhere(isHere);
  return joined([what, where], ' · ');
}

function nowhere(isHere: boolean): string {
  return isHere ? 'No other post shows it.' : 'No post shows it: it was left out, or waits.';
}

function stateOf({ state: { state } }: FoundLead['lead']): string {
  return state === 'new' ? 'open' : state;
}
