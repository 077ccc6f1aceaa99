/** Changes leads for a person: once per click, audited, with every post and private message that shows them. */
import type { Carried } from '../../carried.ts';
import {
  type ClaimEnded,
  type Decision,
  type LeadAssigned,
  type LeadBriefing,
  leadFacts,
  projectRef,
} from '../../decision.ts';
import {
  leadBriefMessage,
  leadSettledPage,
  leadsUnchangedPage,
  type UnchangedLead,
} from '../../messages/leads/claims.ts';
import { reasonLabel } from '../../messages/leads/lead-facts.ts';
import type { Page } from '../../messages/page.ts';
import { dayName } from '../../messages/times.ts';
import { moveLead } from '../../outbox/move-lead.ts';
import { queueDecision } from '../../outbox/queue.ts';
import { today } from '../../rules/calendar.ts';
import { decideMove, type LeadAct } from '../../rules/lead-state.ts';
import { readKeptCitations } from '../../store/lead-stories.ts';
import { inTransaction } from '../../store/statements.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import type { ActionAsk, Answer, Ask } from '../ask.ts';
import { auditWrite, unlessRepeated } from '../audit-write.ts';
import { Refused } from '../refused.ts';
import { findSeen } from '../seen-by.ts';
import { listAnswer } from './lead-list.ts';
import { type ClickedLead, readLeadStanding } from './one-lead.ts';
import { BRIEFING_MS, readBriefing } from './read-leads.ts';

/** `changed`: every lead was changed. Otherwise the answer names those that weren't, and how they stand. */
type ActedOn = { changed: true } | { changed: false; answer: Answer };

export async function actOnLeads(leads: readonly ClickedLead[], act: LeadAct, ask: Ask): Promise<ActedOn> {
  const refused: UnchangedLead[] = [];
  let isRepeated = false;
  for (const lead of leads) {
    const outcome = await actOnOne(lead, act, ask);
    if (outcome === 'repeated') isRepeated = true;
    else if (outcome !== 'changed') refused.push(outcome);
  }
  ask.wakePump();
  if (refused.length > 0) return { changed: false, answer: { message: pageOf(refused, ask) } };
  return isRepeated ? { changed: false, answer: undefined } : { changed: true };
}

/** The refusal that a form for this act would end with, so that nobody fills it in for nothing. */
export async function refuseEarly(clicked: ClickedLead, act: LeadAct, ask: Ask): Promise<Answer> {
  const move = decideMove(clicked.lead.state, act, ask.person, ask.now());
  return move ? undefined : answerUnchanged(clicked, ask);
}

export async function answerUnchanged(clicked: ClickedLead, ask: Ask) {
  const { handle, lead, at } = clicked;
  const standing = await readLeadStanding(at, ask);
  return { message: pageOf([{ handle, lead, standing }], ask) };
}

function pageOf(unchanged: readonly UnchangedLead[], { person, now }: Ask): Page {
  return leadsUnchangedPage(unchanged, now(), person);
}

async function actOnOne(
  clicked: ClickedLead,
  act: LeadAct,
  ask: Ask,
): Promise<'changed' | 'repeated' | UnchangedLead> {
  const { at, handle, lead } = clicked;
  const once = { ...ask, id: `${ask.id} ${handle}` };
  const write = {
    ...{ action: `lead.${act.kind}`, projectId: at.projectId, subject: at.key },
    ...(act.kind === 'assign' && { data: { to: act.to } }),
  };
  const isChanged = await unlessRepeated(
    auditWrite(once, write, async () => {
      const result = await moveAndNotify(clicked, act, ask);
      return { result, outcome: result ? describeAct(act, clicked) : undefined };
    }),
  );
  if (isChanged === undefined) return 'repeated';
  return isChanged ? 'changed' : { handle, lead, standing: await readLeadStanding(at, ask) };
}

function describeAct(act: LeadAct, { timezone }: ClickedLead): string {
  switch (act.kind) {
    case 'reply':
      return act.url ?? 'done';
    case 'dismiss':
      return `reason: ${reasonLabel(act.reason)}`;
    case 'snooze':
      return `until ${dayName(today(act.until, timezone))}`;
    case 'outcome':
      return `the reply was ${act.outcome}`;
    default:
      return 'done';
  }
}

/** Changes the lead and queues messages to its new holder and to whoever lost a claim, if nobody else has it. */
async function moveAndNotify(clicked: ClickedLead, act: LeadAct, ask: Ask): Promise<boolean> {
  const { at, same } = clicked;
  const { person: by, channel } = ask;
  const ended = await prepareClaimEnded(act, clicked, ask);
  const given =
    act.kind === 'assign' && act.to !== by ? await prepareAssignment(act, clicked, ask) : undefined;
  const now = ask.now();
  return inTransaction(ask.db, async (trx) => {
    const from = await moveLead(trx, at, act, { by, channel, now }, same);
    if (!from) return false;
    const tell = (person: string, told: Decision) =>
      queueDecision(trx, told, { team: at.team, channel: person, subscription: 'claims', slotAt: now }, now);
    if (ended && from.by === ended.claimer) await tell(ended.person, ended.told);
    if (given) await tell(given.person, given);
    return true;
  });
}

