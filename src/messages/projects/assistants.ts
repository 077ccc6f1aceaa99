/** The form of /visibility mcp, where people create and revoke tokens for assistants, and the new token, shown once. */
import { carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { button, type Form, field, headline, type Page, page, paragraph, type Row, rows } from '../page.ts';
import { beside, bold, flexible, say, user } from '../text.ts';
import { moment } from '../times.ts';

/** Times in epoch ms. */
export type TokenInfo = {
  id: string;
  person: string;
  label: string;
  createdAt: number;
  lastUsedAt: number | undefined;
};

export const TOKEN_LABEL = 'label';

/** `others`: other people's tokens, for those who may revoke them. `most`: tokens per person. */
type Tokens = { own: readonly TokenInfo[]; others: readonly TokenInfo[]; most: number };

export function assistantsForm({ own, others, most }: Tokens): Form {
  const isFull = own.length >= most;
  return {
    id: VIEWS.tokenMake,
    title: 'Connect an assistant',
    ...(!isFull && { submit: 'Make a token' }),
    close: 'Close',
    carries: '',
    parts: [
      paragraph(
        'Claude, Cursor and other assistants can ask Sightline for you. Each needs a token from you. With it, it sees what you see in Slack and nothing more.',
      ),
      isFull
        ? paragraph(`You have ${most} tokens, the most anyone can have. To make another, revoke one.`)
        : field(
            TOKEN_LABEL,
            'Name of the token',
            { type: 'text', max: 60 },
            { hint: 'Where you’ll use it, for example Claude on my laptop' },
          ),
      tokenRows('Your tokens', own, ({ label }) => bold(flexible(label))),
      tokenRows('Other people’s tokens', others, ({ label, person }) =>
        beside(bold(flexible(label)), user(person)),
      ),
    ],
  };
}

function tokenRows(heading: string, tokens: readonly TokenInfo[], name: (token: TokenInfo) => Row['text']) {
  if (tokens.length === 0) return undefined;
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
  return rows(tokens.map(row), { heading: bold(heading) });
}

/** `isLocal`: only reachable from the same machine. */
export type McpAddress = { url: string; isLocal: boolean };

/** Unless Sightline knows better. */
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
