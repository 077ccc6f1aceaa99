/** What an answer can do without: a look-up that reads several things shows those that it got. */
import type { Log } from '../log.ts';
import { VisibilityError } from '../visibility/errors.ts';

/** Undefined where the API fails; the answer says in a clause what it goes without. Any other fault is thrown. */
export async function ifReadable<Answer>(asked: Promise<Answer>, log: Log): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    log.warn({ err: error }, 'A part of an answer could not be read; it goes without it');
    return undefined;
  }
}