/** With the brief that the new holder would have seen on claiming it. */
async function prepareAssignment(
  { to: person, note }: Extract<LeadAct, { kind: 'assign' }>,
  clicked: ClickedLead,
  ask: Ask,
): Promise<LeadAssigned> {
  const { lead, project, timezone, at } = clicked;
  const [briefing, cited] = await Promise.all([
    readBriefing(clicked, ask, BRIEFING_MS),
    readKeptCitations(ask.db, at.team, project.id),
  ]);
  return {
    ...{ kind: 'lead_assigned', v: 1, project: projectRef(project), person, by: ask.person, timezone },
    ...(note && { note }),
    ...{ at: ask.now(), briefing },
    lead: { ...leadFacts(lead), citedBy: cited.get(lead.key) },
  };
}

/** Tells the holder whose claim somebody else ended, or the assigner if it is declined, if they see the project. */
async function prepareClaimEnded(
  { kind: act }: LeadAct,
  { lead: { key, title, url, state }, project, timezone }: ClickedLead,
  { workspace, person: by, now }: Ask,
): Promise<{ claimer: string; person: string; told: ClaimEnded } | undefined> {
  const { by: claimer, assignedBy } = state;
  if (state.state !== 'claimed' || claimer === undefined) return undefined;
  if (act !== 'release' && act !== 'reply') return undefined;
  const isDeclined = claimer === by && act === 'release';
  const person = isDeclined ? assignedBy : claimer;
  if (person === undefined || person === by) return undefined;
  const { projects } = await findSeen({ workspace, person });
  if (!projects.some(({ id }) => id === project.id)) return undefined;
  const how = isDeclined ? 'decline' : act;
  const of = { project: projectRef(project), lead: { key, title, url } };
  return { claimer, person, told: { kind: 'claim_ended', v: 1, ...of, by, how, at: now(), timezone } };
}

/** Claims a lead. The brief opens at once and is filled when the API has answered. */
export async function claimLead(clicked: ClickedLead, ask: Ask): Promise<Answer> {
  const acted = await actOnLeads([clicked], { kind: 'claim' }, ask);
  if (!acted.changed) return acted.answer;
  return { modal: await renderBrief(undefined, clicked, ask), filled: () => readBrief(clicked, ask) };
}

export async function readBrief(clicked: ClickedLead, ask: Ask): Promise<Page> {
  return renderBrief(await readBriefing(clicked, ask), clicked, ask);
}

async function renderBrief(
  briefing: LeadBriefing | undefined,
  { handle, project, lead, at }: ClickedLead,
  ask: Ask,
): Promise<Page> {
  const cited = await readKeptCitations(ask.db, at.team, project.id);
  const citedBy = cited.get(lead.key);
  return leadBriefMessage({
    project: projectRef(project),
    lead: { ...lead, citedBy },
    handle,
    briefing,
    now: ask.now(),
  });
}

/** A message that can be replaced: a page of the lead list if `list` is set, otherwise a claimer's brief. */
type Replaceable = NonNullable<Carried<'lead_form'>['from']>;

/** A replaceable message, or a brief in a modal, which closes when its forms are submitted. */
export type PrivateMessage = Replaceable | 'modal';

export function listClicked(
  list: Replaceable['list'],
  { isPrivate, answerAt }: ActionAsk,
): PrivateMessage | undefined {
  return isPrivate && answerAt && list ? { answerAt, list } : undefined;
}

/** The brief that was clicked; undefined if the button was on a reminder, which is a post. */
export function briefClicked({ isPrivate, answerAt, form }: ActionAsk): PrivateMessage | undefined {
  if (form) return 'modal';
  return isPrivate && answerAt ? { answerAt } : undefined;
}

/** Adds the redrawn private message to the answer to its click or form. */
export async function withOriginal(
  answer: Answer,
  from: PrivateMessage | undefined,
  lead: ClickedLead,
  ask: Ask,
): Promise<Answer> {
  if (!from) return answer;
  if (answer && 'modal' in answer) {
    const isForm = 'id' in answer.modal;
    return isForm ? answer : { ...answer, behind: () => redraw(from, lead, ask) };
  }
  // A modal has room for one page: the answer, which says why nothing changed.
  const original = answer && from === 'modal' ? undefined : await redraw(from, lead, ask);
  if (!original) return answer;
  return answer ? { ...answer, original } : { message: original, delivered: 'replacing' };
}

async function redraw(
  from: PrivateMessage,
  { at, project, handle, lead }: ClickedLead,
  ask: Ask,
): Promise<Page | undefined> {
  const list = from === 'modal' ? undefined : from.list;
  if (list) {
    const answer = await listAnswer(project, list, ask).catch((error: unknown) => {
      // The lead has changed anyway: a list that can't be drawn stays as it is.
      if (!(error instanceof Refused) && !(error instanceof VisibilityError)) throw error;
    });
    return answer && 'message' in answer ? answer.message : undefined;
  }
  const standing = await readLeadStanding(at, ask);
  if (standing.state === 'claimed' && standing.by === ask.person) return undefined;
  return leadSettledPage({ project, lead, handle, standing }, ask.now());
}
