/** The menu of a lead that somebody took or settled: each choice is one act, a modal, or an answer. */
import { leadDismissModal } from '../../messages/forms/lead-dismiss-modal.ts';
import { leadRepliedModal } from '../../messages/forms/lead-replied-modal.ts';
import { leadSnoozeModal } from '../../messages/forms/lead-snooze-modal.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { actOnLeads } from '../leads/act-on-lead.ts';
import { type ClickedLead, clickedLead, leadRefIn } from '../leads/clicked-lead.ts';
import { choosable, formFor } from '../leads/lead-form.ts';
import { briefClicked, type PrivateMessage, pageClicked, withOriginal } from '../leads/private-message.ts';
import { whyLead } from '../leads/why-lead.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Answer, SurfaceDeps } from '../request.ts';

/** A click on a lead, and the private message that it was on, if it was on one. */
type Click = { lead: ClickedLead; from: PrivateMessage | undefined; request: ActionRequest };
type Choice = (click: Click, deps: SurfaceDeps) => Promise<Answer> | Answer;

const act =
  (what: LeadAct): Choice =>
  async ({ lead, from, request }, deps) => {
    const acted = await actOnLeads([lead], what, request, deps);
    return withOriginal(acted.changed ? undefined : acted.answer, from, lead, request, deps);
  };

const replied: Choice = ({ lead, from, request }) => {
  const [only = { handle: lead.handle, title: '' }] = choosable([lead]);
  return { modal: leadRepliedModal(only, formFor([lead], request, from)) };
};

const snooze: Choice = ({ lead, from, request }) => ({
  modal: leadSnoozeModal(choosable([lead]), formFor([lead], request, from)),
});

const dismiss: Choice = ({ lead, from, request }) => ({
  modal: leadDismissModal(choosable([lead]), formFor([lead], request, from)),
});

const CHOICES: Readonly<Record<string, Choice>> = {
  replied,
  snooze,
  dismiss,
  release: act({ kind: 'release' }),
  reopen: act({ kind: 'reopen' }),
  helpful: act({ kind: 'outcome', outcome: 'helpful' }),
  removed: act({ kind: 'outcome', outcome: 'removed' }),
  why: async ({ lead: { at, project }, request }, deps) => ({
    message: await whyLead(at.key, project, request, deps),
  }),
};

/** A menu's value begins with the choice; that of a button is the lead alone. */
async function chosen(choice: string, click: Click, deps: SurfaceDeps): Promise<Answer> {
  const run = Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined;
  if (!run) throw new Refused({ sentence: 'Sightline no longer has this choice.' });
  return run(click, deps);
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
