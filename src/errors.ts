/** The base of every failure that Sightline names itself: a literal code for machines, a sentence for people. */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The configuration cannot be used. Carries every fault found, one sentence each; exit code 1. */
export class ConfigError extends AppError {
  readonly code = 'config';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** The store cannot be opened, migrated or written; exit code 2. */
export class StoreError extends AppError {
  readonly code = 'store';
}

/** The file of the embedded store was deleted or replaced while it was in use: what is written is kept nowhere. */
export class StoreGone extends StoreError {}

/** What an unknown thrown value says, for logs and for messages to operators. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
