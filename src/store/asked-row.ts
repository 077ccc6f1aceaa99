/** The table of questions that people asked in channels and direct messages, for the schema. */

/**
 * A question by its message, so that it is answered once. `thread` is the message that its thread begins with, itself where it
 * stands alone; `answer` is the answer's own. `plan`: how it was read, as JSON; null while, or where, it was not. Without a
 * project it is the line itself, which waits for one.
 */
export type Asked = {
  team: string;
  channel: string;
  message: string;
  thread: string;
  answer: string | null;
  project_id: string | null;
  plan: string | null;
  at: number;
};
