/**
 * No message is forgotten: what src/messages/ can say is drawn by every-*.ts, and so passes the tests of limits and of
 * hostile texts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '..', '..', 'src', 'messages');

const KINDS = path.join(SOURCES, '..', 'outbox', 'post-kinds.ts');

const texts = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

const drawn = texts(import.meta.dirname, /^every-.*(?<!\.test)\.ts$/)
  .map(({ text }) => text)
  .join('\n');
const cast = texts(import.meta.dirname, /cast\.ts$/)
  .map(({ text }) => text)
  .join('\n');

/** Functions that return a message or a view, by the file that they stand in. */
const drawing = texts(SOURCES, /\.ts$/).flatMap(({ name, text }) => {
  const found = text.matchAll(/^export function (\w+)[\s\S]*?\): ([^(){}]+) \{$/gm);
  return [...found].flatMap(([, made = '', type = '']) =>
    /\b(Message|Page|Form|Drawable|ModalView|HomeView)\b/.test(type) ? [{ file: name, made }] : [],
  );
});

/** Decisions by the function that draws them; every-*.ts draws those by their kind. */
const kinds = new Map(
  [
    ...readFileSync(KINDS, 'utf8').matchAll(/^ {2}(\w+): \{\s+(?:\.\.\.\w+,\s+)*page: .*?(\w+Message)\b/gm),
  ].map(([, kind = '', made = '']) => [made, kind]),
);

/** What other messages are made of: they have no life of their own. */
const PARTS = [
  'lookupPage',
  'alertControls',
  'page',
  'form',
  'withBelow',
  'withBelowHeadline',
  'withoutControls',
  'keepControls',
  'pageOf',
  'withYesOrNo',
];

test('the functions that draw are found at all', () => {
  expect(drawing.length).toBeGreaterThan(70);
  expect(kinds.size).toBeGreaterThan(12);
});

test.each(drawing.filter(({ made }) => !PARTS.includes(made)))('$made of $file is drawn', ({ made }) => {
  const kind = kinds.get(made);
  if (kind) expect(`${drawn}\n${cast}`).toContain(`kind: '${kind}'`);
  else expect(drawn).toMatch(new RegExp(`\\b${made}\\(`));
});
