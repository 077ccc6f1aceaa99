/** What people hear of a claim: a reminder of their own, that a colleague ended it, and why a lead was not changed. */
import {
  type ClaimEnded,
  type DigestLead,
  handleOf,
  type LeadAssigned,
  type LeadRefusal,
  type LeadReminder,
  type LeadStanding,
  type Standing,
} from '../../decision.ts';
import { ACTIONS } from '../actions.ts';

import { brief } from '../lengths.ts';
import { actions, button, headline, note, type Page, page, paragraph, rows, withBelow } from '../page.ts';
import { beside, bold, flexible, join, say, type Text, user } from '../text.ts';
import { clock, dayAt, moment } from '../times.ts';
import { briefFacts, briefParts } from './lead-brief.ts';
import { claimerButtons, leadValue } from './lead-controls.ts';
import { atTime, leadLink, leadState, type Saying, titleOf, whoOf } from './lead-facts.ts';

/** To whoever claimed a lead that has no reply yet; afterwards it says how the lead stands. */
export function leadReminderMessage(reminder: LeadReminder, standing: Standing): Page {
  const { lead, project, claimedAt, timezone } = reminder;
  const title = titleOf(lead);
  const { handle, over } = claimOf(reminder, claimedAt, standing);
  const foot = note(beside(brief(project.name, 'project'), handle));
  if (over) return withBelow(over, foot);
  const ref = handle !== undefined && { handle, projectId: project.id };
  return {
    summary: say`Did you reply to “${flexible(title)}”? You claimed it.`,
    parts: [
      headline(say`${bold('Did you reply?')} ${leadLink(lead)}`),
      paragraph(say`You claimed it on ${dayAt(claimedAt, timezone)}, ${clock(claimedAt)}.`),
      ref &&
        actions([
          ...claimerButtons(ref, title),
          button(ACTIONS.leadSnooze, 'Snooze…', `Snooze ${ref.handle}, ${title}`, leadValue(ref)),
        ]),
      foot,
    ],
  };
}

/** Of one that was given before briefs came with it. */
const NO_BRIEFING = { topic: 'none', prompt: 'none' } as const;

/** To whoever a colleague gave a lead, with its brief; afterwards it says how the lead stands. */
export function leadAssignedMessage(assigned: LeadAssigned, standing: Standing): Page {
  const { lead, project, by, at, timezone, briefing = NO_BRIEFING } = assigned;
  const { handle, over } = claimOf(assigned, at, standing);
  const foot = note(beside(brief(project.name, 'project'), briefFacts(lead, { at, timezone }), handle));
  if (over) return withBelow(over, foot);
  const ref = handle !== undefined && { handle, projectId: project.id };
  return {
    summary: say`A colleague gave you “${flexible(titleOf(lead))}” to answer.`,
    parts: [
      headline(say`${user(by)} gave you ${leadLink(lead)}`),
      ...briefParts(lead, briefing),
      ref && actions(claimerButtons(ref, titleOf(lead), 'Decline')),
      foot,
    ],
  };
}

/** The lead's short name and, once it is not theirs any more, how it stands: `since` as it was when they were told. */
function claimOf(
  { lead, person, timezone }: Pick<LeadReminder, 'lead' | 'person' | 'timezone'>,
  since: number,
  standing: Standing,
): { handle: string | undefined; over: Page | undefined } {
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key] ?? { state: 'claimed', by: person, since };
  if (now.state === 'claimed' && now.by === person) return { handle, over: undefined };
  const state = leadState(now, { at: since, timezone }) ?? 'It’s open again.';
  const over = {
    summary: say`You’re done with “${flexible(titleOf(lead))}”.`,
    parts: [headline(say`${bold('You’re done here.')} ${leadLink(lead)}`), paragraph(state)],
  };
  return { handle, over };
}

