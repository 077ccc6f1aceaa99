/** The page's files, read once: the stylesheet is kept in parts by what they dress and served as one. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** By file name. */
type Assets = Readonly<Record<string, { type: string; body: string | Uint8Array<ArrayBuffer> }>>;

const STYLES = [
  'theme',
  'layout',
  'tour',
  'sidebar',
  'messages',
  'composer',
  'blocks',
  'tables',
  'menus',
  'chart',
  'forms',
  'about',
  'thread-copy',
];

/** The page's only script, and the parts that it imports. */
const SCRIPTS = ['client.js', 'dom.js', 'live.js', 'tables.js', 'acting.js', 'composer.js'];

/** @throws what `readFileSync` throws, when the page is installed without its files. */
export function readAssets(): Assets {
  // Machines that have emoji of their own never ask for these: https://github.com/mrdrogdrog/twemoji-color-font
  const emoji = createRequire(import.meta.url).resolve('twemoji-colr-font/twemoji.woff2');
  const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
  return {
    'page.css': { type: 'text/css', body: STYLES.map((part) => read(`${part}.css`)).join('\n') },
    ...Object.fromEntries(SCRIPTS.map((name) => [name, { type: 'text/javascript', body: read(name) }])),
    'emoji.woff2': { type: 'font/woff2', body: new Uint8Array(readFileSync(emoji)) },
    'icon.svg': { type: 'image/svg+xml', body: read('icon.svg') },
  };
}
