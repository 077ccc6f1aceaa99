/** Who is in a channel, remembered for a short while. https://docs.slack.dev/reference/methods/conversations.members */
import type { WebClient } from '@slack/web-api';

const REMEMBERED_MS = 60_000;
/** Somebody who is not among those remembered may have joined since. */
const ASKED_AGAIN_MS = 5_000;
const REMEMBERED_CHANNELS = 1_000;
const PAGE = 1_000;

/** Looks channels up; `realNow` in epoch ms ends what is remembered. */
export function createMembers(realNow: () => number) {
  const known = new Map<string, { members: ReadonlySet<string>; at: number }>();

  /** Whether a person is in a channel; also false where Slack does not tell. "now": before something is changed. */
  return async function isMember(
    installation: { team: string; client: WebClient },
    channel: string,
    person: string,
    asOf: 'lately' | 'now' = 'lately',
  ): Promise<boolean> {
    const key = `${installation.team}:${channel}`;
    const remembered = known.get(key);
    const age = remembered ? realNow() - remembered.at : Number.POSITIVE_INFINITY;
    const lasts = remembered?.members.has(person) ? REMEMBERED_MS : ASKED_AGAIN_MS;
    if (remembered && age < lasts && asOf === 'lately') return remembered.members.has(person);

    const members = await membersOf(installation.client, channel).catch(() => new Set<string>());
    if (known.size >= REMEMBERED_CHANNELS) known.clear();
    known.set(key, { members, at: realNow() });
    return members.has(person);
  };
}

export type IsMember = ReturnType<typeof createMembers>;

async function membersOf(client: WebClient, channel: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await client.conversations.members({ channel, limit: PAGE, ...(cursor && { cursor }) });
    for (const member of page.members ?? []) found.add(member);
    cursor = page.response_metadata?.next_cursor || undefined;
  }
  return found;
}
