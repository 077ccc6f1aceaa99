/** What a digest does not show, privately and page by page; and what a private message becomes when one of its leads changed: a click replaces it. */
import type { Carried } from '../../carried.ts';
import type { LeadDigest } from '../../decision.ts';
import { furtherLeadsMessage } from '../../messages/leads/further-leads.ts';
import { leadSettled } from '../../messages/leads/lead-brief.ts';
import type { LeadPage } from '../../messages/leads/lead-controls.ts';
import { leadsOfDigest, PAGE_OF_MORE } from '../../messages/leads/lead-digest.ts';
import type { Page } from '../../messages/page.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import type { Action, ActionAsk, Answer, Ask } from '../ask.ts';
import { decisionAt, mayBeOffered, requireVisible } from '../guards.ts';
import { carried, Refused } from '../refused.ts';
import { type ClickedLead, standingHere, standingsHere } from './clicked-lead.ts';

export const leadMore: Action = {
  id: ACTIONS.leadMore,
  async run(ask) {
    const { from, ts = ask.ts } = carried('lead_page', ask.value);
    const message = await furtherLeads({ from, ts }, ask);
    return { message, ...(ask.isPrivate && { delivered: 'replacing' as const }) };
  },
};

/** @throws Refused as digestAt */
export async function furtherLeads({ from, ts }: LeadPage, ask: Ask): Promise<Page> {
  const digest = await digestAt(ts, ask);
  const { db, team } = ask;
  const keys = leadsOfDigest(digest)
    .slice(from, from + PAGE_OF_MORE)
    .map(({ key }) => key);
  await giveHandles(db, team, 'L', keys);
  return furtherLeadsMessage(
    { digest, from, ts, mayAct: await mayBeOffered('leads', ask) },
    {
      handles: await handlesOf(db, team, keys),
      leads: await standingsHere(digest.project.id, keys, ask),
    },
  );
}

/** @throws Refused if the message is none any more, or its project is not shown here. */
export async function digestAt(ts: string, ask: Ask): Promise<LeadDigest> {
  const decision = await decisionAt(ts, ask);
  if (decision?.kind !== 'lead_digest') {
    throw new Refused({
      sentence: 'Sightline no longer knows this message. The best leads now are in the list.',
      example: '/visibility leads',
    });
  }
  requireVisible(decision.project.id, ask);
  return decision;
}

/** Where it can be replaced; a page of a digest's further leads, or else the brief of whoever claimed. */
export type PrivateMessage = NonNullable<Carried<'lead_form'>['from']>;

/** The private page that was clicked; undefined where the click was on a post. */
export function privatePage(
  page: PrivateMessage['page'],
  { isPrivate, answerAt }: ActionAsk,
): PrivateMessage | undefined {
  return isPrivate && answerAt && page ? { answerAt, page } : undefined;
}

/** The brief that was clicked; undefined where the same button stands on a reminder, which is a post. */
export function briefClicked({ isPrivate, answerAt }: ActionAsk): PrivateMessage | undefined {
  return isPrivate && answerAt ? { answerAt } : undefined;
}

/** The answer to a click or a form, with what the private message becomes that it came from. */
export async function withOriginal(
  answer: Answer,
  from: PrivateMessage | undefined,
  lead: ClickedLead,
  ask: Ask,
): Promise<Answer> {
  const original = from && (await redrawn(from, lead, ask));
  if (!original) return answer;
  return answer && 'message' in answer
    ? { ...answer, original }
    : { message: original, delivered: 'replacing' };
}

async function redrawn(
  { page }: PrivateMessage,
  { at, project, handle, lead, timezone }: ClickedLead,
  ask: Ask,
): Promise<Page | undefined> {
  if (page) return furtherLeads(page, ask).catch(unlessRefused);
  const standing = await standingHere(at, ask);
  if (standing.state === 'claimed' && standing.by === ask.person) return undefined;
  return leadSettled({ project, lead, handle, standing }, { at: ask.now(), timezone });
}

/** The lead is changed all the same: a page that cannot be drawn any more stays as it is. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}
