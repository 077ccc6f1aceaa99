/**
 * Pages that aren't a channel: the app's Home tab, its profile, how to connect it to a real Slack, and the copies of
 * invented threads that links to a forum open.
 */
import type { ThreadCopy } from '../../world/leads.ts';
import type { Workspace } from '../model.ts';
import { drawBlocks } from './blocks/blocks.ts';
import { dayLabel, momentLabel, slackDate } from './dates.ts';
import { drawHead, type Html, html, MARK } from './markup.ts';
import { appName, type Reader } from './reader.ts';

/** The Home tab as the app published it for this reader. */
export function drawHome(workspace: Workspace, reader: Reader): Html {
  const blocks = workspace.home(reader.person);
  return blocks
    ? html`<div id="home" class="content">${drawBlocks(blocks, { ...reader, scope: 'home' })}</div>`
    : html`<div id="home"><p class="empty">${appName(workspace)} hasn’t published a Home tab yet.</p></div>`;
}

/** The app's profile. An empty list has no heading. */
export type About = {
  summary: string;
  /** OAuth scopes and their reasons. The app works without `optional` ones. */
  scopes: readonly { scope: string; why: string; optional?: boolean }[];
  /** What data leaves Slack and where it goes, one sentence each. */
  leaves: readonly string[];
  /** The steps to connect a real workspace. `code` can be copied. */
  connect: readonly { title: string; text?: string; code?: string }[];
};

export function drawAbout({ summary, scopes, leaves }: About, name: string): Html {
  return html`<div class="about">
    <div class="profile"><span class="avatar app" aria-hidden="true">${MARK}</span><div><h2>${name} <span class="badge">APP</span></h2><p>${summary}</p></div></div>
    ${
      scopes.length > 0 &&
      html`<h3>What it’s allowed to do</h3>
      <dl>${scopes.map(({ scope, why, optional }) => html`<div><dt><code>${scope}</code>${optional && html` <small>optional</small>`}</dt><dd>${drawCode(why)}</dd></div>`)}</dl>`
    }
    ${leaves.length > 0 && html`<h3>What leaves Slack</h3><ul>${leaves.map((line) => html`<li>${line}</li>`)}</ul>`}
  </div>`;
}

/** The reasons have code in backticks, because the README uses them too. */
function drawCode(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

export function drawConnect({ connect }: About): Html {
  return html`<div class="about connect">
    <p>Run the same bot in your own Slack, with your API key. Nothing from this demo carries over.</p>
    <ol>${connect.map(
      ({ title, text, code }) =>
        html`<li><h2>${title}</h2>${text && html`<p>${text}</p>`}${code && drawSnippet(title, code)}</li>`,
    )}</ol>
  </div>`;
}

function drawSnippet(title: string, code: string): Html {
  return html`<div class="snippet"><pre tabindex="0" role="region" aria-label="${title}">${code}</pre><button type="button" class="button" data-copy aria-label="Copy: ${title}">Copy</button></div>`;
}

type When = { now: number; timezone: string };

/** The whole document. Without a thread, it says that there is none. */
export function drawThreadCopy(thread: ThreadCopy | undefined, when: When): Html {
  return html`<!doctype html>
<html lang="en">
${drawHead(`${thread?.title ?? 'No such thread'} (invented)`)}
<body class="copy">
  <header class="notice"><p>A copy of an invented thread. Nothing leaves this machine.</p></header>
  <main>${thread ? drawThread(thread, when) : html`<h1>No such thread</h1><p>This demo only has the threads of its simulated world. Close this tab to go back.</p>`}</main>
</body>
</html>`;
}

function drawThread(thread: ThreadCopy, when: When): Html {
  const { title, url, community, author, question, replies } = thread;
  return html`<p class="where"><b>${community}</b> · ${author} · ${drawTime(thread.postedAt, when)}</p>
    <h1>${title}</h1>
    <p class="question">${question}</p>
    <h2>${countReplies(thread)}</h2>
    <ol>${replies.map(
      (reply) => html`<li><p class="where"><b>${reply.author}</b> · ${drawTime(reply.postedAt, when)}</p>
      <p>${reply.text}</p></li>`,
    )}</ol>
    <footer><p>In your own Slack, this link opens the real thread. You’d reply there, then come back and press <b>Replied…</b></p>
    <p class="address">${url}</p></footer>`;
}

function countReplies({ comments, replies }: ThreadCopy): string {
  if (comments === 0) return 'No replies yet';
  const all = comments === 1 ? '1 reply' : `${comments} replies`;
  const isPart = replies.length < comments && replies.length > 0;
  return isPart ? `The first ${replies.length} of ${all}` : all;
}

function drawTime(ms: number, when: When): Html {
  const exact = momentLabel(ms, when.timezone);
  return html`<time title="${exact}">${slackDate('{ago}', ms / 1000, when) ?? dayLabel(ms, when)}</time>`;
}
