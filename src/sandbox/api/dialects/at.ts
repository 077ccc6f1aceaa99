/** What a dialect goes by when it changes a request or an answer. */

/** Which operation is spoken of. `rows`: its answer is a list; `limit`: what its route's own parameter allows. */
export type At = {
  operation: string;
  path: string;
  method: string;
  rows: boolean;
  limit: { most: number; usual: number } | undefined;
  /** Every word that is spoken. */
  words: ReadonlySet<string>;
};
