/** What the feed form carries: of which project it is, which feed it changes, and how that was when the form opened. */
import { z } from 'zod';
import { FEED_KINDS } from '../../decision.ts';
import { LIMITS } from '../../slack/blocks.ts';

export const FeedMetadata = z.object({
  project: z.string(),
  /** Where it was opened, and its answer goes; of one that the Home tab opened, where the feed posts. */
  channel: z.string(),
  /** Missing for a new feed. */
  feed: z.string().optional(),
  revision: z.number().optional(),
  kind: z.enum(FEED_KINDS).optional(),
  /** The settings that the form showed: whoever comes second is told what of them changed. */
  before: z.record(z.string(), z.unknown()).optional(),
  /** Opened on the Home tab, which is drawn anew when something changed. */
  home: z.literal(true).optional(),
});
export type FeedMetadata = z.output<typeof FeedMetadata>;

/** As private_metadata. Settings too long for it are left out: then only what there is now can be told. */
export function feedMetadata({ before, ...rest }: FeedMetadata): string {
  const whole = JSON.stringify({ ...rest, before });
  return whole.length <= LIMITS.privateMetadata ? whole : JSON.stringify(rest);
}
