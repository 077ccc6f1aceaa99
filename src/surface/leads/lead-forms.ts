/** Forms about leads: opening them for several leads, what they carry, and what submitting them does. */
import { type Carried, carry } from '../../carried.ts';
import { withRemark } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import * as claims from '../../messages/leads/claims.ts';
import { OTHER_REASON } from '../../messages/leads/lead-facts.ts';
import * as forms from '../../messages/leads/lead-forms.ts';
import { LONGEST_URL, linkable } from '../../messages/lengths.ts';
import type { Form } from '../../messages/page.ts';
import { type LeadAct, snoozeDays, snoozeUntil } from '../../rules/lead-state.ts';
import { giveHandles } from '../../store/handles.ts';
import { type Action, type Answer, type Ask, action, type Submitted, type ViewAsk, view } from '../ask.ts';
import { checkField, checkPermission, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen, isDirect, isIn } from '../seen-by.ts';
import type { Origin } from './act-on-lead.ts';
import {
  actOnLeads,
  answerClicked,
  answerUnchanged,
  claimLead,
  redrawUndone,
  withRedrawn,
} from './act-on-lead.ts';
import { findOldLeads } from './find-leads.ts';
import { type ClickedLead, findLeads, findLeadsTimezone, NOT_SHOWN } from './one-lead.ts';

/** Dismiss several… under a digest or a list: its open leads, for one reason. */
export const leadDismissMany = formOfMany(ACTIONS.leadDismissMany, (leads, carries, now) =>
  forms.leadDismissForm(leads, carries, now),
);

/** Snooze… under a digest: its open leads until one day. */
export const leadSnoozeMany = formOfMany(ACTIONS.leadSnoozeMany, (leads, carries, now, timezone) =>
  forms.leadSnoozeForm(leads, carries, now, snoozeDays(now, timezone)),
);

function formOfMany(
  id: string,
  formOf: (leads: readonly ClickedLead[], carries: string, now: number, timezone: string) => Form,
): Action {
  return action(id, async (ask) => {
    const { projectId, handles = [], list } = requireCarried('leads', ask.value);
    const leads = await findLeads(projectId, handles, ask);
    const open = leads.filter(({ lead }) => lead.state.state === 'new');
    const [first] = open;
    if (!first) throw new Refused('None of these leads is open anymore.');
    const carries = carryForm(open, ask, list ? await answerClicked(ask, list) : {});
    return { modal: formOf(open, carries, ask.now(), first.timezone) };
  });
}

const LET_GO_AT_ONCE = 200;

/** Let old ones go…: first shows which. */
export const leadLetGo = action(ACTIONS.leadLetGo, async (ask) => {
  const { projectId, list } = requireCarried('leads', ask.value);
  const project = requireVisible(projectId, ask);
  const old = (await findOldLeads(project, ask)).slice(0, LET_GO_AT_ONCE);
  const keys = old.map(({ key }) => key);
  const handles = await giveHandles(ask.db, ask.team, 'L', keys);
  const leads = await findLeads(
    projectId,
    keys.flatMap((key) => handles[key] ?? []),
    ask,
  );
  if (leads.length === 0) throw new Refused('No open lead is that old anymore.');
  const carries = carryForm(leads, ask, list ? await answerClicked(ask, list) : {});
  return { modal: forms.leadLetGoForm(leads, carries, ask.now()) };
});

export const leadLetGoView = view(VIEWS.leadLetGo, async ({ metadata }) =>
  submit(requireCarried('lead_form', metadata), { kind: 'dismiss', reason: 'too_old' }),
);

/** Undo: as it was before becomes what the same person dismissed or snoozed and nobody has changed since. */
export const leadUndo = action(ACTIONS.leadUndo, async (ask) => {
  const { projectId, handles = [], answerAt, list } = requireCarried('leads', ask.value);
  const leads = await findLeads(projectId, handles, ask);
  const [first] = leads;
  if (!first) throw new Refused(NOT_SHOWN);
  const acted = await actOnLeads(leads, { kind: 'undo' }, ask, claims.leadsRestoredAnswer);
  if (acted !== 'changed') return acted;
  if (ask.form && list)
    return withRedrawn({ message: claims.leadsRestoredAnswer(leads) }, { from: { list } }, first, ask);
  const behind = async () => (answerAt ? redrawUndone({ answerAt, list }, first, ask) : undefined);
  return { message: claims.leadsRestoredAnswer(leads), delivered: 'replacing', behind };
});

/** Assigns to a teammate; assigning to oneself is a claim. */
export const leadAssignView = view(VIEWS.leadAssign, async (ask) => {
  const form = requireCarried('lead_form', ask.metadata);
  const to = ask.values.teammate;
  if (to === undefined) return { errors: { teammate: 'Choose a teammate.' } };
  const { fault, orLater } = await checkField(findAssigneeFault(to, form, ask));
  if (fault) return { errors: { teammate: fault } };
  const note = ask.values.words?.trim();
  const noted = 'A note goes to a teammate. Leave it empty to take the lead yourself.';
  if (to === ask.person && note) return { errors: { words: noted } };
  const act: LeadAct = to === ask.person ? { kind: 'claim' } : { kind: 'assign', to, note };
  return {
    ...submit(form, act),
    async after(later) {
      await orLater();
      return actOnForm(form, act, later);
    },
  };
});

/** Why a person can't be given a lead: they may not answer it, or couldn't see it. Undefined if they can. */
async function findAssigneeFault(
  person: string,
  { channel, project }: LeadForm,
  { workspace }: Pick<Ask, 'workspace'>,
): Promise<string | undefined> {
  const { name, isBot } = await workspace.personOf(person);
  const { allowed } = await checkPermission('leads', { workspace, person });
  if (!allowed || isBot || person === workspace.botUserId)
    return `${name} can’t answer leads here. Choose a teammate.`;
  const sees = isDirect(channel)
    ? (await findSeen({ workspace, person })).projects.some(({ id }) => id === project)
    : await isIn(channel, { workspace, person }, 'now');
  return sees ? undefined : `${name} isn’t in this channel and can’t see the lead.`;
}

