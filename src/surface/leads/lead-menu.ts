/** What can be done with a lead that is shown: I’ll reply with its brief, the menu, and the buttons of a brief. Each choice is one act, a form, or an answer. */
import { readCarried } from '../../carried.ts';
import { type LeadBrief, leadBriefMessage, type Sought } from '../../messages/leads/lead-brief.ts';
import type { LeadVerb } from '../../messages/leads/lead-controls.ts';
import {
  type ChoosableLead,
  leadDismissForm,
  leadRepliedForm,
  leadSnoozeForm,
} from '../../messages/leads/lead-forms.ts';
import type { Form } from '../../messages/page.ts';
import { bestMatch } from '../../rules/lead-match.ts';
import type { LeadAct } from '../../rules/lead-state.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { keyOfHandle } from '../../store/handles.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { postsShowing } from '../../store/lead-threads.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { namesOfEngines } from '../api-trouble.ts';
import type { Action, ActionAsk, Answer, Ask, Permission } from '../ask.ts';
import { showHome } from '../home/show-home.ts';
import { carried, Refused } from '../refused.ts';
import { seenBy } from '../seen-by.ts';
import { type ActedOn, actOnLeads, refusedAlready } from './act-on-lead.ts';
import { type ClickedLead, clickedLead } from './clicked-lead.ts';
import { briefClicked, type PrivateMessage, privatePage, withOriginal } from './further-leads.ts';
import { choosable, formFor } from './lead-forms.ts';
import { whyLead } from './why-lead.ts';

/** A click on a lead, and the private message that it was on, if it was on one. */
type Click = { lead: ClickedLead; from: PrivateMessage | undefined; ask: ActionAsk };
type Run = (click: Click) => Promise<Answer>;
type Choice = { run: Run; permission: Permission };

const act =
  (what: LeadAct): Run =>
  async ({ lead, ask }) => {
    const acted = await actOnLeads([lead], what, ask);
    return acted.changed ? undefined : acted.answer;
  };

/** A form, where what it asks for can be done as things stand. */
const form =
  (what: LeadAct, modalOf: (lead: ChoosableLead, carries: string) => Form): Run =>
  async ({ lead, from, ask }) => {
    const refused = await refusedAlready(lead, what, ask);
    return refused ?? { modal: modalOf(choosable(lead), formFor([lead], ask, from)) };
  };

const replied = form({ kind: 'reply' }, leadRepliedForm);
const snooze = form({ kind: 'snooze', until: Number.POSITIVE_INFINITY }, (lead, carries) =>
  leadSnoozeForm([lead], carries),
);
const dismiss = form({ kind: 'dismiss', reason: '' }, (lead, carries) => leadDismissForm([lead], carries));

const why: Run = async ({ lead: { at, project }, ask }) => ({
  message: await whyLead(at.key, project, ask),
});

const CHOICES: Readonly<Record<LeadVerb, Choice>> = {
  claim: { run: ({ lead, ask }) => claim(lead, ask), permission: 'leads' },
  replied: { run: replied, permission: 'leads' },
  snooze: { run: snooze, permission: 'leads' },
  dismiss: { run: dismiss, permission: 'leads' },
  release: { run: act({ kind: 'release' }), permission: 'leads' },
  reopen: { run: act({ kind: 'reopen' }), permission: 'leads' },
  helpful: { run: act({ kind: 'outcome', outcome: 'helpful' }), permission: 'leads' },
  removed: { run: act({ kind: 'outcome', outcome: 'removed' }), permission: 'leads' },
  why: { run: why, permission: 'everyone' },
};

/** What it comes to, with what the private message becomes that was clicked. */
async function chosen(verb: LeadVerb, click: Click): Promise<Answer> {
  const answer = await CHOICES[verb].run(click);
  const isOnlyShown = verb === 'why' || (answer && 'modal' in answer);
  return isOnlyShown ? answer : withOriginal(answer, click.from, click.lead, click.ask);
}

/** What a choice in the menu takes: whoever may read, may ask why. One that cannot be read does nothing. */
export function leadMenuPermission(value: string): Permission {
  const chosen = readCarried('lead_choice', value);
  return chosen ? CHOICES[chosen.verb].permission : 'everyone';
}

