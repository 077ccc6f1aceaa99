/** The menu of a lead that somebody took or settled: each choice is one act, a modal, or an answer. */
import { leadDismissModal } from '../../messages/forms/lead-dismiss-modal.ts';
import { leadRepliedModal } from '../../messages/forms/lead-replied-modal.ts';
import { leadSnoozeModal } from '../../messages/forms/lead-snooze-modal.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { actOnLeads } from '../leads/act-on-lead.ts';
import { type ClickedLead, clickedLead, leadRefIn } from '../leads/clicked-lead.ts';
import { choosable, formFor } from '../leads/lead-form.ts';
import { whyLead } from '../leads/why-lead.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Answer, SurfaceDeps } from '../request.ts';

type Choice = (lead: ClickedLead, request: ActionRequest, deps: SurfaceDeps) => Promise<Answer> | Answer;

const act =
  (what: LeadAct): Choice =>
  async (lead, request, deps) => {
    const acted = await actOnLeads([lead], what, request, deps);
    return acted.changed ? undefined : acted.answer;
  };

const replied: Choice = (lead, request) => {
  const [only = { handle: lead.handle, title: '' }] = choosable([lead]);
  return { modal: leadRepliedModal(only, formFor([lead], request)) };
};

const snooze: Choice = (lead, request) => ({
  modal: leadSnoozeModal(choosable([lead]), formFor([lead], request)),
});

const CHOICES: Readonly<Record<string, Choice>> = {
  replied,
  snooze,
  release: act({ kind: 'release' }),
  reopen: act({ kind: 'reopen' }),
  helpful: act({ kind: 'outcome', outcome: 'helpful' }),
  removed: act({ kind: 'outcome', outcome: 'removed' }),
  dismiss: (lead, request) => ({ modal: leadDismissModal(choosable([lead]), formFor([lead], request)) }),
  why: async ({ at, project }, request, deps) => ({
    message: await whyLead(at.key, project, request, deps),
  }),
};

/** A menu's value begins with the choice; that of a button is the lead alone. */
async function chosen(
  choice: string,
  lead: string,
  request: ActionRequest,
  deps: SurfaceDeps,
): Promise<Answer> {
  const run = Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined;
  if (!run) throw new Refused({ sentence: 'Sightline no longer has this choice.' });
  return run(await clickedLead(leadRefIn(lead), request, deps), request, deps);
}

export const leadMenu: Action = {
  id: ACTIONS.leadMenu,
  run(request, deps) {
    const [choice = '', ...lead] = request.value.split(' ');
    return chosen(choice, lead.join(' '), request, deps);
  },
};

/** The same choices as buttons of their own, under a brief and a reminder. */
export const leadButtons: readonly Action[] = [
  { id: ACTIONS.leadReplied, run: (request, deps) => chosen('replied', request.value, request, deps) },
  { id: ACTIONS.leadRelease, run: (request, deps) => chosen('release', request.value, request, deps) },
  { id: ACTIONS.leadSnooze, run: (request, deps) => chosen('snooze', request.value, request, deps) },
];
