/** The menu and buttons of a lead: each choice is an immediate change, a form, or an answer. */
import { readCarried } from '../../carried.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { leadDismissedAnswer, leadUndoneAnswer } from '../../messages/leads/claims.ts';
import {
  type ChoosableLead,
  type LeadRef,
  type LeadVerb,
  leadAssignForm,
  leadDismissForm,
  leadReleaseForm,
  leadRepliedForm,
  leadSnoozeForm,
} from '../../messages/leads/lead-controls.ts';
import { OTHER_REASON } from '../../messages/leads/lead-facts.ts';
import type { Form } from '../../messages/page.ts';
import { startOf } from '../../rules/calendar.ts';
import { type LeadAct, snoozeDays } from '../../rules/lead-state.ts';
import { type Action, type ActionAsk, type Answer, action, type Permission } from '../ask.ts';
import { showHome } from '../home/show-home.ts';
import { requireCarried } from '../refused.ts';
import { isDirect, requireChannelSeen, requireSeen } from '../seen-by.ts';
import {
  actOnLeads,
  answerUnchanged,
  briefClicked,
  claimLead,
  listClicked,
  type PrivateMessage,
  refuseEarly,
  withOriginal,
} from './act-on-lead.ts';
import { carryForm, toChoosable } from './lead-forms.ts';
import { type ClickedLead, explainLead, readLeadStanding, requireLead } from './one-lead.ts';

type Click = {
  lead: ClickedLead;
  /** The private message that was clicked, if it was one. */
  from: PrivateMessage | undefined;
  /** For a click on the Home tab, as if it had been in a channel. */
  ask: ActionAsk;
  onHome: boolean;
  reason?: string | undefined;
};
type Run = (click: Click) => Promise<Answer>;

const act =
  (what: LeadAct): Run =>
  async ({ lead, ask }) => {
    const acted = await actOnLeads([lead], what, ask);
    return acted.changed ? undefined : acted.answer;
  };

/** Opens a form, unless the act would be refused as things stand. */
const form =
  (what: LeadAct, modalOf: (lead: ChoosableLead, carries: string, click: Click) => Form): Run =>
  async (click) => {
    const { lead, from, ask, onHome } = click;
    const refused = await refuseEarly(lead, what, ask);
    return refused ?? { modal: modalOf(toChoosable(lead), carryForm([lead], ask, { from, onHome }), click) };
  };

const replied = form({ kind: 'reply' }, leadRepliedForm);
const assign = form({ kind: 'assign', to: '' }, (one, carries, { lead }) =>
  leadAssignForm(one, carries, lead.lead.state.state === 'claimed'),
);
const snooze = form({ kind: 'snooze', until: Number.POSITIVE_INFINITY }, (one, carries, { lead, ask }) =>
  leadSnoozeForm([one], carries, snoozeDays(ask.now(), lead.timezone)),
);
const snoozeToTomorrow: Run = (click) => {
  const { timezone } = click.lead;
  const { tomorrow } = snoozeDays(click.ask.now(), timezone);
  return act({ kind: 'snooze', until: startOf(tomorrow, timezone) })(click);
};
const dismissForm = form({ kind: 'dismiss', reason: '' }, (lead, carries, { reason }) =>
  leadDismissForm([lead], carries, reason),
);
const dismiss: Run = async (click) => {
  const { reason, lead, onHome } = click;
  if (reason === undefined || reason === OTHER_REASON.id) return dismissForm(click);
  const refused = await act({ kind: 'dismiss', reason })(click);
  if (refused || onHome) return refused;
  return { message: leadDismissedAnswer({ ...lead, projectId: lead.project.id }, lead.lead, reason) };
};

/** Undo, beside what a click in one step dismissed. */
const undo: Run = async (click) => {
  const { lead, ask } = click;
  const { state, by } = lead.lead.state;
  if (state !== 'new' && !(state === 'dismissed' && by === ask.person)) return answerUnchanged(lead, ask);
  const refused = await act({ kind: 'reopen' })(click);
  return refused ?? { message: leadUndoneAnswer(lead.handle, lead.lead), delivered: 'replacing' };
};

