/** Asks before a project that was connected in Slack is disconnected, naming what is lost; and says that it is done. */
import type { FeedKind, ProjectRef } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message } from '../../slack/blocks.ts';
import { channel, joined, mrkdwn, plainText } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** So many feeds are named; more are counted. */
const NAMED = 8;

/** `feeds`: those of the project, which end with it. */
export function disconnectQuestion(
  project: ProjectRef,
  feeds: readonly { kind: FeedKind; channel: string }[],
): Message {
  const name = brief(project.name, 'project');
  const ends =
    feeds.length === 0
      ? 'It has no feeds.'
      : `Its ${count(feeds.length, 'feed made here ends', 'feeds made here end')}.`;
  const loss = `${ends} Its API key is deleted. Its messages stay.`;
  const which = feeds.slice(0, NAMED).map((feed) => mrkdwn`${feed.kind} in ${channel(feed.channel)}`);
  const more = feeds.length > NAMED && `${count(feeds.length - NAMED, 'more feed')}`;
  return {
    text: fallback(`Disconnect ${name}?`, [loss]),
    blocks: [
      section(joined([mrkdwn`*Disconnect ${name}?* ${loss}`, joined([...which, more], ' · ')], '\n')),
      {
        type: 'actions',
        elements: [
          {
            ...button('Disconnect', `Disconnect ${name}`, ACTIONS.projectDisconnect, project.id),
            style: 'danger',
            confirm: {
              title: plainText(`Disconnect ${name}?`, LIMITS.confirmTitle),
              text: plainText(
                `${loss} Whoever wants it back connects it again, with its key.`,
                LIMITS.confirmText,
              ),
              confirm: plainText('Disconnect', LIMITS.confirmButton),
              deny: plainText('Keep it', LIMITS.confirmButton),
            },
          },
        ],
      },
    ],
  };
}

/** Takes the place of the question. */
export function projectDisconnected(project: ProjectRef): Message {
  const name = brief(project.name, 'project');
  const done = 'is disconnected. Its feeds have ended and its API key is deleted. Its messages stay.';
  return {
    text: fallback(`${name} ${done}`),
    blocks: [
      section(
        mrkdwn`*${name}* ${done} \`/visibility connect\` connects it again, with its key. Who changed what stays in \`/visibility audit\` of the channels that it posted to.`,
      ),
    ],
  };
}
