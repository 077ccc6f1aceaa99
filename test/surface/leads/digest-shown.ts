/** A channel that was shown a digest, as tests of its leads speak of it: who clicks what there, and what they are answered. */
import { expect } from 'vitest';
import { carry } from '../../../src/carried.ts';
import type { LeadDigest } from '../../../src/decision.ts';
import type { LeadVerb } from '../../../src/messages/leads/lead-row.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { findLead, recordLeads } from '../../../src/store/leads.ts';
import type { Action, Answer, Ask } from '../../../src/surface/ask.ts';
import { leadAssignView, leadReleaseView } from '../../../src/surface/leads/lead-forms.ts';
import { leadButtons, leadMenus } from '../../../src/surface/leads/lead-menu.ts';
import { DIGEST } from '../../messages/cast.ts';
import { drawn, drawnView, seen, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

export const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
export const [ANA, BEN, CY] = ['U0ANA', 'U0BEN', 'U0CY'] as const;
export const ADDRESS = 'https://hooks.slack.example/actions/1';
const TIME = /<!date\^\d+\^\{time\}\|([^>]*)>/g;

/** A channel in which a digest of 14 leads stands as message "1.2"; nobody has touched one. `feed`: “, leads: {…}”. */
export async function channelWithDigest(api: Answering = json([]), feed = '') {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}]${feed} }]`;
  const personOf = async (id: string) => memberNamed(id, id);
  const world = await surfaceOver(file, api, ok(), {
    workspace: { personOf, isMember: async () => true },
  });
  const { db, time, ask, calls, workspace } = world;
  const leads = Array.from({ length: 14 }, (_, i) => ({ key: `id:${i + 1}`, title: `Thread ${i + 1}` }));
  await recordLeads(
    db,
    TEAM,
    ACME,
    leads.map((lead, i) => ({ ...lead, identities: [lead.key], rank: i + 1 })),
    NINE,
  );
  const keys = leads.map(({ key }) => key);
  await giveHandles(db, TEAM, 'L', keys);
  const project = { id: ACME, name: 'Acme' };
  const digest: LeadDigest = { ...DIGEST, project, leads: leads.slice(0, 10), unshown: 4, leftOut: [] };
  const place = { team: TEAM, channel: CHANNEL, subscription: 'leads', slotAt: NINE };
  await queueDecision(db, digest, place, NINE);
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.2', placed_in: CHANNEL }).execute();
  let clicks = 0;
  /** `on`: what was clicked stands on the digest, in a message that is private to the person, or in a modal of theirs. */
  const click = (
    action: Action,
    person: string,
    value: string,
    on: 'digest' | 'private' | 'modal' | 'direct' = 'digest',
    given: Partial<Ask> = {},
  ) => {
    const asked = { ...ask({ id: `click ${++clicks}`, person }), ...given };
    const ts = on === 'digest' ? '1.2' : on === 'direct' ? '1.3' : '';
    const at = on === 'modal' ? { form: { values: {}, lists: {}, metadata: '' } } : { answerAt: ADDRESS };
    return action.run({ ...asked, value, ts, isPrivate: on === 'private' || on === 'modal', ...at });
  };
  const stateOf = async (number: number) =>
    (await findLead(db, { team: TEAM, projectId: ACME, key: `id:${number}` }))?.state;
  return { db, time, ask, calls, click, stateOf, workspace };
}

export const LIST = { of: '', page: 0 };
export const lead = (number: number) => carry('lead', { handle: `L${number}`, projectId: ACME });
export const choice = (verb: LeadVerb, number: number, list?: typeof LIST) =>
  carry('lead_choice', { verb, handle: `L${number}`, projectId: ACME, list });
export const words = (message: Message | undefined) =>
  seen(wordsOf(message?.blocks ?? []).join('\n')).replace(TIME, '$1');
/** What is said, in a message or in the page of a modal. */
export const answered = (answer: Answer) => {
  const page =
    answer && ('message' in answer ? answer.message : 'modal' in answer ? answer.modal : undefined);
  return words(page && !('id' in page) ? drawn(page) : undefined);
};
/** What the private message becomes that was clicked. */
export const becomes = async (answer: Answer) => {
  if (!answer) return undefined;
  const isReplaced = 'message' in answer && answer.delivered === 'replacing';
  const became = isReplaced ? answer.message : await answer.behind?.();
  return became && drawn(became);
};
export const button = (id: string): Action =>
  leadButtons.find((one) => one.id === id) ?? expect.fail(`no ${id}`);

export const leadClaim = button('lead.claim');
export const leadMenu = leadMenus[0] ?? expect.fail('no menu');

let forms = 0;

/** As the form behind Assign… and Hand over… does it. */
export async function assign(
  world: Awaited<ReturnType<typeof channelWithDigest>>,
  from: string,
  to: string,
  note = '',
) {
  const opened = await world.click(leadMenu, from, choice('assign', 1));
  if (!opened || !('modal' in opened)) return opened;
  const metadata = drawnView(opened.modal).private_metadata ?? '';
  const asker = world.ask({ id: `form ${++forms}`, person: from });
  const values = { teammate: to, words: note };
  const submitted = await leadAssignView.submit({ ...asker, values, lists: {}, metadata });
  return 'after' in submitted ? submitted.after(asker) : expect.fail('the form stayed open');
}

/** A colleague's claim, ended by ⋯ and the form that asks first; `between` is what happens while that is open. */
export async function release(
  world: Awaited<ReturnType<typeof channelWithDigest>>,
  person: string,
  between = async () => {},
) {
  const opened = await world.click(leadMenu, person, choice('release', 1));
  const form = opened && 'modal' in opened ? drawnView(opened.modal) : expect.fail('nobody was asked');
  await between();
  const asker = world.ask({ id: `form ${++forms}`, person });
  const metadata = form.private_metadata ?? '';
  const submitted = await leadReleaseView.submit({ ...asker, values: {}, lists: {}, metadata });
  const answer = 'after' in submitted ? await submitted.after(asker) : expect.fail('the form stayed open');
  return { form: JSON.stringify(form.blocks), answer };
}

/** What waits for somebody as direct messages, by kind. */
export const told = async ({ db }: Awaited<ReturnType<typeof channelWithDigest>>, person: string) =>
  (await db.selectFrom('delivery').select('kind').where('channel', '=', person).execute()).map(
    ({ kind }) => kind,
  );
