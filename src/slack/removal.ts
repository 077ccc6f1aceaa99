/** What Slack says when the app is removed from a workspace, or its token revoked there. */
import { z } from 'zod';

/** https://docs.slack.dev/reference/events/app_uninstalled and https://docs.slack.dev/reference/events/tokens_revoked */
export const REMOVAL_EVENTS = ['app_uninstalled', 'tokens_revoked'] as const;

const Uninstalled = z.object({ type: z.literal('app_uninstalled') });
/** Of a person's own tokens, which `oauth` would list, the bot has none. */
const Revoked = z.object({
  type: z.literal('tokens_revoked'),
  tokens: z.object({ bot: z.array(z.string()).min(1) }),
});
/** `event_time` is in seconds. */
const Removal = z.object({
  team_id: z.string(),
  event_time: z.number(),
  event: z.discriminatedUnion('type', [Uninstalled, Revoked]),
});

/** From which workspace, and when (epoch ms, the end of Slack's second); undefined if the bot is not concerned. */
export function removalIn(body: unknown): { team: string; at: number } | undefined {
  const { data } = Removal.safeParse(body);
  return data && { team: data.team_id, at: (data.event_time + 1) * 1_000 };
}