type LeadForm = Carried<'lead_form'>;

/** `holder`: whose claim it ends. */
export function carryForm(
  leads: readonly ClickedLead[],
  { channel }: Ask,
  { from, ...others }: Origin & { holder?: string | undefined },
): string {
  return carry('lead_form', {
    channel,
    project: leads[0]?.project.id ?? '',
    leads: leads.map(({ handle }) => handle),
    // A form closes the brief or card in a modal that it was opened from.
    from: from?.answerAt || from?.list ? from : undefined,
    ...others,
  });
}

/** The form with only the ticked leads; a form for one lead has no ticks. */
function readTicked({ metadata, lists }: Pick<ViewAsk, 'metadata' | 'lists'>): LeadForm {
  const form = requireCarried('lead_form', metadata);
  if (form.leads.length === 1) return form;
  const ticked = new Set(Object.values(lists).flat());
  return { ...form, leads: form.leads.filter((handle) => ticked.has(handle)) };
}

/** Confirms it, unless the person sees it on the Home tab. @throws Refused if no lead is shown here anymore */
async function actOnForm(form: LeadForm, act: LeadAct, ask: Ask): Promise<Answer> {
  const leads = await findLeads(form.project, form.leads, ask);
  const [lead] = leads;
  if (!lead) throw new Refused(NOT_SHOWN);
  const { state, by } = lead.lead.state;
  if (form.holder !== undefined && state === 'claimed' && by !== form.holder)
    return answerUnchanged([lead], ask);
  const answer =
    act.kind === 'claim' ? await claimLead(lead, ask) : await actAndConfirm(leads, act, form, ask);
  return withRedrawn(answer, form, lead, ask);
}

/** Confirms what nobody would see from the post itself, or may want to undo; the Home tab shows it anyway. */
export async function actAndConfirm(
  leads: readonly ClickedLead[],
  act: LeadAct,
  { home, from }: Origin,
  ask: Ask,
): Promise<Answer> {
  const confirm = ([first, ...others]: readonly ClickedLead[]) => {
    if (home || !first) return undefined;
    if (act.kind === 'assign') return claims.leadGivenAnswer(first.handle, first.lead, act.to);
    if (act.kind !== 'dismiss' && act.kind !== 'snooze') return undefined;
    return claims.leadsSetAsideAnswer(first.project.id, [first, ...others], act, from);
  };
  const acted = await actOnLeads(leads, act, ask, confirm);
  if (acted !== 'changed') return acted;
  const message = confirm(leads);
  return message && { message };
}

function submit(form: LeadForm, act: LeadAct): Submitted {
  return {
    channel: form.channel,
    answerAt: form.from?.answerAt,
    isOnPage: form.from !== undefined && form.from.answerAt === undefined,
    after: (ask) => actOnForm(form, act, ask),
  };
}

/** Dismisses the ticked leads for one reason, and keeps what somebody wrote with it. */
export const leadDismissView = view(VIEWS.leadDismiss, async (ask) => {
  const form = readTicked(ask);
  const { reason: choice = '', words = '' } = ask.values;
  const own = words.trim();
  const reason = choice === OTHER_REASON.id ? own || choice : withRemark(choice, own);
  if (form.leads.length === 0) return { errors: { leads: 'Choose the leads to dismiss.' } };
  return submit(form, { kind: 'dismiss', reason });
});

/** Ends a colleague’s claim, unless somebody else has claimed it since. */
export const leadReleaseView = view(VIEWS.leadRelease, async ({ metadata }) =>
  submit(requireCarried('lead_form', metadata), { kind: 'release' }),
);

export const leadRepliedView = view(VIEWS.leadReplied, async (ask) => {
  const url = withScheme(ask.values.url?.trim() ?? '') || undefined;
  const fault = url === undefined ? undefined : findReplyFault(url);
  if (fault !== undefined) return { errors: { reply: fault } };
  return submit(readTicked(ask), { kind: 'reply', url });
});

/** "www.reddit.com/r/x" -> "https://www.reddit.com/r/x"; anything else stays as typed. */
function withScheme(typed: string): string {
  return /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(typed) ? `https://${typed}` : typed;
}

export function findReplyFault(url: string): string | undefined {
  if (/^https:\S+$/i.test(url) && linkable(url) !== undefined) return undefined;
  return `Enter one link of at most ${LONGEST_URL} characters, such as https://www.reddit.com/r/…, or leave this empty.`;
}

export const leadSnoozeView = view(VIEWS.leadSnooze, async (ask) => {
  const form = readTicked(ask);
  if (form.leads.length === 0) return { errors: { leads: 'Choose the leads to snooze.' } };
  const { until: chosen = '', day: picked = '' } = ask.values;
  const timezone = findLeadsTimezone(form.project, ask.workspace.projects());
  const now = ask.now();
  // A picked date wins over the choice above it, as the form says.
  const until = snoozeUntil(picked || chosen, timezone);
  return isSnooze(until, now) ? submit(form, { kind: 'snooze', until }) : { errors: { day: SNOOZE_FAULT } };
});

export const SNOOZE_FAULT = `Pick a day in the future, at most ${forms.SNOOZE_DAYS} days ahead.`;

/** Whether a snooze may end then. Both in epoch ms. */
export function isSnooze(until: number | undefined, now: number): until is number {
  return until !== undefined && until > now && until <= now + forms.SNOOZE_DAYS * DAY_MS;
}
