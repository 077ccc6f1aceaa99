/** Files under a message: pictures with their words for those who do not see them, anything else to download. */
import type { SharedFile } from '../model.ts';
import { type Html, html } from './markup.ts';

/** Types that a browser may show; nothing that could run in it. */
const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif'];

export function isPicture({ mimetype }: { mimetype: string }): boolean {
  return PICTURES.includes(mimetype);
}

/** Where the page serves a file. */
export function fileHref(id: string): string {
  return `/files/${encodeURIComponent(id)}`;
}

export function drawFiles(files: readonly SharedFile[]): Html {
  return html`${files.map((file) =>
    isPicture(file)
      ? html`<figure class="image"><figcaption>${file.title}</figcaption><a href="${fileHref(file.id)}" target="_blank" aria-label="Open ${file.title}"><img class="large" src="${fileHref(file.id)}" alt="${file.altText}"></a></figure>`
      : html`<p class="file"><a href="${fileHref(file.id)}" download="${file.name}">${file.title}</a> <small>${sizeLabel(file.size)}</small></p>`,
  )}`;
}

function sizeLabel(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}
