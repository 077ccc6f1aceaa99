/** Redraws the private message (a lead list or a brief) that a click or form came from, after its lead changed. */
import type { Carried } from '../../carried.ts';
import { leadSettledPage } from '../../messages/leads/lead-brief.ts';
import type { Page } from '../../messages/page.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import type { ActionAsk, Answer, Ask } from '../ask.ts';
import { Refused } from '../refused.ts';
import { type ClickedLead, readLeadStanding } from './clicked-lead.ts';
import { listAnswer } from './lead-list.ts';

/** A message that can be replaced: a page of the lead list if `list` is set, otherwise a claimer's brief. */
type Replaceable = NonNullable<Carried<'lead_form'>['from']>;

/** A replaceable message, or a brief in a modal, which closes when its forms are submitted. */
export type PrivateMessage = Replaceable | 'modal';

/** The list that was clicked; undefined if the click was on a post. */
export function listClicked(
  list: Replaceable['list'],
  { isPrivate, answerAt }: ActionAsk,
): PrivateMessage | undefined {
  return isPrivate && answerAt && list ? { answerAt, list } : undefined;
}

/** The brief that was clicked; undefined if the button was on a reminder, which is a post. */
export function briefClicked({ isPrivate, answerAt, form }: ActionAsk): PrivateMessage | undefined {
  if (form) return 'modal';
  return isPrivate && answerAt ? { answerAt } : undefined;
}

/** Adds the redrawn private message to the answer to its click or form. */
export async function withOriginal(
  answer: Answer,
  from: PrivateMessage | undefined,
  lead: ClickedLead,
  ask: Ask,
): Promise<Answer> {
  if (!from) return answer;
  if (answer && 'modal' in answer) {
    const isForm = 'id' in answer.modal;
    return isForm ? answer : { ...answer, behind: () => redraw(from, lead, ask) };
  }
  // A modal has room for one page: the answer, which says why nothing changed.
  const original = answer && from === 'modal' ? undefined : await redraw(from, lead, ask);
  if (!original) return answer;
  return answer ? { ...answer, original } : { message: original, delivered: 'replacing' };
}

async function redraw(
  from: PrivateMessage,
  { at, project, handle, lead, timezone }: ClickedLead,
  ask: Ask,
): Promise<Page | undefined> {
  const list = from === 'modal' ? undefined : from.list;
  if (list) {
    const answer = await listAnswer(project, list, ask).catch((error: unknown) => {
      // The lead has changed anyway: a list that can't be drawn stays as it is.
      if (!(error instanceof Refused) && !(error instanceof VisibilityError)) throw error;
    });
    return answer && 'message' in answer ? answer.message : undefined;
  }
  const standing = await readLeadStanding(at, ask);
  if (standing.state === 'claimed' && standing.by === ask.person) return undefined;
  return leadSettledPage({ project, lead, handle, standing }, { at: ask.now(), timezone });
}
