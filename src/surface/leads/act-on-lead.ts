/** Changes leads for a person: once per click, audited, with every post and private message that shows them. */
import type { Carried } from '../../carried.ts';
import type { ClaimEnded, Decision, LeadAssigned } from '../../decision.ts';
import { leadFacts, projectRef } from '../../decision.ts';
import { unless } from '../../errors.ts';
import type { UnchangedLead } from '../../messages/leads/claims.ts';
import { leadBriefMessage, leadsUnchangedPage } from '../../messages/leads/claims.ts';
import { reasonLabel } from '../../messages/leads/lead-facts.ts';
import type { ListRef } from '../../messages/leads/lead-row.ts';
import { type Page, withBelow } from '../../messages/page.ts';
import { dayName } from '../../messages/times.ts';
import { moveLead } from '../../outbox/move-lead.ts';
import { queueDecision } from '../../outbox/queue.ts';
import { today } from '../../rules/calendar.ts';
import { eventOf, type LeadAct } from '../../rules/lead-state.ts';
import { findDelivery } from '../../store/deliveries.ts';
import { inTransaction } from '../../store/statements.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import type { ActionAsk, Answer, Ask } from '../ask.ts';
import { changeOnce } from '../audit-write.ts';
import { showHome } from '../home/show-home.ts';
import { Refused } from '../refused.ts';
import { replyByAddress } from '../reply.ts';
import { findSeen, isDirect } from '../seen-by.ts';
import { listAnswer } from './lead-list.ts';
import { BRIEFING_MS, type ClickedLead, explainLead, readBriefing, readLeadStanding } from './one-lead.ts';

/** Unless all are changed, the answer: which weren't, below what is `done` with the others; none for a repeated click. */
export async function actOnLeads(
  leads: readonly ClickedLead[],
  act: LeadAct,
  ask: Ask,
  done?: (changed: readonly ClickedLead[]) => Page | undefined,
): Promise<Answer | 'changed'> {
  const unchanged: ClickedLead[] = [];
  let isRepeated = false;
  for (const lead of leads) {
    const isChanged = await actOnOne(lead, act, ask);
    if (isChanged === undefined) isRepeated = true;
    else if (!isChanged) unchanged.push(lead);
  }
  ask.wakePump();
  if (unchanged.length > 0) {
    const { message } = await answerUnchanged(unchanged, ask, act);
    const changed = isRepeated ? [] : leads.filter((lead) => !unchanged.includes(lead));
    const page = changed.length > 0 && done?.(changed);
    return { message: page ? withBelow(page, ...message.parts) : message };
  }
  return isRepeated ? undefined : 'changed';
}

export async function answerUnchanged(leads: readonly ClickedLead[], ask: Ask, act?: LeadAct) {
  const unchanged: UnchangedLead[] = [];
  for (const { handle, lead, at } of leads)
    unchanged.push({ handle, lead, standing: await readLeadStanding(at, ask) });
  return { message: leadsUnchangedPage(unchanged, ask.now(), ask.person, act?.kind) };
}

/** False if the act was refused, undefined for a repeated click. */
function actOnOne(clicked: ClickedLead, act: LeadAct, ask: Ask): Promise<boolean | undefined> {
  const { at, handle } = clicked;
  const { kind } = eventOf(act, clicked.lead.state, ask.person);
  const write = {
    action: `lead.${kind}`,
    projectId: at.projectId,
    subject: at.key,
    ...(act.kind === 'assign' && { data: { to: act.to } }),
  };
  const once = { ...ask, id: `${ask.id} ${handle}` };
  return changeOnce(once, write, () => moveAndNotify(clicked, act, ask), describeAct(act, clicked));
}

function describeAct(act: LeadAct, { timezone, lead }: ClickedLead): string | undefined {
  switch (act.kind) {
    case 'reply':
      return act.url;
    case 'dismiss':
      return reasonLabel(act.reason) && `reason: ${reasonLabel(act.reason)}`;
    case 'snooze':
      return `until ${dayName(today(act.until, timezone))}`;
    case 'outcome':
      return `the reply was ${act.outcome}`;
    case 'undo':
      return lead.state.state === 'snoozed' ? 'the snooze' : 'the dismissal';
    default:
      return undefined;
  }
}

/** Changes the lead and queues messages to its new holder and to whoever lost a claim, if nobody else has it. */
async function moveAndNotify(clicked: ClickedLead, act: LeadAct, ask: Ask): Promise<boolean> {
  const { at, same, lead } = clicked;
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
    if (ended && from.by === lead.state.by) await tell(ended.person, ended.told);
    if (given) await tell(given.person, given);
    return true;
  });
}

