/** A request that is refused, with a reason that the person can act on. */
import type { EmptyCause } from '../ask/plan.ts';
import { type Carried, type CarriedKind, readCarried } from '../carried.ts';
import { AppError } from '../errors.ts';
import type { Refusal } from '../messages/refusal.ts';
import type { Ask } from './ask.ts';

/** Everything but the sentence; for questions also why there is no answer. */
type Details = Omit<Refusal, 'sentence'> & { because?: EmptyCause };

export class Refused extends AppError {
  readonly code = 'refused';
  readonly refusal: Refusal;
  readonly because: EmptyCause | undefined;

  constructor(sentence: string, { because, ...details }: Details = {}) {
    super(sentence);
    this.refusal = { ...details, sentence };
    this.because = because;
  }
}

/** A person's name for a refusal, "You" for the asker. As text, because modals would show a mention as an id. */
export async function readName(id: string, { person, workspace }: Ask): Promise<string> {
  if (id === person) return 'You';
  const { name } = await workspace.personOf(id).catch(() => ({ name: id }));
  return name === id ? 'Somebody' : name;
}

/** Reads what a button or a form carries. @throws Refused if it can't be read */
export function requireCarried<Kind extends CarriedKind>(kind: Kind, text: string): Carried<Kind> {
  const value = readCarried(kind, text);
  if (value !== undefined) return value;
  throw new Refused('This is too old to work. Nothing changed. Ask for it again.', {
    example: '/visibility help',
  });
}
