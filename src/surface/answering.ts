/** Runs the handler of a request and shows what came of it; nothing that it throws is ever lost or shown raw. */
import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import type { Page } from '../messages/page.ts';
import { refusal, stillWorking, unexpectedError } from '../messages/refusal.ts';
import { VisibilityError } from '../visibility/errors.ts';
import { apiTrouble } from './api-trouble.ts';
import { Refused } from './refused.ts';
import { inModal, type Reply } from './reply.ts';
import type { Answer, Asker, SurfaceDeps } from './request.ts';

/** So long nobody wonders whether the bot works at it. */
const PATIENCE_MS = 4_000;

export async function answering(
  asker: Asker,
  reply: Reply,
  deps: SurfaceDeps,
  handle: () => Promise<Answer>,
): Promise<void> {
  const { log } = deps;
  // A person who hears nothing asks again.
  const patience = setTimeout(() => void reply.say(stillWorking()).catch(() => undefined), PATIENCE_MS);
  try {
    const answer = await handle().finally(() => clearTimeout(patience));
    if (answer && 'message' in answer) {
      const { message, delivered, within = (deliver) => deliver(), original } = answer;
      await within(() => reply.say(message, delivered));
      if (original) await reply.say(original, 'replacing');
    }
    if (!answer || !('modal' in answer)) return;
    const { modal, filled } = answer;
    const view = await reply.show(modal);
    if (filled && view) {
      await answering(asker, inModal(asker, view), deps, async () => ({ modal: await filled() }));
    }
  } catch (error) {
    await reply
      .say(told(error, asker.person, log))
      .catch((fault) => log.error({ err: fault }, 'An answer could not be delivered'));
  }
}

/** What the person is told; what nobody foresaw is in the log under the reference that they get. */
export function told(error: unknown, person: string, log: Log): Page {
  const reference = randomUUID().slice(0, 8);
  if (!(error instanceof Refused)) log.error({ err: error, reference, person }, 'A request failed');
  return explained(error, reference);
}

function explained(error: unknown, reference: string): Page {
  if (error instanceof Refused) return refusal(error.refusal);
  if (error instanceof VisibilityError) return refusal(apiTrouble(error, reference));
  return unexpectedError(reference);
}
