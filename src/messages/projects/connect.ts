/** Messages about connecting: a project with its key, and an assistant with a token. */
import { carry } from '../../carried.ts';
import type { FeedKind, ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { count, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import type { Form, Page, Part, Row } from '../page.ts';
import { actions, button, field, form, headline, page, paragraph, section } from '../page.ts';
import { beside, bold, channel, code, flexible, say, user } from '../text.ts';
import { moment } from '../times.ts';

type Connection = { id?: string; name?: string; channel?: string };

export const API_KEY_FIELD = 'apiKey';

/** `faults` by field name. */
export function connectForm(typed: Connection, faults: Readonly<Record<string, string>> = {}): Form {
  const text = (name: string, label: string, hint: string, max: number, initial?: string) =>
    field(name, label, { type: 'text', initial, max }, { hint, fault: faults[name] });
  return form(
    { id: VIEWS.connect, title: 'Connect a project', submit: 'Connect', carries: '' },
    paragraph(
      say`We test the key now, keep it encrypted and never show it again. Everyone in the channel sees the project.`,
    ),
    text('name', 'Name', 'What you call it here, for example Acme', 60, typed.name),
    text('id', 'Project ID', 'The API’s project_id, a UUID', 60, typed.id),
    text(API_KEY_FIELD, 'API key', 'From the developer API portal', 1_000),
    field('channel', 'Channel', { type: 'channel', initial: typed.channel }, { fault: faults.channel }),
  );
}

/** `shown`: the chosen channel and its preview button’s value, if it shows the project. `keyOnly`: it got a new key. */
export function connectedPage(
  project: ProjectRef,
  shown: { channel: string; preview: string } | undefined,
  keyOnly: boolean,
): Page {
  const name = brief(project.name, 'project');
  const next = keyOnly
    ? say`Its feeds carry on unchanged.`
    : say`Nothing is posted yet. To make its first feed, type ${code('/visibility subscribe leads')} there.`;
  return page(
    headline(bold(keyOnly ? `${name} has a new key` : `${name} is connected`)),
    paragraph(say`${shown && say`You’ll find it in ${channel(shown.channel)}. `}${next}`),
    actions([
      shown && button(ACTIONS.askAgain, 'Preview digest', `Preview the digest of ${name}`, shown.preview),
    ]),
  );
}

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

/** Times in epoch ms; `lastUsedAt` is up to an hour behind. */
export type TokenInfo = {
  id: string;
  person: string;
  label: string;
  createdAt: number;
  lastUsedAt: number | undefined;
};

/** `others`: other people's tokens, for those who may revoke them. `most`: tokens per person. */
type Tokens = { own: readonly TokenInfo[]; others: readonly TokenInfo[]; most: number };

export function assistantsForm({ own, others, most }: Tokens): Form {
  const isFull = own.length >= most;
  return form(
    {
      id: VIEWS.tokenMake,
      title: 'Connect an assistant',
      ...(!isFull && { submit: 'Make a token' }),
      close: 'Close',
      carries: '',
    },
    paragraph(
      'Claude, Cursor and other assistants can ask Sightline for you. Each needs a token from you. With it, it sees what you see in Slack and nothing more.',
    ),
    isFull
      ? paragraph(`You have ${most} tokens, the most anyone can have. To make another, revoke one.`)
      : field(
          'label',
          'Name of the token',
          { type: 'text', max: 60 },
          { hint: 'Where you’ll use it, for example Claude on my laptop.' },
        ),
    tokenRows('Your tokens', own, ({ label }) => bold(flexible(label))),
    tokenRows('Other people’s tokens', others, ({ label, person }) =>
      beside(bold(flexible(label)), user(person)),
    ),
  );
}

function tokenRows(heading: string, tokens: readonly TokenInfo[], name: (token: TokenInfo) => Row['text']) {
  const row = (token: TokenInfo): Row => ({
    id: token.id,
    text: name(token),
    note: beside(
      say`Made ${moment(token.createdAt)}`,
      token.lastUsedAt === undefined ? 'never used' : say`last used ${moment(token.lastUsedAt)}`,
    ),
    control: button(
      ACTIONS.tokenRevoke,
      'Revoke',
      `Revoke ${token.label}`,
      carry('token', { id: token.id }),
      {
        style: 'danger',
        confirm: {
          title: 'Revoke this token?',
          text: 'Anything that uses it can no longer ask Sightline. This can’t be undone.',
          confirm: 'Revoke',
          deny: 'Keep it',
        },
      },
    ),
  });
  return section(heading, tokens.map(row));
}

/** `isLocal`: only reachable from the same machine. */
export type McpAddress = { url: string; isLocal: boolean };

const USUAL_ADDRESS: McpAddress = { url: 'http://127.0.0.1:3000/mcp', isLocal: true };

export function tokenPage(label: string, token: string, { url, isLocal } = USUAL_ADDRESS): Page {
  const header = `Authorization: Bearer ${token}`;
  const entry = { url, headers: { Authorization: `Bearer ${token}` } };
  return page(
    headline(say`Your token ${bold(flexible(label))} is ready`),
    paragraph('Copy it now: it won’t be shown again. Keep it secret: anyone who has it can ask as you.'),
    { kind: 'copy', text: token },
    paragraph('Claude Code: run this in a terminal.'),
    { kind: 'copy', text: `claude mcp add --transport http sightline ${url} --header "${header}"` },
    paragraph(
      'Cursor: add this to .cursor/mcp.json in your home folder. Most other assistants take the same.',
    ),
    { kind: 'copy', text: JSON.stringify({ mcpServers: { sightline: entry } }, null, 2) },
    isLocal &&
      paragraph(
        'This address only works on the machine Sightline runs on. To reach it from elsewhere, ask whoever runs it to set PUBLIC_URL.',
      ),
  );
}
