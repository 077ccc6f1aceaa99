/** Messages about claims: the reminder, a lead handed over, a claim a colleague ended, and why a lead didn’t change. */
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
import { moment } from '../times.ts';
import { briefFacts, briefParts } from './lead-brief.ts';
import { assignButton, claimButton, claimerButtons, type LeadRef, leadValue } from './lead-controls.ts';
import {
  atTime,
  describeDismissal,
  isFinished,
  leadLink,
  leadState,
  type MessageTime,
  titleOf,
  whoOf,
} from './lead-facts.ts';

/** Sent to the claimer of a lead without a reply. Once they no longer hold it, says what became of it. */
export function leadReminderMessage(reminder: LeadReminder, standing: Standing): Page {
  const { lead, project, claimedAt, assignedBy } = reminder;
  const title = titleOf(lead);
  const { handle, over } = claimOf(reminder, claimedAt, standing);
  const foot = note(beside(brief(project.name, 'project'), handle));
  if (over) return withBelow(over, foot);
  const ref = handle !== undefined && { handle, projectId: project.id };
  return {
    summary: say`Did you reply to “${flexible(title)}”? ${assignedBy === undefined ? 'You claimed it.' : 'It’s assigned to you.'}`,
    parts: [
      headline(say`${bold('Did you reply?')} ${leadLink(lead)}`),
      paragraph(
        say`${assignedBy === undefined ? 'You claimed it' : say`${user(assignedBy)} assigned it to you`} on ${moment(claimedAt)}.`,
      ),
      ref &&
        actions([
          ...claimerButtons(ref, title),
          button(ACTIONS.leadSnooze, 'Snooze…', `Snooze ${ref.handle}, ${title}`, leadValue(ref)),
        ]),
      foot,
    ],
  };
}

/** Sent to the new holder of an assigned lead, with its brief. Once they no longer hold it, says what became of it. */
export function leadAssignedMessage(assigned: LeadAssigned, standing: Standing): Page {
  const { lead, project, by, note: words, at, timezone, briefing } = assigned;
  const { handle, over } = claimOf(assigned, at, standing);
  const foot = note(beside(brief(project.name, 'project'), briefFacts(lead, { at, timezone }), handle));
  if (over) return withBelow(over, foot);
  const ref = handle !== undefined && { handle, projectId: project.id };
  return {
    summary: say`${user(by)} gave you “${flexible(titleOf(lead))}” to answer.`,
    parts: [
      headline(say`${user(by)} gave you ${leadLink(lead)}`),
      words !== undefined && { kind: 'quote', text: say`${flexible(words)}` },
      ...briefParts(lead, briefing),
      ref && actions(claimerButtons(ref, titleOf(lead), 'Decline')),
      foot,
    ],
  };
}

/** The lead’s handle and, once `person` no longer holds it, the page that says so. `since`: epoch ms. */
function claimOf(
  { lead, person, timezone }: Pick<LeadReminder, 'lead' | 'person' | 'timezone'>,
  since: number,
  standing: Standing,
): { handle: string | undefined; over: Page | undefined } {
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key] ?? { state: 'claimed', by: person, since };
  if (now.state === 'claimed' && now.by === person) return { handle, over: undefined };
  const state = leadState(now, { at: since, timezone }) ?? 'It’s open again.';
  const title = flexible(titleOf(lead));
  // Open again or claimed by somebody else, it isn’t done, only no longer theirs.
  const isDone = isFinished(now);
  const over = {
    summary: isDone ? say`You’re done with “${title}”.` : say`“${title}” is no longer yours.`,
    parts: [
      headline(say`${bold(isDone ? 'You’re done here.' : 'No longer yours.')} ${leadLink(lead)}`),
      paragraph(state),
    ],
  };
  return { handle, over };
}

/** Confirms a handover to the person who made it. */
export function leadGivenAnswer(handle: string, lead: DigestLead, to: string): Page {
  return {
    summary: say`${user(to)} now has ${handle}, “${flexible(titleOf(lead))}”.`,
    parts: [
      headline(say`${user(to)} now has ${bold(handle)}, with the brief in a direct message.`),
      note(leadLink(lead)),
    ],
  };
}

