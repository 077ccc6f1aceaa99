/** What the feed form carries: of which project it is, and which feed it changes. */
import { z } from 'zod';
import { FEED_KINDS } from '../../decision.ts';

export const FeedMetadata = z.object({
  project: z.string(),
  /** Where it was opened, and its answer goes. */
  channel: z.string(),
  /** Missing for a new feed. */
  feed: z.string().optional(),
  revision: z.number().optional(),
  kind: z.enum(FEED_KINDS).optional(),
});
