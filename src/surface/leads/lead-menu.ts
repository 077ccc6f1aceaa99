/** The menu and buttons of a lead: each choice is an immediate change, a form, or an answer. */
import { readCarried } from '../../carried.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { OTHER_REASON } from '../../messages/leads/lead-facts.ts';
import * as forms from '../../messages/leads/lead-forms.ts';
import type { LeadRef, LeadVerb } from '../../messages/leads/lead-row.ts';
import type { Form } from '../../messages/page.ts';
import { startOf } from '../../rules/calendar.ts';
import { decideMove, type LeadAct, snoozeDays } from '../../rules/lead-state.ts';
import { type Action, type ActionAsk, type Answer, action, type Permission } from '../ask.ts';
import { requireCarried } from '../refused.ts';
import { isDirect, requireChannelSeen, requireSeen } from '../seen-by.ts';
import { answerClicked, answerUnchanged, claimLead, type Origin, withRedrawn } from './act-on-lead.ts';
import { actAndConfirm, carryForm } from './lead-forms.ts';
import { type ClickedLead, explainLead, readLeadStanding, requireLead } from './one-lead.ts';

/** `ask`: for a click on the Home tab, as if it had been in a channel. */
type Click = { lead: ClickedLead; origin: Origin; ask: ActionAsk; reason?: string | undefined };
type Run = (click: Click) => Promise<Answer>;

const act =
  (what: LeadAct): Run =>
  ({ lead, origin, ask }) =>
    actAndConfirm([lead], what, origin, ask);

/** Opens a form, unless the act would be refused as things stand: nobody should fill it in for nothing. */
const form =
  (what: LeadAct, formOf: (lead: ClickedLead, carries: string, click: Click) => Form): Run =>
  async (click) => {
    const { lead, ask, origin } = click;
    if (!decideMove(lead.lead.state, what, ask.person, ask.now())) return answerUnchanged([lead], ask, what);
    return { modal: formOf(lead, carryForm([lead], ask, origin), click) };
  };

const dismissForm = form({ kind: 'dismiss', reason: '' }, (lead, carries, { ask, reason }) =>
  forms.leadDismissForm([lead], carries, ask.now(), reason),
);

const CHOICES: Readonly<Record<LeadVerb, Run>> = {
  claim: ({ lead, ask }) => claimLead(lead, ask),
  assign: form({ kind: 'assign', to: '' }, (lead, carries) =>
    forms.leadAssignForm(lead, carries, lead.lead.state.state === 'claimed'),
  ),
  replied: form({ kind: 'reply' }, forms.leadRepliedForm),
  tomorrow(click) {
    const { timezone } = click.lead;
    const { tomorrow } = snoozeDays(click.ask.now(), timezone);
    return act({ kind: 'snooze', until: startOf(tomorrow, timezone) })(click);
  },
  snooze: form({ kind: 'snooze', until: Number.POSITIVE_INFINITY }, (lead, carries, { ask }) =>
    forms.leadSnoozeForm([lead], carries, ask.now(), snoozeDays(ask.now(), lead.timezone)),
  ),
  async dismiss(click) {
    const { reason } = click;
    if (reason === undefined || reason === OTHER_REASON.id) return dismissForm(click);
    return act({ kind: 'dismiss', reason })(click);
  },
  /** Ends one's own claim at once; asks first before ending a colleague's. */
  async release(click) {
    const { lead, origin, ask } = click;
    const { state, by: holder } = lead.lead.state;
    if (state !== 'claimed' || holder === ask.person) return act({ kind: 'release' })(click);
    const carries = carryForm([lead], ask, { ...origin, holder });
    const standing = await readLeadStanding(lead.at, ask);
    return { modal: forms.leadReleaseForm(lead, carries, standing, ask.now()) };
  },
  reopen: act({ kind: 'reopen' }),
  helpful: act({ kind: 'outcome', outcome: 'helpful' }),
  removed: act({ kind: 'outcome', outcome: 'removed' }),
  /** On top of a list in a modal, which is back when the card is closed. */
  async why({ lead, ask }) {
    const card = await explainLead(lead.at.key, lead.project, ask);
    return ask.form ? { modal: card } : { message: card };
  },
};

async function choose(verb: LeadVerb, click: Click): Promise<Answer> {
  const answer = await CHOICES[verb](click);
  return verb === 'why' ? answer : withRedrawn(answer, click.origin, click.lead, click.ask);
}

/** Anyone who can read may ask why. A value that can't be read does nothing. */
export function leadMenuPermission(value: string): Permission {
  const { verb } = readCarried('lead_choice', value) ?? { verb: 'why' };
  return verb === 'why' ? 'everyone' : 'leads';
}

export const leadMenus: readonly Action[] = [ACTIONS.leadMenu, ACTIONS.leadDismiss].map((id) => ({
  id,
  async run(ask) {
    const { verb, reason, list, card, ...ref } = requireCarried('lead_choice', ask.value);
    const { origin, ...click } = await findClick(ref, ask);
    const clicked = card || list ? await answerClicked(ask, list) : {};
    return choose(verb, { ...click, origin: { ...origin, ...clicked }, reason });
  },
}));

export const leadButtons: readonly Action[] = [
  leadButton(ACTIONS.leadClaim, 'claim'),
  leadButton(ACTIONS.leadAssign, 'assign'),
  leadButton(ACTIONS.leadReplied, 'replied'),
  leadButton(ACTIONS.leadRelease, 'release'),
  leadButton(ACTIONS.leadSnooze, 'snooze'),
];

function leadButton(id: string, verb: LeadVerb): Action {
  return action(id, async (ask) => {
    const click = await findClick(requireCarried('lead', ask.value), ask);
    const { lead, ask: there } = click;
    const origin = { ...click.origin, ...(await answerClicked(there)) };
    const { state, by } = lead.lead.state;
    // An old brief must not change a lead that a colleague has by now. A post shows who has it.
    const isPost = !there.isPrivate && !isDirect(there.channel);
    if (verb !== 'claim' && state === 'claimed' && by !== ask.person && !isPost)
      return withRedrawn(await answerUnchanged([lead], there), origin, lead, there);
    return choose(verb, { ...click, origin });
  });
}

/** A click on the Home tab acts in one of the person's channels with the project. @throws Refused */
async function findClick(ref: LeadRef, ask: ActionAsk): Promise<Click> {
  if (ask.channel !== '') return { lead: await requireLead(ref, ask), origin: {}, ask };
  const channel = await requireChannelSeen(await requireSeen(ref.projectId, ask), ask);
  const there = { ...ask, channel };
  return { lead: await requireLead(ref, there), origin: { home: true }, ask: there };
}
