/** The rows that belong to no workspace but to the whole store, for the schema. */

/** One row, of the whole store (team ''): the version that used it last, and when it last took a write just to prove it. */
export type AppVersion = { team: string; version: string; checked_at: number };

/** Something that was learnt of the API (visibility/profile.ts), for one key or, where `key_mark` is '', for all. `team` is ''. */
export type ApiLine = {
  team: string;
  key_mark: string;
  operation: string;
  what: string;
  known: string;
  there: string | null;
  learnt_at: number;
};
