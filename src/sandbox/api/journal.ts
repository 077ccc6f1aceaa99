/** What was asked of the reference API, for tests and for people who want to see what the bot really sends. Keys are never kept. */

/** `operation` is null where the path or method is none of the API's; `at` is simulated time, ISO. */
type JournalEntry = {
  at: string;
  method: string;
  path: string;
  query?: Record<string, string | string[]>;
  operation: string | null;
  status: number;
  body?: unknown;
};

const KEPT = 500;

export type Journal = ReturnType<typeof createJournal>;

export function createJournal() {
  const entries: JournalEntry[] = [];
  return {
    add(entry: JournalEntry): void {
      entries.push(entry);
      if (entries.length > KEPT) entries.shift();
    },
    /** The last 500, oldest first. */
    all: (): readonly JournalEntry[] => entries,
  };
}
