/** Messages about claims: the reminder, a lead handed over, a claim a colleague ended, and why a lead didn’t change. */
import {
  type ClaimEnded,
  type DigestLead,
  handleOf,
  type LeadAssigned,
  type LeadReminder,
  type LeadStanding,
  type Standing,
} from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { actions, type Button, button, headline, note, type Page, page, paragraph, rows } from '../page.ts';
import { beside, bold, flexible, say, type Text, user } from '../text.ts';
import { moment } from '../times.ts';
import { briefFacts, briefParts, leadSettledPage } from './lead-brief.ts';
import { assignButton, claimButton, claimerButtons, type LeadRef, leadValue } from './lead-controls.ts';
import {
  atTime,
  describeDismissal,
  leadLink,
  leadState,
  type MessageTime,
  titleOf,
  whoOf,
} from './lead-facts.ts';

/** Sent to the claimer of a lead without a reply. Once they no longer hold it, says what became of it. */
export function leadReminderMessage(reminder: LeadReminder, standing: Standing): Page {
  const { lead, project, claimedAt: at, assignedBy, timezone } = reminder;
  const { ref, over } = claimOf(reminder, { at, timezone }, standing);
  const how = assignedBy === undefined ? 'You claimed it' : say`${user(assignedBy)} assigned it to you`;
  return (
    over ??
    page(
      headline(say`${bold('Did you reply?')} ${leadLink(lead)}`),
      paragraph(say`${how} on ${moment(at)}.`),
      ref &&
        actions([
          ...claimerButtons(ref, titleOf(lead)),
          button(ACTIONS.leadSnooze, 'Snooze…', `Snooze ${ref.handle}, ${titleOf(lead)}`, leadValue(ref)),
        ]),
      note(beside(brief(project.name, 'project'), ref?.handle)),
    )
  );
}

/** Sent to the new holder of an assigned lead, with its brief. Once they no longer hold it, says what became of it. */
export function leadAssignedMessage(assigned: LeadAssigned, standing: Standing): Page {
  const { lead, project, by, note: words, at, timezone, briefing } = assigned;
  const { ref, over } = claimOf(assigned, { at, timezone }, standing);
  return (
    over ??
    page(
      headline(say`${user(by)} gave you ${leadLink(lead)}`),
      words !== undefined && { kind: 'quote', text: say`${flexible(words)}` },
      ...briefParts(lead, briefing),
      ref && actions(claimerButtons(ref, titleOf(lead), 'Decline')),
      note(beside(brief(project.name, 'project'), briefFacts(lead, { at, timezone }), ref?.handle)),
    )
  );
}

/** `over`: what the message becomes once `person` no longer holds the lead. */
function claimOf(
  { lead, person, project }: LeadReminder | LeadAssigned,
  time: MessageTime,
  standing: Standing,
): { ref: LeadRef | undefined; over: Page | undefined } {
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key];
  const isTheirs = !now || (now.state === 'claimed' && now.by === person);
  return {
    ref: handle === undefined ? undefined : { handle, projectId: project.id },
    over: isTheirs ? undefined : leadSettledPage({ project, lead, handle, standing: now }, time),
  };
}

/** Confirms a handover to the person who made it. */
export function leadGivenAnswer(handle: string, lead: DigestLead, to: string): Page {
  return pageAbout(lead, say`${user(to)} now has ${bold(handle)}, with the brief in a direct message.`);
}

/** Confirms a dismissal that took one click. */
export function leadDismissedAnswer(ref: LeadRef, lead: DigestLead, reason: string): Page {
  return pageAbout(
    lead,
    say`You dismissed ${bold(ref.handle)} ${describeDismissal(reason)}.`,
    button(ACTIONS.leadUndo, 'Undo', `Reopen ${ref.handle}, ${titleOf(lead)}`, leadValue(ref)),
  );
}

/** Replaces it after its Undo. */
export function leadUndoneAnswer(handle: string, lead: DigestLead): Page {
  return pageAbout(lead, say`${bold(handle)} is open again.`);
}

function pageAbout(lead: DigestLead, text: Text, control?: Button): Page {
  return page(headline(text, control), note(leadLink(lead)));
}

/**
 * Sent to the claimer when a colleague ends their claim: Slack can’t edit the brief they have open. Whoever assigned a
 * lead that is declined can take it or assign it again, until somebody has it.
 */
export function claimEndedMessage(ended: ClaimEnded, standing: Standing): Page {
  const { project, lead, by, how, at, timezone = 'UTC' } = ended;
  const [done, open] = ENDED[how];
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key];
  const state = now && leadState(now, { at, timezone });
  const ref = how === 'decline' && !state && handle !== undefined && { handle, projectId: project.id };
  return page(
    headline(say`${user(by)} ${done} ${leadLink(lead)}`),
    paragraph(state ?? open),
    ref && actions([claimButton(ref, titleOf(lead)), assignButton(ref, titleOf(lead))]),
    note(beside(brief(project.name, 'project'), moment(at), handle)),
  );
}

const ENDED: Readonly<Record<ClaimEnded['how'], readonly [done: string, after: string]>> = {
  reply: ['replied to', 'You’re done with it.'],
  release: ['released your claim on', 'It’s open again for anyone.'],
  decline: ['can’t take', 'It’s open again for anyone.'],
};

/** A lead that an act didn’t change. */
export type UnchangedLead = { handle: string; lead: DigestLead; standing: LeadStanding };

/** Says why nothing changed for one or more leads. `reader`: the id of who sees this. */
export function leadsUnchangedPage(all: readonly UnchangedLead[], time: MessageTime, reader: string): Page {
  const [only, ...others] = all;
  if (only && others.length === 0) return pageAbout(only.lead, describeUnchanged(only, time, reader));
  return page(
    headline(bold(`${all.length} leads haven’t changed`)),
    rows(
      all.map((one) => ({ text: beside(describeUnchanged(one, time, reader), titleOf(one.lead, 'line')) })),
    ),
  );
}

/** "@Ana claimed L3 first, at 09:03." */
function describeUnchanged({ handle, standing }: UnchangedLead, time: MessageTime, reader: string): Text {
  const { state, by, assignedBy } = standing;
  if (state !== 'claimed' || by === reader || assignedBy !== undefined)
    return say`${bold(handle)} hasn’t changed. ${leadState(standing, time) ?? 'It’s open'}.`;
  const since = atTime(standing, time);
  return say`${whoOf(standing, 'A colleague')} claimed ${bold(handle)} first${since && say`, ${since}`}. If it stays unanswered, choose Release in its ⋯ menu.`;
}
