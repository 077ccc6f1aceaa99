/** Brings a sent post to its latest state. Edits matter less than posts: after a failed one, posts go first. */
import { MINUTE_MS } from '../durations.ts';
import type { Message } from '../slack/blocks.ts';
import type { SlackFailure } from '../slack/failures.ts';
import type { Installation } from '../slack/installations.ts';
import { type Posted, updateMessage } from '../slack/poster.ts';
import { updateDelivery } from '../store/deliveries.ts';
import { postponeEdit } from '../store/lanes.ts';
import type { DeliveryRow } from '../store/schema.ts';
import type { PumpDeps } from './pump-deps.ts';

type Undrawn = { kind: 'undrawn'; reason: string; err: unknown };

/** Pause after a failure that isn't about this message, if Slack names no time. It is tried until Slack accepts it. */
const TROUBLE_MS = 5_000;

/** Tries of an edit that Slack refuses for unknown reasons, or that can't be drawn: after 25 minutes it is given up. */
const MOST_REFUSALS = 10;

/** Pause after such a refusal: 10 s, 20 s … at most 5 min. */
const refusedPauseMs = (refusals: number) => Math.min(5_000 * 2 ** refusals, 5 * MINUTE_MS);

/** Edits the message of `stale`. Returns how long its lane rests, ms. Writes only while `owner` holds the lane. */
export async function editPost(
  { db, installations, metrics, log, sparing }: PumpDeps,
  owner: string,
  stale: DeliveryRow,
  { client }: Installation,
  draw: (delivery: DeliveryRow) => Promise<Message>,
): Promise<number> {
  const { id: delivery, channel } = stale;
  const refusals = stale.edit_attempt;

  async function tryEdit(): Promise<Posted | SlackFailure | Undrawn> {
    let message: Message;
    try {
      message = await draw(stale);
    } catch (err) {
      return { kind: 'undrawn', reason: 'it can’t be drawn', err };
    }
    return updateMessage(client, stale.placed_in ?? channel, stale.ts ?? '', message);
  }

  async function end(): Promise<number> {
    const change = { shown_rev: stale.wanted_rev, edit_attempt: 0, edit_after: null };
    await updateDelivery(db, { ...stale, owner }, ['sent'], change);
    return 0;
  }

  async function tryLater(failure: object, afterMs: number, count = refusals): Promise<void> {
    await postponeEdit(db, stale, owner, { refusals: count, afterMs });
    metrics.countEdit('later');
    sparing({ delivery, channel, ...failure }, 'An edit failed; it is tried again');
  }

  const result = await tryEdit();
  if (result.kind === 'posted') {
    metrics.countEdit('made');
    return end();
  }
  if (result.kind === 'refused' && result.spoilt === 'installation') {
    installations.suspect(stale.team);
    await tryLater(result, TROUBLE_MS);
    return TROUBLE_MS;
  }
  const isAnswered = result.kind === 'undrawn' || (result.kind === 'later' && result.isUnknown);
  if (result.kind === 'refused' || (isAnswered && refusals + 1 >= MOST_REFUSALS)) {
    metrics.countEdit('given_up');
    log.warn({ delivery, channel, ...result }, 'Gave up an edit: the message stays as it is');
    return end();
  }
  if (isAnswered) {
    await tryLater(result, refusedPauseMs(refusals + 1), refusals + 1);
    return 0;
  }
  const pauseMs = (result.kind === 'later' ? result.afterMs : undefined) ?? TROUBLE_MS;
  await tryLater(result, pauseMs);
  return pauseMs;
}