/** Ends one's own claim at once; asks first before ending a colleague's. */
const release: Run = async (click) => {
  const { lead, from, ask, onHome } = click;
  const { state, by: holder } = lead.lead.state;
  if (state !== 'claimed' || holder === ask.person) return act({ kind: 'release' })(click);
  const carries = carryForm([lead], ask, { from, onHome, holder });
  return {
    modal: leadReleaseForm(toChoosable(lead), carries, await readLeadStanding(lead.at, ask), ask.now()),
  };
};

const why: Run = async ({ lead: { at, project }, ask }) => ({
  message: await explainLead(at.key, project, ask),
});

const CHOICES: Readonly<Record<LeadVerb, Run>> = {
  claim: ({ lead, ask }) => claimLead(lead, ask),
  assign,
  replied,
  tomorrow: snoozeToTomorrow,
  snooze,
  dismiss,
  release,
  reopen: act({ kind: 'reopen' }),
  helpful: act({ kind: 'outcome', outcome: 'helpful' }),
  removed: act({ kind: 'outcome', outcome: 'removed' }),
  why,
};

async function choose(verb: LeadVerb, click: Click): Promise<Answer> {
  const answer = await CHOICES[verb](click);
  return verb === 'why' ? answer : withOriginal(answer, click.from, click.lead, click.ask);
}

/** Anyone who can read may ask why. A value that can't be read does nothing. */
export function leadMenuPermission(value: string): Permission {
  const { verb } = readCarried('lead_choice', value) ?? { verb: 'why' };
  return verb === 'why' ? 'everyone' : 'leads';
}

/** ⋯, and the “Not for us” menu. */
export const leadMenus: readonly Action[] = [ACTIONS.leadMenu, ACTIONS.leadDismiss].map((id) => ({
  id,
  async run(ask) {
    const { verb, reason, list, ...ref } = requireCarried('lead_choice', ask.value);
    return onLead(ref, ask, (click) =>
      choose(verb, { ...click, from: listClicked(list, click.ask), reason }),
    );
  },
}));

/** Some of the same choices as buttons: in digests, on the Home tab, under briefs and reminders. */
export const leadButtons: readonly Action[] = [
  leadButton(ACTIONS.leadClaim, 'claim'),
  leadButton(ACTIONS.leadAssign, 'assign'),
  leadButton(ACTIONS.leadReplied, 'replied'),
  leadButton(ACTIONS.leadRelease, 'release'),
  leadButton(ACTIONS.leadSnooze, 'snooze'),
  action(ACTIONS.leadUndo, async (ask) => onLead(requireCarried('lead', ask.value), ask, undo)),
];

/** Buttons that only the holder of a lead is offered. */
const HOLDERS: readonly LeadVerb[] = ['replied', 'snooze'];

function leadButton(id: string, verb: LeadVerb): Action {
  return action(id, async (ask) => {
    const { list, ...ref } = requireCarried('lead', ask.value);
    return onLead(ref, ask, async (click) => {
      const { lead, ask: there } = click;
      const from = listClicked(list, there) ?? (verb === 'claim' ? undefined : briefClicked(there));
      const { state, by } = lead.lead.state;
      // An old brief must not change a lead that a colleague has by now. A post shows who has it.
      const isPost = !there.isPrivate && !isDirect(there.channel);
      if (state === 'claimed' && by !== ask.person && verb !== 'claim' && !isPost)
        return withOriginal(await answerUnchanged(lead, there), from, lead, there);
      // Nobody should fill in a form only to learn that a colleague ended their claim.
      if (from && state !== 'claimed' && HOLDERS.includes(verb))
        return withOriginal(undefined, from, lead, there);
      return choose(verb, { ...click, from });
    });
  });
}

/** A click on the Home tab acts in one of the person's channels with the project, then redraws it. @throws Refused */
async function onLead(ref: LeadRef, ask: ActionAsk, run: (click: Click) => Promise<Answer>): Promise<Answer> {
  const onHome = ask.channel === '';
  const there = onHome
    ? { ...ask, channel: await requireChannelSeen(await requireSeen(ref.projectId, ask), ask) }
    : ask;
  const answer = await run({ lead: await requireLead(ref, there), from: undefined, ask: there, onHome });
  if (!onHome) return answer;
  const refreshHome = async () => void (await showHome(ask));
  if (answer && 'modal' in answer) return 'id' in answer.modal ? answer : { ...answer, behind: refreshHome };
  await refreshHome();
  return answer;
}
