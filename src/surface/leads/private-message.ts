/** What a private message becomes when one of its leads changed: nobody edits what one person sees, but a click replaces it. */
import { z } from 'zod';
import { leadSettled } from '../../messages/leads/lead-brief.ts';
import type { Page } from '../../messages/page.ts';
import { Refused } from '../refused.ts';
import type { ActionRequest, Answer, Asker, SurfaceDeps } from '../request.ts';
import { CarriedPage, type ClickedLead, leadClicked, standingHere } from './clicked-lead.ts';
import { furtherLeads } from './further-leads.ts';

/** Where it can be replaced; a page of a digest's further leads, or else the brief of whoever claimed. */
export const PrivateMessage = z.object({
  answerAt: z.url({ protocol: /^https?$/ }),
  page: CarriedPage.optional(),
});
export type PrivateMessage = z.output<typeof PrivateMessage>;

/** The private page that was clicked; undefined where the click was on a post. */
export function pageClicked(request: ActionRequest): PrivateMessage | undefined {
  const { isPrivate, answerAt } = request;
  const { page } = leadClicked(request);
  return isPrivate && answerAt && page ? { answerAt, page } : undefined;
}

/** The brief that was clicked; undefined where the same button stands on a reminder, which is a post. */
export function briefClicked({ isPrivate, answerAt }: ActionRequest): PrivateMessage | undefined {
  return isPrivate && answerAt ? { answerAt } : undefined;
}

/** The answer to a click or a form, with what the private message becomes that it came from. */
export async function withOriginal(
  answer: Answer,
  from: PrivateMessage | undefined,
  lead: ClickedLead,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const original = from && (await redrawn(from, lead, asker, deps));
  if (!original) return answer;
  return answer && 'message' in answer
    ? { ...answer, original }
    : { message: original, delivered: 'replacing' };
}

async function redrawn(
  { page }: PrivateMessage,
  { at, project, handle, lead, timezone }: ClickedLead,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Page | undefined> {
  if (page) return furtherLeads(page, asker, deps).catch(unlessRefused);
  const standing = await standingHere(at, asker, deps);
  if (standing.state === 'claimed' && standing.by === asker.person) return undefined;
  return leadSettled({ project, lead, handle, standing }, { at: deps.clock.now(), timezone });
}

/** The lead is changed all the same: a page that cannot be drawn any more stays as it is. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}
