/** The channel that a modal is about: Slack names none, so every modal carries the one that it was asked for in. */
import { z } from 'zod';
import { parsedJson } from './carried.ts';

const Place = z.object({ channel: z.string() });

/** What a modal carries that is only an answer: its buttons act for this channel. */
export function placeMetadata(channel: string): string {
  return JSON.stringify({ channel } satisfies z.output<typeof Place>);
}

/** Empty where it names none. It was signed by Slack, but says where the person was, not where they are. */
export function placeIn(metadata: string): string {
  return Place.safeParse(parsedJson(metadata)).data?.channel ?? '';
}
