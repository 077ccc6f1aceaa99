/** Messages of /visibility connect and disconnect, and of deleting a key. */

import { carry } from '../../carried.ts';
import type { FeedKind, ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { count, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import {
  actions,
  button,
  type Form,
  field,
  headline,
  type Page,
  type Part,
  page,
  paragraph,
} from '../page.ts';
import { beside, bold, channel, code, say, user } from '../text.ts';
import { moment } from '../times.ts';

/** What was typed, without the key. */
type Connection = { id?: string; name?: string; channel?: string };

/** The field whose text is a secret. */
export const API_KEY_FIELD = 'apiKey';

/** `faults` by field name. */
export function connectForm(typed: Connection, faults: Readonly<Record<string, string>> = {}): Form {
  const text = (name: string, label: string, hint: string, max: number, initial?: string) =>
    field(name, label, { type: 'text', initial, max }, { hint, fault: faults[name] });
  return {
    id: VIEWS.connect,
    title: 'Connect a project',
    submit: 'Connect',
    carries: '',
    parts: [
      paragraph(
        say`We test the key now, keep it encrypted and never show it again. Everyone in the channel sees the project.`,
      ),
      text('name', 'Name', 'What you call it here, for example Acme', 60, typed.name),
      text('id', 'Project ID', 'The API’s project_id, a UUID', 60, typed.id),
      text(API_KEY_FIELD, 'API key', 'From the developer API portal', 1_000),
      field('channel', 'Channel', { type: 'channel', initial: typed.channel }, { fault: faults.channel }),
    ],
  };
}

/**
 * `shown`: the chosen channel, if it shows the project, and the value of its preview button. `keyOnly`: an existing
 * project got a new key.
 */
export function connectedPage(
  project: ProjectRef,
  shown: { channel: string; preview: string } | undefined,
  keyOnly: boolean,
): Page {
  const name = brief(project.name, 'project');
  const where = shown
    ? say`You’ll find it in ${channel(shown.channel)}.`
    : say`It stays in the channels it was in.`;
  const next = keyOnly
    ? say`Its feeds carry on unchanged.`
    : say`Nothing is posted yet. To make its first feed, type ${code('/visibility subscribe leads')} there.`;
  const first = keyOnly ? '' : 'first ';
  return page(
    headline(bold(keyOnly ? `${name} has a new key` : `${name} is connected`)),
    paragraph(say`${where} ${next}`),
    actions([
      shown &&
        button(
          ACTIONS.askAgain,
          `Preview ${first}digest`,
          `Preview the ${first}digest of ${name}`,
          shown.preview,
        ),
    ]),
  );
}

/** Feeds named; the rest are counted. */
const NAMED = 8;

/** `feeds` end with the project. */
export function disconnectQuestion(
  project: ProjectRef,
  feeds: readonly { kind: FeedKind; channel: string }[],
): Page {
  const name = brief(project.name, 'project');
  const question = `Disconnect ${name}?`;
  const ends =
    feeds.length === 0 ? 'It has no feeds.' : `Its ${count(feeds.length, 'feed ends', 'feeds end')}.`;
  const loss = `${ends} Its API key is deleted. Its messages stay.`;
  return page(
    headline(bold(question)),
    paragraph(loss),
    paragraph(
      beside(...firstOf(feeds, NAMED, (feed) => say`${feed.kind} in ${channel(feed.channel)}`, 'feed')),
    ),
    actionWithConfirm('Disconnect', ACTIONS.projectDisconnect, project, {
      title: question,
      text: `${loss} To get it back, connect it again with its key.`,
    }),
  );
}

function actionWithConfirm(
  label: string,
  action: string,
  { id, name }: ProjectRef,
  asked: { title: string; text: string },
): Part | undefined {
  const confirm = { ...asked, confirm: label, deny: 'Keep it' };
  const hint = `${label} of ${brief(name, 'project')}`;
  return actions([
    button(action, label, hint, carry('project', { project: id }), { style: 'danger', confirm }),
  ]);
}

/** Replaces the question. */
export function disconnectedPage(project: ProjectRef): Page {
  return page(
    headline(bold(`${brief(project.name, 'project')} is disconnected`)),
    paragraph(
      say`Its feeds have ended and its API key is deleted. Its messages stay. To get it back, type ${code('/visibility connect')}. Its history stays under ${code('/visibility audit')} in the channels it posted to.`,
    ),
  );
}

/** A key given in Slack for a project of the file. `isUsed`: API calls use it. */
type GivenKey = { by: string; at: number; isUsed: boolean };

/** A project of the file stays; only a key given in Slack can be deleted. */
export function forgetKeyQuestion(project: ProjectRef, { by, at, isUsed }: GivenKey): Page {
  const name = brief(project.name, 'project');
  const then = isUsed
    ? 'Until it has another key, Sightline can’t ask the API about it or post.'
    : 'Nothing changes for it: Sightline uses the key of whoever runs it.';
  const text = `${name} itself stays in projects.yml, with its feeds. ${then}`;
  return page(
    headline(bold(`Delete the key given here for ${name}?`)),
    paragraph(say`${user(by)} gave it, ${moment(at)}. ${text}`),
    actionWithConfirm('Delete the key', ACTIONS.projectForgetKey, project, {
      title: 'Delete the key?',
      text,
    }),
  );
}

/** Replaces the question. */
export function keyForgottenPage(project: ProjectRef, { isUsed }: Pick<GivenKey, 'isUsed'>): Page {
  const name = brief(project.name, 'project');
  return page(
    headline(bold(`The key given here for ${name} is deleted`)),
    paragraph(
      say`${name} itself stays in projects.yml.${isUsed && say` To give it another key, type ${code('/visibility connect')}.`}`,
    ),
  );
}
