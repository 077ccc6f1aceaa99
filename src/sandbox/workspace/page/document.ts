/** The whole page, as a browser first gets it: complete and readable before any script has run. */
import type { About } from './about.ts';
import { takesMessages } from './composer.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { modal } from './modal.ts';
import { clock, type Picture, type View } from './picture.ts';
import { eventsHref } from './place.ts';
import { sidebar } from './sidebar.ts';
import { CONTENT, stage, threadPane } from './stage.ts';
import { tourStrip, troubleBar } from './tour.ts';

/** What the button does: see days.ts of the sandbox. */
const NEXT_DAY = 'On to 09:00 of the next day, with stops at 13:30 and 17:00 of this one';

/** `drawn` is the view's picture, so that it is drawn once; `token` is what the page's posts bring back. */
export function page(view: View, drawn: Picture, about: About, token: string): Html {
  const { workspace, place, reader } = view;
  const { spot, person } = place;
  const title = spot.kind === 'channel' ? spot.channel.name : appName(workspace);
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${workspace.team.name} (simulated)</title>
  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/assets/page.css">
  <script type="module" src="/assets/client.js"></script>
</head>
<body data-token="${token}" data-as="${person.id}" data-events="${eventsHref(place)}">
  ${skip(view)}
  <header class="notice">
    <p>Simulated Slack, invented data, nothing leaves this machine.</p>
    <form data-post="/next-day" data-repeats>${clock(view)}<button class="button" title="${NEXT_DAY}">Next day</button></form>
    ${troubleBar(view.troubles, place)}
  </header>
  ${tourStrip(view.tour, place)}
  <div class="app">
    ${sidebar(view)}
    <main>${stage({ workspace, reader, place, about }, drawn.lists.messages)}
    ${threadPane(view, drawn.lists.replies)}</main>
  </div>
  <dialog id="view" aria-labelledby="modal-title">${modal(view.form, reader)}</dialog>
  <dialog id="confirm" aria-label="Please confirm"><form method="dialog"></form></dialog>
  <p id="announcer" class="unseen" aria-live="polite"></p>
</body>
</html>`;
}

/** Past everything that is the same everywhere: to where one writes, or else reads. */
function skip({ workspace, place: { spot } }: View): Html {
  return spot.kind === 'channel' && takesMessages(spot.channel, workspace)
    ? html`<a class="skip" href="#message">Skip to the message field</a>`
    : html`<a class="skip" href="#${CONTENT}">Skip to the content</a>`;
}