/** To whoever gave a lead to a colleague. */
export function leadGivenAnswer(handle: string, lead: DigestLead, to: string): Page {
  return {
    summary: say`${handle}, “${flexible(titleOf(lead))}”, is with your colleague now.`,
    parts: [
      headline(say`${user(to)} has ${bold(handle)} now, and the brief by direct message.`),
      note(leadLink(lead)),
    ],
  };
}

/** To whoever held a lead, on a message of then, once a colleague holds it. */
export function leadWithColleague(handle: string, lead: DigestLead, standing: LeadStanding): Page {
  return {
    summary: say`${handle}, “${flexible(titleOf(lead))}”, is with your colleague now. Nothing changed.`,
    parts: [
      headline(say`${whoOf(standing, 'A colleague')} has ${bold(handle)} now. Nothing changed.`),
      note(leadLink(lead)),
    ],
  };
}

/** To whoever claimed a lead that a colleague released or replied to: their own brief cannot be edited. */
export function claimEndedMessage({ project, lead, by, how, at }: ClaimEnded, standing: Standing): Page {
  const [done, after] = ENDED[how];
  return {
    summary: say`A colleague ${done} “${flexible(titleOf(lead))}”. ${after}`,
    parts: [
      headline(say`${user(by)} ${done} ${leadLink(lead)}`),
      paragraph(after),
      note(beside(brief(project.name, 'project'), moment(at), handleOf(standing, lead.key))),
    ],
  };
}

const ENDED: Readonly<Record<ClaimEnded['how'], readonly [done: string, after: string]>> = {
  reply: ['replied to', 'You’re done with it.'],
  release: ['released your claim on', 'It’s open again for anyone.'],
  decline: ['can’t take', 'It’s open again for anyone.'],
};

/** One lead that was not changed, and why. `unknown`: the store no longer has it. */
export type RefusedLead = {
  handle: string;
  lead: DigestLead;
  reason: LeadRefusal | 'unknown';
  standing: LeadStanding;
};

/** What follows the lead's handle. */
const REASONS: Readonly<Record<RefusedLead['reason'], string>> = {
  taken: 'was claimed by someone else first.',
  yours: 'is already yours.',
  claimed: 'is claimed. Release it first.',
  unclaimed: 'is snoozed, so there’s no claim to release.',
  open: 'is already open.',
  has_reply: 'already has a reply.',
  no_reply: 'needs a reply before it can have an outcome.',
  dismissed: 'was dismissed. Reopen it first.',
  dismissed_already: 'was already dismissed.',
  past_day: 'can’t be snoozed until a day that’s over. Pick a later one.',
  still_snoozed: 'is snoozed for longer.',
  unknown: 'is no longer known to Sightline.',
};

/** Of at least one lead; `reader` is told. */
export function leadsRefused(refused: readonly RefusedLead[], saying: Saying, reader: string): Page {
  const [only, ...others] = refused;
  if (only && others.length === 0) {
    const title = titleOf(only.lead);
    return {
      summary: say`${only.handle}, “${flexible(title)}”: nothing changed.`,
      parts: [headline(refusalOf(only, saying, reader)), note(leadLink(only.lead))],
    };
  }
  return page(
    headline(bold(`${refused.length} leads haven’t changed`)),
    rows(refused.map((one) => ({ text: beside(refusalOf(one, saying, reader), titleOf(one.lead, 'line')) }))),
  );
}

/** "@Ana claimed L3 first, at 09:03." */
function refusalOf({ handle, reason, standing }: RefusedLead, saying: Saying, reader: string): Text {
  const time = atTime(standing, saying);
  if (standing.state === 'claimed') {
    if (standing.by === reader) return say`You already claimed ${bold(handle)}${time && say`, ${time}`}.`;
    const who = whoOf(standing, 'A colleague');
    return say`${who} claimed ${bold(handle)} first${time && say`, ${time}`}. If it stays unanswered, choose Release in its ⋯ menu.`;
  }
  const state = leadState(standing, saying);
  return join([bold(handle), REASONS[reason], state && say`${state}.`], ' ');
}
