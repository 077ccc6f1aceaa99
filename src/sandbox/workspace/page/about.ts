/** The app's profile: what it does, what it may, what leaves the workspace, and the way from this page to a real Slack. */
import { type Html, html } from './markup.ts';

/** What the profile says; an empty list has no heading. */
export type About = {
  summary: string;
  /** OAuth scopes with what each is for; `optional` where the app does without. */
  scopes: readonly { scope: string; why: string; optional?: boolean }[];
  /** What leaves Slack, and for where; one sentence each. */
  leaves: readonly string[];
  /** For connect.ts: steps to one's own workspace, each with something to copy if there is something. */
  connect: readonly { title: string; text?: string; code?: string }[];
};

/** `mark` is the app's picture. */
export function aboutPage(about: About, botName: string, mark: Html): Html {
  return html`<div class="about">
    <div class="profile"><span class="avatar app" aria-hidden="true">${mark}</span><div><h2>${botName} <span class="badge">APP</span></h2><p>${about.summary}</p></div></div>
    ${
      about.scopes.length > 0 &&
      html`<h3>What it may do here</h3>
      <dl>${about.scopes.map(({ scope, why, optional }) => html`<div><dt><code>${scope}</code>${optional && html` <small>optional</small>`}</dt><dd>${withCode(why)}</dd></div>`)}</dl>`
    }
    ${about.leaves.length > 0 && html`<h3>What leaves Slack</h3><ul>${about.leaves.map((line) => html`<li>${line}</li>`)}</ul>`}
  </div>`;
}

/** What stands between backticks is code, as in the README, which says the same. */
function withCode(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

export function connectPage({ connect }: About): Html {
  return html`<div class="about connect">
    <p>The same bot, in your Slack, on your API key. Nothing of this page is carried over.</p>
    <ol>${connect.map(
      ({ title, text, code }) =>
        html`<li><h2>${title}</h2>${text && html`<p>${text}</p>`}${code && copied(title, code)}</li>`,
    )}</ol>
  </div>`;
}

function copied(title: string, code: string): Html {
  return html`<div class="copied"><pre tabindex="0" role="region" aria-label="${title}">${code}</pre><button type="button" class="button" data-copy aria-label="Copy: ${title}">Copy</button></div>`;
}
