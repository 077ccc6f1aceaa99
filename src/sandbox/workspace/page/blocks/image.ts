/** Pictures and files. Pictures from elsewhere are only named, because nothing may leave the machine. */
import type { ImageBlock, ImageElement } from '@slack/types';
import type { SharedFile } from '../../model.ts';
import { type Html, html } from '../markup.ts';
import { decode, drawLink } from '../mrkdwn.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/image-block */
export function drawImageBlock(block: ImageBlock): Html {
  return html`<figure class="image">
    ${block.title && html`<figcaption>${decode(block.title.text)}</figcaption>`}
    ${drawPicture(block, 'large')}
  </figure>`;
}

/** `size` is a CSS class. */
export function drawPicture(image: ImageElement | ImageBlock, size: 'large' | 'thumb' | 'icon'): Html {
  const url = addressOf(image);
  if (url && isLocal(url)) return html`<img class="${size}" src="${url}" alt="${image.alt_text}">`;
  const label = html`<span class="elsewhere ${size}" role="img" aria-label="${image.alt_text}">${image.alt_text}</span>`;
  return url ? drawLink(url, label) : label;
}

function addressOf(image: ImageElement | ImageBlock): string | undefined {
  if ('image_url' in image) return image.image_url;
  return 'url' in image.slack_file ? image.slack_file.url : buildFileHref(image.slack_file.id);
}

function isLocal(url: string): boolean {
  if (url.startsWith('/files/')) return true;
  return URL.canParse(url) && /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//.test(new URL(url).href);
}

/** A message's files: pictures are shown, others can be downloaded. */
export function drawFiles(files: readonly SharedFile[]): Html {
  return html`${files.map((file) =>
    isPicture(file)
      ? html`<figure class="image"><figcaption>${file.title}</figcaption><a href="${buildFileHref(file.id)}" target="_blank" aria-label="Open ${file.title}"><img class="large" src="${buildFileHref(file.id)}" alt="${file.altText}"></a></figure>`
      : html`<p class="file"><a href="${buildFileHref(file.id)}" download="${file.name}">${file.title}</a> <small>${sizeLabel(file.size)}</small></p>`,
  )}`;
}

/** Whether a browser may show it: a type that can't run anything. */
export function isPicture({ mimetype }: { mimetype: string }): boolean {
  return ['image/png', 'image/jpeg', 'image/gif'].includes(mimetype);
}

function buildFileHref(id: string): string {
  return `/files/${encodeURIComponent(id)}`;
}

function sizeLabel(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}
