/** Names for the Slack ids on a page, for readers who can't look them up: programs and terminals. */
import type { Page } from '../messages/page.ts';
import type { NamesOfIds } from '../slack/text.ts';
import type { Workspace } from './workspace.ts';

/** An id that Slack doesn't name is left out. */
export async function readNames(page: Page, { botUserId, client, personOf }: Workspace): Promise<NamesOfIds> {
  const { users, channels } = findIds(page);
  const people = users.map(async (id): Promise<[string, string][]> => {
    const { name } = await personOf(id).catch(() => ({ name: id }));
    return name === id ? [] : [[id, name]];
  });
  // A verb that runs without the bot has no Slack.
  const places = (botUserId === '' ? [] : channels).map(async (id): Promise<[string, string][]> => {
    const { channel } = await client.conversations
      .info({ channel: id })
      .catch(() => ({ channel: undefined }));
    return channel?.name ? [[id, `#${channel.name}`]] : [];
  });
  return new Map((await Promise.all([...people, ...places])).flat());
}

function findIds(page: Page): { users: string[]; channels: string[] } {
  const found = { users: new Set<string>(), channels: new Set<string>() };
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('user' in value && typeof value.user === 'string') found.users.add(value.user);
    if ('channel' in value && typeof value.channel === 'string') found.channels.add(value.channel);
    for (const one of Object.values(value)) look(one);
  };
  look(page.parts);
  return { users: [...found.users], channels: [...found.channels] };
}
