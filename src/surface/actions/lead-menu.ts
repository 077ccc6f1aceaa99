/** The menu of a lead that somebody took or settled: each choice is one act, a modal, or an answer. */
import type { ModalView } from '@slack/types';
import { leadDismissModal } from '../../messages/forms/lead-dismiss-modal.ts';
import { leadRepliedModal } from '../../messages/forms/lead-replied-modal.ts';
import { leadSnoozeModal } from '../../messages/forms/lead-snooze-modal.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { actOnLeads, refusedAlready } from '../leads/act-on-lead.ts';
import { type ClickedLead, clickedLead, leadRefIn } from '../leads/clicked-lead.ts';
import { choosable, formFor } from '../leads/lead-form.ts';
import { briefClicked, type PrivateMessage, pageClicked, withOriginal } from '../leads/private-message.ts';
import { whyLead } from '../leads/why-lead.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Answer, Permission, SurfaceDeps } from '../request.ts';

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
  (what: LeadAct, modalOf: (click: Click) => ModalView): Run =>
  async (click, deps) => {
    const { lead, from, request } = click;
    const refused = await refusedAlready(lead, what, request, deps);
    return refused ? withOriginal(refused, from, lead, request, deps) : { modal: modalOf(click) };
  };

const replied = form({ kind: 'reply' }, ({ lead, from, request }) => {
  const [only = { handle: lead.handle, title: '' }] = choosable([lead]);
  return leadRepliedModal(only, formFor([lead], request, from));
});

const snooze = form({ kind: 'snooze', until: Number.POSITIVE_INFINITY }, ({ lead, from, request }) =>
  leadSnoozeModal(choosable([lead]), formFor([lead], request, from)),
);

const dismiss = form({ kind: 'dismiss', reason: '' }, ({ lead, from, request }) =>
  leadDismissModal(choosable([lead]), formFor([lead], request, from)),
);

const why: Run = async ({ lead: { at, project }, request }, deps) => ({
  message: await whyLead(at.key, project, request, deps),
});

const CHOICES: Readonly<Record<string, Choice>> = {
  replied: { run: replied, permission: 'leads' },
  snooze: { run: snooze, permission: 'leads' },
  dismiss: { run: dismiss, permission: 'leads' },
  release: { run: act({ kind: 'release' }), permission: 'leads' },
  reopen: { run: act({ kind: 'reopen' }), permission: 'leads' },
  helpful: { run: act({ kind: 'outcome', outcome: 'helpful' }), permission: 'leads' },
  removed: { run: act({ kind: 'outcome', outcome: 'removed' }), permission: 'leads' },
  why: { run: why, permission: 'everyone' },
};

function choiceOf(value: string): Choice | undefined {
  const [choice = ''] = value.split(' ');
  return Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined;
}

/** What a choice in the menu takes: whoever may read, may ask why. One that is no more does nothing. */
export function leadMenuPermission(value: string): Permission {
  return choiceOf(value)?.permission ?? 'everyone';
}

/** A menu's value begins with the choice; that of a button is the lead alone. */
async function chosen(choice: string, click: Click, deps: SurfaceDeps): Promise<Answer> {
  const known = choiceOf(choice);
  if (!known) throw new Refused({ sentence: 'Sightline no longer has this choice.' });
  return known.run(click, deps);
}

export const leadMenu: Action = {
  id: ACTIONS.leadMenu,
  async run(request, deps) {
    const [choice = '', ...ref] = request.value.split(' ');
    const lead = await clickedLead(leadRefIn(ref.join(' ')), request, deps);
    return chosen(choice, { lead, from: pageClicked(request), request }, deps);
  },
};

/** The same choices as buttons of their own, under a brief and a reminder. */
export const leadButtons: readonly Action[] = [
  leadButton(ACTIONS.leadReplied, 'replied'),
  leadButton(ACTIONS.leadRelease, 'release'),
  leadButton(ACTIONS.leadSnooze, 'snooze'),
];

function leadButton(id: string, choice: string): Action {
  return {
    id,
    async run(request, deps) {
      const from = briefClicked(request);
      const lead = await clickedLead(leadRefIn(request.value), request, deps);
      const { state, by } = lead.lead.state;
      const isTheirs = state === 'claimed' && by === request.person;
      // A form that is filled in for nothing would be the worst way to learn that a colleague ended the claim.
      if (from && !isTheirs && choice !== 'release')
        return withOriginal(undefined, from, lead, request, deps);
      return chosen(choice, { lead, from, request }, deps);
    },
  };
}
