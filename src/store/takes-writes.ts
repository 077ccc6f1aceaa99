/** Whether the store takes a write now, for /readyz: a small one is made. */
import { setTimeout as delay } from 'node:timers/promises';
import { noteVersion } from './app-version.ts';
import type { Db } from './schema.ts';

/** Whoever probes does not wait for long; and behind a write that hangs no others queue up. */
const ANSWER_WITHIN_MS = 2_000;
const AGAIN_AFTER_MS = 30_000;

/** Real time, ms. False also where the store does not answer in time. */
export function createWriteCheck(
  db: Db,
  { withinMs = ANSWER_WITHIN_MS, againMs = AGAIN_AFTER_MS } = {},
): () => Promise<boolean> {
  const falseAfter = (ms: number) => delay(ms, false, { ref: false });
  let writing: Promise<boolean> | undefined;
  return () => {
    const written = noteVersionOnce();
    return Promise.race([written, falseAfter(withinMs)]);
  };

  function noteVersionOnce(): Promise<boolean> {
    const write = () =>
      noteVersion(db).then(
        () => true,
        () => false,
      );
    writing ??= Promise.race([write(), falseAfter(againMs)]).finally(() => {
      writing = undefined;
    });
    return writing;
  }
}
