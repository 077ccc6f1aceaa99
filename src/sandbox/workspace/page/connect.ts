/** "Connect your own": from this page to a real Slack, each step with what there is to copy. */
import type { About } from './about.ts';
import { type Html, html } from './markup.ts';

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
