/** Pictures: those of this machine are shown, those of elsewhere are named, because nothing may leave the machine. */
import type { ImageBlock, ImageElement } from '@slack/types';
import { fileHref } from '../files.ts';
import { type Html, html } from '../markup.ts';
import { decode, link } from '../mrkdwn.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/image-block */
export function image(block: ImageBlock): Html {
  return html`<figure class="image">
    ${block.title && html`<figcaption>${decode(block.title.text)}</figcaption>`}
    ${picture(block, 'large')}
  </figure>`;
}

/** An image element, or a block's image. `size` is a class. */
export function picture(element: ImageElement | ImageBlock, size: 'large' | 'thumb' | 'icon'): Html {
  const url = addressOf(element);
  if (url && isLocal(url)) return html`<img class="${size}" src="${url}" alt="${element.alt_text}">`;
  const label = html`<span class="elsewhere ${size}" role="img" aria-label="${element.alt_text}">${element.alt_text}</span>`;
  return url ? link(url, label) : label;
}

function addressOf(element: ImageElement | ImageBlock): string | undefined {
  if ('image_url' in element) return element.image_url;
  return 'url' in element.slack_file ? element.slack_file.url : fileHref(element.slack_file.id);
}

function isLocal(url: string): boolean {
  if (url.startsWith('/files/')) return true;
  return URL.canParse(url) && /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//.test(new URL(url).href);
}
