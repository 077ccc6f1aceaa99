/** The app's own pages: its Home tab, its profile, and how to connect it to a real Slack. */
import type { Workspace } from '../model.ts';
import { drawBlocks } from './blocks/blocks.ts';
import type { About } from './controls.ts';
import { type Html, html, MARK } from './markup.ts';
import { appName, type Reader } from './reader.ts';

/** The Home tab as the app published it for this reader. */
export function drawHome(workspace: Workspace, reader: Reader): Html {
  const blocks = workspace.home(reader.person);
  return blocks
    ? html`<div id="home" class="content">${drawBlocks(blocks, { ...reader, scope: 'home' })}</div>`
    : html`<div id="home"><p class="empty">${appName(workspace)} hasn’t published a Home tab yet.</p></div>`;
}

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
