/** What drawing needs to know beside the thing drawn: who reads, when and where, and what ids are called. */
import type { Workspace } from '../model.ts';

/** Who reads, when and where; enough for a text. */
export type Reader = {
  /** Id of the person who reads. */
  person: string;
  /** Epoch ms. */
  now: number;
  /** IANA name; days and times are shown in it. */
  timezone: string;
  people: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
};

/** `scope` makes ids unique in the document: the same message stands in the channel and in its thread. */
export type Drawing = Reader & { scope: string };

/** A reader of this workspace. People and the bot are called by what they are called in messages. */
export function readerOf(workspace: Workspace, person: string, now: number, timezone: string): Reader {
  const { bot } = workspace;
  return {
    person,
    now,
    timezone,
    people: [
      ...workspace.people.map(({ id, realName }) => ({ id, name: realName })),
      { id: bot.userId, name: appName(workspace) },
    ],
    channels: workspace.channels.map(({ id, name }) => ({ id, name })),
  };
}

/** The app as people read it: the workspace knows it by its handle, which is in small letters. */
export function appName({ bot }: Pick<Workspace, 'bot'>): string {
  return bot.name.charAt(0).toUpperCase() + bot.name.slice(1);
}

/** The name an id is called by, or undefined. */
export function nameOf(list: readonly { id: string; name: string }[], id: string): string | undefined {
  return list.find((entry) => entry.id === id)?.name;
}
