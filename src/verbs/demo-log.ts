/** What the demo's terminal shows of the bot's log: a short line for each kind of trouble, where the bot writes JSON. */
import { z } from 'zod';

/** Of what log.ts writes, the words for people. */
const Line = z.looseObject({
  time: z.number(),
  msg: z.string().default(''),
  /** Stands in the answer that a person got. */
  reference: z.string().optional(),
  err: z.looseObject({ message: z.string(), code: z.string().optional() }).optional().catch(undefined),
});

/** One trouble fails much; who broke it has read of it. */
const AGAIN_AFTER_MS = 60_000;

/** Takes the log's lines. `print` gets a text for each that is told. */
export function createDemoLog(print: (text: string) => void): { write(line: string): void } {
  const told = new Map<string, number>();
  return {
    write: (line) => {
      const { time, msg, err, reference } = Line.parse(JSON.parse(line));
      const kind = `${msg} ${err?.code}`;
      if (time - (told.get(kind) ?? 0) < AGAIN_AFTER_MS) return;
      told.set(kind, time);
      const [why] = err?.message.split('\n') ?? [];
      const words = reference === undefined ? msg : `${msg} (${reference})`;
      print(`  ${why ? `${words}: ${why}` : words}`);
    },
  };
}
