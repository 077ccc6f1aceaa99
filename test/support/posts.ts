/** Reads posts out of a channel's history: of which kind they are, what they link to, which buttons they have. */
import { z } from 'zod';
import type { SlackMessage } from './local-slack.ts';

export type Kind =
  | 'lead_digest'
  | 'score_alert'
  | 'score_notice'
  | 'mention_alert'
  | 'ended_alert'
  | 'segment_suggestion'
  | 'mute_proposal'
  | 'filtered_out'
  | 'feed_missed'
  | 'recap'
  | 'own_digest';

/** The posts of one kind, as their metadata says. */
export function postsOf<Message extends Pick<SlackMessage, 'metadata'>>(
  history: readonly Message[],
  kind: Kind,
): Message[] {
  return history.filter(({ metadata }) => metadata?.event_payload.kind === kind);
}

/** The only one. @throws Error where there is none or several. */
export function onlyOne<Thing>(things: readonly Thing[]): Thing {
  const [first, second] = things;
  if (first === undefined || second !== undefined) throw new Error(`There are ${things.length}, not one.`);
  return first;
}

const Text = z.looseObject({ text: z.string() });
const Button = z.looseObject({
  type: z.literal('button'),
  text: Text,
  action_id: z.string(),
  value: z.string().optional(),
});

/** Every object in blocks, depth first. */
export function nodesOf(content: unknown): Record<string, unknown>[] {
  if (typeof content !== 'object' || content === null) return [];
  const inner = Object.values(content).flatMap(nodesOf);
  return Array.isArray(content) ? inner : [{ ...content }, ...inner];
}

/** The words of all sections and contexts, as Slack is sent them; what keeps a line together reads as a space. */
export function mrkdwnOf({ blocks }: Pick<SlackMessage, 'blocks'>): string {
  return nodesOf(blocks)
    .flatMap(({ type, text }) => (type === 'mrkdwn' && typeof text === 'string' ? text : []))
    .join('\n')
    .replaceAll('\u00A0', ' ');
}

/** Addresses in the order in which they stand. */
export function linksOf(message: Pick<SlackMessage, 'blocks'>): string[] {
  return linksIn(mrkdwnOf(message));
}

/** Addresses of the leads that a digest brings as new; those that still wait come after them. */
export function newLinksOf(message: Pick<SlackMessage, 'blocks'>): string[] {
  const [news = ''] = mrkdwnOf(message).split(/^\*Still waiting\*.*$/m);
  return linksIn(news);
}

function linksIn(mrkdwn: string): string[] {
  return [...mrkdwn.matchAll(/<(https?:[^|>]+)\|/g)].map(([, url = '']) => url);
}

/** Labels by action_id. */
export function buttonsOf({ blocks }: Pick<SlackMessage, 'blocks'>): Record<string, string> {
  const buttons = nodesOf(blocks).flatMap((node) => Button.safeParse(node).data ?? []);
  return Object.fromEntries(buttons.map(({ action_id, text }) => [action_id, text.text]));
}

/** What the buttons carry, by action_id. */
export function valuesOf({ blocks }: Pick<SlackMessage, 'blocks'>): Record<string, string | undefined> {
  const buttons = nodesOf(blocks).flatMap((node) => Button.safeParse(node).data ?? []);
  return Object.fromEntries(buttons.map(({ action_id, value }) => [action_id, value]));
}

/** What to press for one choice of a lead: a button of its own, or an option of its menu. @throws Error where it has none */
export function leadChoice(
  { blocks }: Pick<SlackMessage, 'blocks'>,
  verb: string,
  handle: string,
): { action: string; value: string } {
  for (const { action_id, value } of nodesOf(blocks)) {
    if (action_id === `lead.${verb}` && handleIn(value).handle === handle)
      return { action: action_id, value: `${value}` };
  }
  for (const { value } of nodesOf(blocks)) {
    const carried = handleIn(value);
    if (carried.handle === handle && carried.verb === verb) return { action: 'lead.menu', value: `${value}` };
  }
  throw new Error(`${handle} has no choice “${verb}”.`);
}

function handleIn(value: unknown): { handle?: unknown; verb?: unknown } {
  return typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : {};
}
