/** I’ll reply on a lead, its menu, and the buttons of a brief: each choice is one act, a form, or an answer. */
import { ACTIONS } from '../../messages/actions.ts';
import type { LeadVerb } from '../../messages/leads/lead-controls.ts';
import { leadDismissForm, leadRepliedForm, leadSnoozeForm } from '../../messages/leads/lead-forms.ts';
import type { Form } from '../../messages/page.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { carried, parsedJson } from '../carried.ts';
import type { Action, ActionRequest, Answer, Permission, SurfaceDeps } from '../request.ts';
import { actOnLeads, refusedAlready } from './act-on-lead.ts';
import { CarriedLead, type ClickedLead, clickedLead, leadClicked } from './clicked-lead.ts';
import { claim } from './lead-claim.ts';
import { choosable, formFor } from './lead-forms.ts';
import { briefClicked, type PrivateMessage, pageClicked, withOriginal } from './private-message.ts';
import { whyLead } from './why-lead.ts';

/** A click on a lead, and the private message that it was on, if it was on one. */
type Click = { lead: ClickedLead; from: PrivateMessage | undefined; request: ActionRequest };
type Run = (click: Click, deps: SurfaceDeps) => Promise<Answer> | Answer;
type Choice = { run: Run; permission: Permission };

const act =
  (what: LeadAct): Run =>
  async ({ lead, from, request }, deps) => {
    const acted = await actOnLeads([lead], what, request, deps);
    return withOriginal(acted.changed ? undefined : acted.answer, from, lead, request, deps);
  };

/** A form, where what it asks for can be done as things stand. */
const form =
  (what: LeadAct, modalOf: (click: Click) => Form): Run =>
  async (click, deps) => {
    const { lead, from, request } = click;
    const refused = await refusedAlready(lead, what, request, deps);
    return refused ? withOriginal(refused, from, lead, request, deps) : { modal: modalOf(click) };
  };

const replied = form({ kind: 'reply' }, ({ lead, from, request }) => {
  const [only = { handle: lead.handle, title: '' }] = choosable([lead]);
  return leadRepliedForm(only, formFor([lead], request, from));
});

const snooze = form({ kind: 'snooze', until: Number.POSITIVE_INFINITY }, ({ lead, from, request }) =>
  leadSnoozeForm(choosable([lead]), formFor([lead], request, from)),
);

const dismiss = form({ kind: 'dismiss', reason: '' }, ({ lead, from, request }) =>
  leadDismissForm(choosable([lead]), formFor([lead], request, from)),
);

const why: Run = async ({ lead: { at, project }, request }, deps) => ({
  message: await whyLead(at.key, project, request, deps),
});

const claiming: Run = async ({ lead, from, request }, deps) =>
  withOriginal(await claim(lead, request, deps), from, lead, request, deps);

const CHOICES: Readonly<Record<LeadVerb, Choice>> = {
  claim: { run: claiming, permission: 'leads' },
  replied: { run: replied, permission: 'leads' },
  snooze: { run: snooze, permission: 'leads' },
  dismiss: { run: dismiss, permission: 'leads' },
  release: { run: act({ kind: 'release' }), permission: 'leads' },
  reopen: { run: act({ kind: 'reopen' }), permission: 'leads' },
  helpful: { run: act({ kind: 'outcome', outcome: 'helpful' }), permission: 'leads' },
  removed: { run: act({ kind: 'outcome', outcome: 'removed' }), permission: 'leads' },
  why: { run: why, permission: 'everyone' },
};

const Chosen = CarriedLead.required({ verb: true });

/** What a choice in the menu takes: whoever may read, may ask why. One that cannot be read does nothing. */
export function leadMenuPermission(value: string): Permission {
  const { data } = Chosen.safeParse(parsedJson(value));
  return data ? CHOICES[data.verb].permission : 'everyone';
}

export const leadMenu: Action = {
  id: ACTIONS.leadMenu,
  async run(request, deps) {
    const chosen = carried(Chosen, request.value);
    const lead = await clickedLead(chosen, request, deps);
    return CHOICES[chosen.verb].run({ lead, from: pageClicked(request), request }, deps);
  },
};

/** Some of the same choices as buttons of their own: on a lead with room, and under a brief and a reminder. */
export const leadButtons: readonly Action[] = [
  {
    id: ACTIONS.leadClaim,
    async run(request, deps) {
      const lead = await clickedLead(leadClicked(request), request, deps);
      return claiming({ lead, from: pageClicked(request), request }, deps);
    },
  },
  claimerButton(ACTIONS.leadReplied, 'replied'),
  claimerButton(ACTIONS.leadRelease, 'release'),
  claimerButton(ACTIONS.leadSnooze, 'snooze'),
];

function claimerButton(id: string, verb: LeadVerb): Action {
  return {
    id,
    async run(request, deps) {
      const from = briefClicked(request);
      const lead = await clickedLead(leadClicked(request), request, deps);
      const { state, by } = lead.lead.state;
      const isTheirs = state === 'claimed' && by === request.person;
      // A form that is filled in for nothing would be the worst way to learn that a colleague ended the claim.
      if (from && !isTheirs && verb !== 'release') return withOriginal(undefined, from, lead, request, deps);
      return CHOICES[verb].run({ lead, from, request }, deps);
    },
  };
}
