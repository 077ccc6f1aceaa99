/** What a private message becomes when one of its leads changed: a page of the list, or a brief, that a click replaces. */
import type { Carried } from '../../carried.ts';
import { leadSettled } from '../../messages/leads/lead-brief.ts';
import type { Page } from '../../messages/page.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import type { ActionAsk, Answer, Ask } from '../ask.ts';
import { Refused } from '../refused.ts';
import { type ClickedLead, readLeadStanding } from './clicked-lead.ts';
import { listAnswer } from './lead-list.ts';

/** Where a private message can be replaced: a page of the list of leads, or else the brief of whoever claimed. */
export type Replaceable = NonNullable<Carried<'lead_form'>['from']>;

/** One that is replaced; or the brief in a modal, whose forms close it. */
export type PrivateMessage = Replaceable | 'modal';

/** The list that was clicked; undefined where the click was on a post. */
export function listClicked(
  list: Replaceable['list'],
  { isPrivate, answerAt }: ActionAsk,
): PrivateMessage | undefined {
  return isPrivate && answerAt && list ? { answerAt, list } : undefined;
}

/** The brief that was clicked; undefined where the same button stands on a reminder, which is a post. */
export function briefClicked({ isPrivate, answerAt, form }: ActionAsk): PrivateMessage | undefined {
  if (form) return 'modal';
  return isPrivate && answerAt ? { answerAt } : undefined;
}

/** The answer to a click or a form, with what the private message becomes that it came from. */
export async function withOriginal(
  answer: Answer,
  from: PrivateMessage | undefined,
  lead: ClickedLead,
  ask: Ask,
): Promise<Answer> {
  if (!from) return answer;
  if (answer && 'modal' in answer) {
    const isForm = 'id' in answer.modal;
    return isForm ? answer : { ...answer, behind: () => redrawn(from, lead, ask) };
  }
  // In a modal there is room for one page: why nothing changed.
  const original = answer && from === 'modal' ? undefined : await redrawn(from, lead, ask);
  if (!original) return answer;
  return answer ? { ...answer, original } : { message: original, delivered: 'replacing' };
}

async function redrawn(
  from: PrivateMessage,
  { at, project, handle, lead, timezone }: ClickedLead,
  ask: Ask,
): Promise<Page | undefined> {
  const list = from === 'modal' ? undefined : from.list;
  if (list) {
    const answer = await listAnswer(project, list, ask).catch(unlessRefused);
    return answer && 'message' in answer ? answer.message : undefined;
  }
  const standing = await readLeadStanding(at, ask);
  if (standing.state === 'claimed' && standing.by === ask.person) return undefined;
  return leadSettled({ project, lead, handle, standing }, { at: ask.now(), timezone });
}

/** The lead is changed all the same: a list that cannot be drawn any more stays as it is. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refused) && !(error instanceof VisibilityError)) throw error;
}
