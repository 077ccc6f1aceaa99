/** What a link to a forum thread opens here: a local copy of the invented thread, on its own page. */
import { dayLabel, momentLabel, slackDate } from './dates.ts';
import { type Html, html } from './markup.ts';

/** Times in epoch ms. `comments` counts all replies; `replies` are the first of them. */
export type ThreadCopy = {
  title: string;
  url: string;
  community: string;
  author: string;
  question: string;
  comments: number;
  postedAt: number;
  replies: readonly { author: string; text: string; postedAt: number }[];
};

type When = { now: number; timezone: string };

export function buildCopyHref(url: string): string {
  return `/thread?url=${encodeURIComponent(url)}`;
}

/** The whole document. Without a thread, it says that there is none. */
export function drawThreadCopy(thread: ThreadCopy | undefined, when: When): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${thread?.title ?? 'No such thread'} (invented)</title>
  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/assets/page.css">
</head>
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
