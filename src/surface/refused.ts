/** A request that is not carried out, for a reason that the person can read and mend. */
import type { EmptyCause, Figure } from '../ask/plan.ts';
import { type Carried, type CarriedKind, readCarried } from '../carried.ts';
import { AppError } from '../errors.ts';
import type { Refusal } from '../messages/refusal.ts';
import type { Ask } from './ask.ts';

/** What is said beside the sentence; to whoever asked in words also why there is nothing, and what is known instead. */
type Beside = Omit<Refusal, 'sentence'> & { because?: EmptyCause; figures?: readonly Figure[] };

/** Thrown by guards and handlers; the dispatcher turns it into the refusal's message. */
export class Refused extends AppError {
  readonly code = 'refused';
  readonly refusal: Refusal;
  readonly nothing: { because: EmptyCause | undefined; figures: readonly Figure[] };

  constructor(sentence: string, { because, figures = [], ...beside }: Beside = {}) {
    super(sentence);
    this.refusal = { ...beside, sentence };
    this.nothing = { because, figures };
  }
}

/** How a refusal names a person: "You" of the asker. It stands in a modal, as text: a mention would be read as an id there. */
export async function nameOf(id: string, { person, workspace }: Ask): Promise<string> {
  if (id === person) return 'You';
  const { name } = await workspace.personOf(id).catch(() => ({ name: id }));
  return name === id ? 'Somebody' : name;
}

/** What a button or a form carries. @throws Refused for what cannot be read. */
export function requireCarried<Kind extends CarriedKind>(kind: Kind, text: string): Carried<Kind> {
  const value = readCarried(kind, text);
  if (value !== undefined) return value;
  throw new Refused('This is too old to work. Nothing changed. Ask for it again.', {
    example: '/visibility help',
  });
}