export const leadMenu: Action = {
  id: ACTIONS.leadMenu,
  async run(ask) {
    const { verb, page, ...ref } = carried('lead_choice', ask.value);
    return chosen(verb, { lead: await clickedLead(ref, ask), from: privatePage(page, ask), ask });
  },
};

/** Some of the same choices as buttons of their own: on a lead with room, and under a brief and a reminder. */
export const leadButtons: readonly Action[] = [
  {
    id: ACTIONS.leadClaim,
    async run(ask) {
      const { page, ...ref } = carried('lead', ask.value);
      return chosen('claim', { lead: await clickedLead(ref, ask), from: privatePage(page, ask), ask });
    },
  },
  claimerButton(ACTIONS.leadReplied, 'replied'),
  claimerButton(ACTIONS.leadRelease, 'release'),
  claimerButton(ACTIONS.leadSnooze, 'snooze'),
];

function claimerButton(id: string, verb: LeadVerb): Action {
  return {
    id,
    async run(ask) {
      const from = briefClicked(ask);
      const lead = await clickedLead(carried('lead', ask.value), ask);
      const { state, by } = lead.lead.state;
      const isTheirs = state === 'claimed' && by === ask.person;
      // A form that is filled in for nothing would be the worst way to learn that a colleague ended the claim.
      if (from && !isTheirs && verb !== 'release') return withOriginal(undefined, from, lead, ask);
      return chosen(verb, { lead, from, ask });
    },
  };
}

export const homeLeadClaim: Action = {
  id: ACTIONS.homeLeadClaim,
  async run(ask) {
    const { lead, there } = await leadOfMine(ask);
    const acted = await actOnLeads([lead], { kind: 'claim' }, there);
    await showHome(ask);
    return briefOf(acted, lead, ask);
  },
};

/** Claims a lead; what cannot be claimed is told. */
export async function claim(lead: ClickedLead, ask: Ask): Promise<Answer> {
  return briefOf(await actOnLeads([lead], { kind: 'claim' }, ask), lead, ask);
}

async function briefOf(acted: ActedOn, lead: ClickedLead, ask: Ask): Promise<Answer> {
  return acted.changed ? { message: leadBriefMessage(await leadBrief(lead, ask)) } : acted.answer;
}

/** The lead, and the asker as if they had clicked in the channel that was shown it. @throws Refused where they see none. */
async function leadOfMine(ask: ActionAsk): Promise<{ lead: ClickedLead; there: Ask }> {
  const { team } = ask;
  const ref = carried('lead', ask.value);
  const key = (await keyOfHandle(ask.db, team, ref.handle)) ?? '';
  const { channels } = await seenBy(ask);
  const shown = { team, projectId: ref.projectId, keys: [key] };
  const [post] = (await postsShowing(ask.db, shown, [...channels], 1)).get(key) ?? [];
  if (!post) {
    throw new Refused({
      sentence: 'This lead is no longer in any of your channels. Nothing changed.',
    });
  }
  const there = { ...ask, channel: post.channel };
  return { lead: await clickedLead(ref, there), there };
}

/** Which topic and prompt the lead touches, and what engines say there. What cannot be read is told as such. */
async function leadBrief(clicked: ClickedLead, ask: Ask): Promise<LeadBrief> {
  const { handle, project, lead, at } = clicked;
  const api = ask.api(project);
  const words = [lead.title, lead.reason];
  const [topic, prompt, cited] = await Promise.all([
    sought(async () => {
      const label = bestMatch(words, await api.topics(project.id), (one) => one.label)?.label;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        namesOfEngines(api, ask),
      ]);
      return topicWithEngineNames(detail, engines);
    }),
    sought(async () => bestMatch(words, await api.prompts(project.id), (one) => one.text)?.text),
    citationsOf(ask.db, at.team, project.id),
  ]);
  const { id, name } = project;
  const citedBy = cited.get(lead.key);
  return { project: { id, name }, lead: { ...lead, citedBy }, handle, topic, prompt, now: ask.now() };
}

async function sought<Thing>(read: () => Promise<Thing | undefined>): Promise<Sought<Thing>> {
  try {
    return (await read()) ?? 'none';
  } catch (error) {
    if (error instanceof VisibilityError) return 'unreadable';
    throw error;
  }
}
