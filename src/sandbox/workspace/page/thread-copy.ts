/** What a link to a forum thread opens here: a copy of it, as invented as the thread, on a page of its own. */
import { dayLabel, momentLabel, slackDate } from './dates.ts';
import { type Html, html } from './markup.ts';

/** Times in epoch ms. `comments` counts all replies, `replies` are the first of them. */
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

/** Where the page has the copy of the thread at this address. */
export function copyHref(url: string): string {
  return `/thread?url=${encodeURIComponent(url)}`;
}

/** The whole document; without a thread it says so. */
export function copyPage(thread: ThreadCopy | undefined, when: When): Html {
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
  <main>${thread ? drawn(thread, when) : html`<h1>No such thread</h1><p>This copy has only the threads of the simulated world. Close this tab to go back.</p>`}</main>
</body>
</html>`;
}

function drawn(thread: ThreadCopy, when: When): Html {
  const { title, url, community, author, question, replies } = thread;
  return html`<p class="where"><b>${community}</b> · ${author} · ${time(thread.postedAt, when)}</p>
    <h1>${title}</h1>
    <p class="question">${question}</p>
    <h2>${countLine(thread)}</h2>
    <ol>${replies.map(
      (reply) => html`<li><p class="where"><b>${reply.author}</b> · ${time(reply.postedAt, when)}</p>
      <p>${reply.text}</p></li>`,
    )}</ol>
    <footer><p>In your Slack this link opens the thread itself. You’d reply there, then go back and press <b>Replied…</b></p>
    <p class="address">${url}</p></footer>`;
}

function countLine({ comments, replies }: ThreadCopy): string {
  if (comments === 0) return 'No replies yet';
  const all = comments === 1 ? '1 reply' : `${comments} replies`;
  return replies.length < comments && replies.length > 0 ? `${all}, the first ${replies.length}:` : all;
}

function time(ms: number, when: When): Html {
  const exact = momentLabel(ms, when.timezone);
  return html`<time title="${exact}">${slackDate('{ago}', ms / 1000, when) ?? dayLabel(ms, when)}</time>`;
}
