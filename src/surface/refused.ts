/** Why a request gets no answer, or only part of one: refused with a reason to act on, or the API failed. */
import type { EmptyCause } from '../ask/plan.ts';
import { type Carried, type CarriedKind, readCarried } from '../carried.ts';
import { MINUTE_MS } from '../durations.ts';
import { AppError } from '../errors.ts';
import type { Refusal } from '../messages/refusal.ts';
import { duration } from '../messages/times.ts';
import { type EngineNames, engineNames } from '../visibility/breakdown.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import {
  ContractError,
  KeylessError,
  NotFoundError,
  QuotaError,
  RateLimitedError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
  UnreadableError,
  ValidationError,
  VisibilityError,
} from '../visibility/errors.ts';
import type { Ask } from './ask.ts';

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

function describeDenial({ isOfProject, said }: UnauthorisedError): string {
  const where = isOfProject ? ' for this project' : '';
  return `The API refuses our key${where}${said ? `: ${said}` : ''}. Whoever runs Sightline can see to it.`;
}

/** A sentence for the person who asked. The log has `reference`. */
export function describeApiFailure(error: VisibilityError, reference: string): string {
  const wrote = !error.operation.startsWith('GET ');
  const unchanged = wrote ? ' Nothing changed.' : '';
  const maybe = wrote ? ' It may have gone through anyway: check before you try again.' : '';
  if (error instanceof UnauthorisedError) return describeDenial(error);
  if (error instanceof KeylessError)
    return 'Sightline has no API key for this project. Whoever runs Sightline can set one, or an admin with /visibility connect.';
  if (error instanceof NotFoundError)
    return 'The API can’t find what you asked for. It may have been removed in the dashboard, or this API has no such operation.';
  if (error instanceof QuotaError)
    return `The API refuses this because of its plan or quota: ${error.said} Whoever runs Sightline can see to it.`;
  if (error instanceof UnreadableError)
    return 'Daily scores can’t be read: several per day, and none is marked as the whole. Whoever runs Sightline can run doctor.';
  if (error instanceof RateLimitedError)
    return `The API asks us to slow down. Try again in ${formatWait(error)}.${unchanged}`;
  if (error instanceof ValidationError || error instanceof RefusedError)
    return describeRefusal(error, unchanged, reference);
  if (error instanceof ContractError)
    return `The API sent an answer that Sightline can’t read.${maybe} Whoever runs Sightline can find it in the log under ${reference}.`;
  return `${describeNoAnswer(error)}${maybe || ' Try again in a minute.'}`;
}

function describeNoAnswer(error: VisibilityError): string {
  const isSlow = error instanceof UnavailableError && error.why === 'TimeoutError';
  return isSlow
    ? 'The API is too slow to answer right now.'
    : 'The API isn’t answering as it should right now.';
}

function describeRefusal(
  error: ValidationError | RefusedError,
  unchanged: string,
  reference: string,
): string {
  const said = error instanceof ValidationError ? 'The API doesn’t accept this' : 'The API refuses this';
  const faults = error.details.map(({ at, message }) => (at ? `${at}: ${message}` : message)).join('; ');
  if (faults !== '') return `${said}: ${faults.replace(/\.$/, '')}.${unchanged}`;
  const where = ` Whoever runs Sightline can find out why in the log under ${reference}.`;
  return `${said}.${unchanged}${error instanceof RefusedError ? where : ''}`;
}

/** "12 s", "5 min"; a minute if the API doesn't say. */
function formatWait({ retryAfterMs = MINUTE_MS }: RateLimitedError): string {
  return retryAfterMs < MINUTE_MS ? `${Math.ceil(retryAfterMs / 1000)} s` : duration(retryAfterMs);
}

/** Undefined if the API fails, or `signal` aborts first: the answer then says what it leaves out. */
export async function ifReadable<Answer>(
  asked: Promise<Answer>,
  { log }: Pick<Ask, 'log'>,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!signal?.aborted && !(error instanceof VisibilityError)) throw error;
    log.warn({ err: error }, 'Part of an answer could not be read; left out');
    return undefined;
  }
}

/** Display names of engines; empty if the API doesn't list them, so rows keep the names they have. */
export async function readEngineNames(api: VisibilityClient, ask: Pick<Ask, 'log'>): Promise<EngineNames> {
  return engineNames((await ifReadable(api.engines(), ask)) ?? []);
}
