/** The app's profile: what it does, what it may, what leaves the workspace, and how to connect one's own. */
import { type Html, html } from './markup.ts';

/** What the profile says; an empty list has no heading. */
export type About = {
  summary: string;
  /** OAuth scopes with what each is for. */
  scopes: readonly { scope: string; why: string }[];
  /** What leaves Slack, and for where; one sentence each. */
  leaves: readonly string[];
  /** How to run it for one's own workspace: steps, each with something to copy if there is something. */
  connect: readonly { title: string; text?: string; code?: string }[];
};

/** `mark` is the app's picture. */
export function aboutPage(about: About, botName: string, mark: Html): Html {
  return html`<div class="about">
    <div class="profile"><span class="avatar app" aria-hidden="true">${mark}</span><div><h2>${botName} <span class="badge">APP</span></h2><p>${about.summary}</p></div></div>
    ${
      about.scopes.length > 0 &&
      html`<h3>What it may do here</h3>
      <dl>${about.scopes.map(({ scope, why }) => html`<div><dt><code>${scope}</code></dt><dd>${why}</dd></div>`)}</dl>`
    }
    ${about.leaves.length > 0 && html`<h3>What leaves Slack</h3><ul>${about.leaves.map((line) => html`<li>${line}</li>`)}</ul>`}
  </div>`;
}
