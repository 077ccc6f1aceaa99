/** Asks before a project that was connected in Slack is disconnected, or its key forgotten, naming what is lost; and says that it is done. */
import type { ActionsBlock, Button } from '@slack/types';
import type { FeedKind, ProjectRef } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message } from '../../slack/blocks.ts';
import { channel, joined, mrkdwn, plainText, user } from '../../slack/text.ts';
import { moment } from '../days.ts';
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
      confirmed(
        button('Disconnect', `Disconnect ${name}`, ACTIONS.projectDisconnect, project.id),
        `Disconnect ${name}?`,
        `${loss} Whoever wants it back connects it again, with its key.`,
      ),
    ],
  };
}

/** A button that Slack asks about once more. */
function confirmed(pressed: Button, question: string, loss: string): ActionsBlock {
  const confirm = {
    title: plainText(question, LIMITS.confirmTitle),
    text: plainText(loss, LIMITS.confirmText),
    confirm: pressed.text,
    deny: plainText('Keep it', LIMITS.confirmButton),
  };
  return { type: 'actions', elements: [{ ...pressed, style: 'danger', confirm }] };
}

/** A key that was given in Slack for a project of the file. `isUsed`: the API is asked with it. */
export type GivenKey = { by: string; at: number; isUsed: boolean };

/** Of a project of the file only the key can be taken back here. */
export function forgetKeyQuestion(project: ProjectRef, { by, at, isUsed }: GivenKey): Message {
  const name = brief(project.name, 'project');
  const stays = `${name} itself stays in projects.yml, with its feeds.`;
  const then = isUsed
    ? 'Until it has another key, nothing of it can be asked of the API or posted.'
    : 'The API is asked with the key of its operator, as now.';
  const question = `Delete the key given here for ${name}?`;
  return {
    text: fallback(question, [`${stays} ${then}`]),
    blocks: [
      section(mrkdwn`*${question}* ${user(by)} gave it, ${moment(at)}. ${stays} ${then}`),
      confirmed(
        button('Delete the key', `Delete the key of ${name}`, ACTIONS.projectForgetKey, project.id),
        'Delete the key?',
        `${stays} ${then}`,
      ),
    ],
  };
}

/** Takes the place of the question. */
export function keyForgotten(project: ProjectRef, { isUsed }: Pick<GivenKey, 'isUsed'>): Message {
  const name = brief(project.name, 'project');
  const done = `The key given here for ${name} is deleted. ${name} itself stays in projects.yml.`;
  const again = mrkdwn`\`/visibility connect\` gives it another key.`;
  return {
    text: fallback(done),
    blocks: [section(isUsed ? mrkdwn`${done} ${again}` : mrkdwn`${done}`)],
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