/** Confirms a dismissal that took one click. */
export function leadDismissedAnswer(ref: LeadRef, lead: DigestLead, reason: string): Page {
  const how = describeDismissal(reason);
  return {
    summary: say`You dismissed ${ref.handle}, “${flexible(titleOf(lead))}”, ${how}.`,
    parts: [
      headline(
        say`You dismissed ${bold(ref.handle)} ${how}.`,
        button(ACTIONS.leadUndo, 'Undo', `Reopen ${ref.handle}, ${titleOf(lead)}`, leadValue(ref)),
      ),
      note(leadLink(lead)),
    ],
  };
}

/** Replaces it after its Undo. */
export function leadUndoneAnswer(handle: string, lead: DigestLead): Page {
  return page(headline(say`${bold(handle)} is open again.`), note(leadLink(lead)));
}

/** Answers a click on an outdated message: a colleague holds the lead by now. */
export function leadWithColleague(handle: string, lead: DigestLead, standing: LeadStanding): Page {
  const who = whoOf(standing, 'A colleague');
  return {
    summary: say`${who} now has ${handle}, “${flexible(titleOf(lead))}”. Nothing changed.`,
    parts: [headline(say`${who} now has ${bold(handle)}. Nothing changed.`), note(leadLink(lead))],
  };
}

/**
 * Sent to the claimer when a colleague ends their claim: Slack can’t edit the brief they have open. Whoever assigned a
 * lead that is declined can take it or assign it again, until somebody has it.
 */
export function claimEndedMessage(ended: ClaimEnded, standing: Standing): Page {
  const { project, lead, by, how, at, timezone = 'UTC' } = ended;
  const [done, open] = ENDED[how];
  const title = titleOf(lead);
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key];
  const state = how === 'decline' && now && leadState(now, { at, timezone });
  const after = state || open;
  const ref = how === 'decline' && !state && handle !== undefined && { handle, projectId: project.id };
  return {
    summary: say`${user(by)} ${done} “${flexible(title)}”. ${after}`,
    parts: [
      headline(say`${user(by)} ${done} ${leadLink(lead)}`),
      paragraph(after),
      ref && actions([claimButton(ref, title), assignButton(ref, title)]),
      note(beside(brief(project.name, 'project'), moment(at), handle)),
    ],
  };
}

const ENDED: Readonly<Record<ClaimEnded['how'], readonly [done: string, after: string]>> = {
  reply: ['replied to', 'You’re done with it.'],
  release: ['released your claim on', 'It’s open again for anyone.'],
  decline: ['can’t take', 'It’s open again for anyone.'],
};

/** `unknown`: the store no longer has it; `changed`: by somebody else, since the click that would be undone. */
export type RefusedLead = {
  handle: string;
  lead: DigestLead;
  reason: LeadRefusal | 'unknown' | 'changed';
  standing: LeadStanding;
};

/** Goes on from the lead’s handle. */
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
  past_day: 'can’t be snoozed to a day in the past. Pick a later one.',
  still_snoozed: 'is already snoozed for longer.',
  unknown: 'is no longer known to Sightline.',
  changed: 'has changed since.',
};

/** Says why nothing changed for one or more leads. `reader`: the id of who sees this. */
export function leadsRefusedPage(refused: readonly RefusedLead[], time: MessageTime, reader: string): Page {
  const [only, ...others] = refused;
  if (only && others.length === 0) {
    const title = titleOf(only.lead);
    return {
      summary: say`${only.handle}, “${flexible(title)}”: nothing changed.`,
      parts: [headline(refusalOf(only, time, reader)), note(leadLink(only.lead))],
    };
  }
  return page(
    headline(bold(`${refused.length} leads haven’t changed`)),
    rows(refused.map((one) => ({ text: beside(refusalOf(one, time, reader), titleOf(one.lead, 'line')) }))),
  );
}

/** "@Ana claimed L3 first, at 09:03." */
function refusalOf({ handle, reason, standing }: RefusedLead, time: MessageTime, reader: string): Text {
  if (standing.state === 'claimed') {
    const since = atTime(standing, time);
    const when = since && say`, ${since}`;
    const isGiven = standing.assignedBy !== undefined;
    if (standing.by === reader)
      return say`You ${isGiven ? 'were already assigned' : 'already claimed'} ${bold(handle)}${when}.`;
    const who = whoOf(standing, 'A colleague');
    if (isGiven)
      return say`${who} was assigned ${bold(handle)} first${when}. If it stays unanswered, choose Release in its ⋯ menu.`;
    return say`${who} claimed ${bold(handle)} first${when}. If it stays unanswered, choose Release in its ⋯ menu.`;
  }
  const state = leadState(standing, time);
  return join([bold(handle), REASONS[reason], state && say`${state}.`], ' ');
}
