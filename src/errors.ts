/** The base of Sightline's errors: a literal code for machines, a sentence for people. */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The configuration can't be used. Carries every fault, one sentence each; exit code 1. */
export class ConfigError extends AppError {
  readonly code = 'config';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** The sandbox's clock doesn't answer, so no time is known. */
export class ClockError extends AppError {
  readonly code = 'clock';
}

/** The store can't be opened, migrated or written; exit code 2. */
export class StoreError extends AppError {
  readonly code = 'store';
}

/** The embedded store's file was deleted or replaced while in use, so further writes would be lost. */
export class StoreGone extends StoreError {}

/** An older version made the tables, and whoever opened the store only wants to look. */
export class StoreOutdated extends StoreError {}

/** The disk is full: what was stored is as it was, and writing works again once there is room. */
export class StoreFull extends StoreError {}

type ErrorClass = abstract new (...given: never[]) => Error;

/** Undefined if it fails with one of these errors. */
export function unless<Found>(
  asked: Promise<Found>,
  ...errors: readonly ErrorClass[]
): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (errors.some((one) => error instanceof one)) return undefined;
    throw error;
  });
}

/** Codes of Node for lost connections, and of PostgreSQL (errcodes-appendix) for lost ones, too many, and shutdowns. */
const OUTAGES = /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|08\w{3}|53\w{3}|57P\w{2})$/;

/** Whether a statement failed because the database can't be used now; pg gives some of these errors no code. */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error) return OUTAGES.test(String(error.code));
  return /^Connection terminated|^timeout exceeded when trying to connect/.test(error.message);
}

/** The code of an error, such as "ECONNRESET", or its name. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The message of any thrown value, for logs and operators. Several failed attempts to connect have a code alone. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || codeOf(error) : String(error);
}
