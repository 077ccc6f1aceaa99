/** A request that is not carried out, for a reason that the person can read and mend. */
import { AppError } from '../errors.ts';
import type { Refusal } from '../messages/refusal.ts';

/** Thrown by guards and handlers; the dispatcher turns it into the refusal's message. */
export class Refused extends AppError {
  readonly code = 'refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.sentence);
    this.refusal = refusal;
  }
}
