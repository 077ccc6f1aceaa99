/** The "Break it" menu, and what is broken now. */
import type { PageControls, Trouble } from './controls.ts';
import { type Html, html } from './markup.ts';
import type { Place } from './place.ts';

/** Pushed again when it changes: whoever looks sees what is broken and mends it. */
export function troubleBar(troubles: NonNullable<PageControls['troubles']>, place: Place): Html {
  const channel = place.spot.kind === 'channel' ? place.spot.channel.id : '';
  const broken = troubles.filter((trouble) => trouble.isOn(channel));
  if (troubles.length === 0) return html`<div id="troubles"></div>`;
  return html`<div id="troubles">
    ${broken.map((trouble) => mend(trouble, channel))}
    <button type="button" class="button" popovertarget="break" aria-haspopup="menu">Break it</button>
    <form id="break" popover data-post="/trouble" class="menu"><input type="hidden" name="channel" value="${channel}"><div role="menu" aria-label="Break it">${troubles.map(
      (trouble, i) =>
        html`<button role="menuitemcheckbox" aria-checked="${String(broken.includes(trouble))}" name="trouble" value="${trouble.id}"${i === 0 ? html` autofocus` : ''}><span><b>${trouble.label}</b><small>${trouble.hint}</small></span></button>`,
    )}</div></form>
  </div>`;
}

function mend({ id, label }: Trouble, channel: string): Html {
  return html`<form data-post="/trouble" class="broken"><input type="hidden" name="channel" value="${channel}"><span>${label}</span><button class="button" name="trouble" value="${id}" aria-label="Mend it: ${label}">Mend it</button></form>`;
}
