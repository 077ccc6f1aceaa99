/** Reads what a button or a modal was given to carry; old messages keep what older versions gave theirs. */
import type { z } from 'zod';
import { Refused } from './refused.ts';

/** @throws Refused for what cannot be read. */
export function carried<Carried>(shape: z.ZodType<Carried>, text: string): Carried {
  const read = shape.safeParse(parsedJson(text));
  if (read.success) return read.data;
  throw new Refused({
    sentence: 'This is too old to work. Nothing changed. Ask for it again.',
    example: '/visibility help',
  });
}

/** What the JSON says; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