async function prepareAssignment(
  { to: person, note }: Extract<LeadAct, { kind: 'assign' }>,
  clicked: ClickedLead,
  ask: Ask,
): Promise<LeadAssigned> {
  const { project, lead } = clicked;
  const briefing = await readBriefing(clicked, ask, BRIEFING_MS);
  return {
    kind: 'lead_assigned',
    v: 1,
    project: projectRef(project),
    person,
    by: ask.person,
    at: ask.now(),
    briefing,
    lead: leadFacts(lead),
    ...(note && { note }),
  };
}

/** Tells the holder whose claim somebody else ended or gave away, or the assigner if it is declined, if they see the project. */
async function prepareClaimEnded(
  { kind: act }: LeadAct,
  { lead: { key, title, url, state }, project }: ClickedLead,
  { workspace, person: by, now }: Ask,
): Promise<{ person: string; told: ClaimEnded } | undefined> {
  const isGivenAway = act === 'assign' && state.by !== by;
  if (state.state !== 'claimed' || !(act === 'release' || act === 'reply' || isGivenAway)) return undefined;
  const how = act === 'reply' ? act : state.by === by ? 'decline' : 'release';
  const person = how === 'decline' ? state.assignedBy : state.by;
  if (person === undefined || person === by) return undefined;
  const { projects } = await findSeen({ workspace, person });
  if (!projects.some(({ id }) => id === project.id)) return undefined;
  const of = { project: projectRef(project), lead: { key, title, url } };
  return { person, told: { kind: 'claim_ended', v: 1, ...of, by, how, at: now() } };
}

/** Claims a lead, or finds it the person's already. The brief opens at once and is filled when the API has answered. */
export async function claimLead(clicked: ClickedLead, ask: Ask): Promise<Answer> {
  const acted = await actOnLeads([clicked], { kind: 'claim' }, ask);
  const isTheirs = async () => {
    const { state, by } = await readLeadStanding(clicked.at, ask);
    return state === 'claimed' && by === ask.person;
  };
  if (acted !== 'changed' && (acted === undefined || !(await isTheirs()))) return acted;
  const modal = leadBriefMessage({ ...clicked, briefing: undefined, now: ask.now() });
  return { modal, filled: () => readBrief(clicked, ask) };
}

export async function readBrief(clicked: ClickedLead, ask: Ask): Promise<Page> {
  return leadBriefMessage({ ...clicked, briefing: await readBriefing(clicked, ask), now: ask.now() });
}

/** What a person acted on and must see redrawn: the Home tab, a page of their lead list, or else a brief or card. */
export type Origin = Pick<Carried<'lead_form'>, 'home' | 'from'>;

/** The list, brief or card that was clicked; nothing if it was on a post, such as a reminder, which is edited anyway. */
export async function answerClicked(click: ActionAsk, list?: ListRef): Promise<Origin> {
  const { db, team, channel, ts, isPrivate, answerAt, form } = click;
  if (form) return { from: { list } };
  const isAnswer = isPrivate || (isDirect(channel) && !(await findDelivery(db, team, channel, ts)));
  return isAnswer && answerAt ? { from: { answerAt, list } } : {};
}

/** Redraws after the answer to a click or a submission. A form that opens changes nothing yet. */
export function withRedrawn(answer: Answer, { home, from }: Origin, lead: ClickedLead, ask: Ask): Answer {
  if ((answer && 'modal' in answer && 'id' in answer.modal) || !(home || from)) return answer;
  const done = answer && 'message' in answer ? answer.message : undefined;
  // In a modal what was clicked stays, below what was done.
  const isInModal = done !== undefined && from !== undefined && from.answerAt === undefined;
  return {
    ...(isInModal ? undefined : answer),
    async behind() {
      if (home) await showHome(ask);
      const page = from && (await redraw(from.list, lead, ask));
      return isInModal && page ? withBelow(done, ...page.parts) : page;
    },
  };
}

/** Redraws after an undo the private message in which the leads were set aside: the click was in another one. */
export async function redrawUndone(
  { answerAt, list }: { answerAt: string; list: ListRef | undefined },
  lead: ClickedLead,
  ask: Ask,
) {
  const page = await redraw(list, lead, ask);
  if (page) await replyByAddress(answerAt, ask).say(page, 'replacing');
  return undefined;
}

/** The list as it is now; without one, a brief or card becomes the lead's card. */
async function redraw(list: ListRef | undefined, { at, project }: ClickedLead, ask: Ask) {
  if (!list) return explainLead(at.key, project, ask);
  // The lead has changed anyway: a list that can't be drawn stays as it is.
  const answer = await unless(listAnswer(project, list, ask), Refused, VisibilityError);
  return answer && 'message' in answer ? answer.message : undefined;
}
