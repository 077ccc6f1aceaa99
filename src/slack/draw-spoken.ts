/** The `text` of a message, for notifications and screen readers. */
import { type Field, type Part, type Row, type Table, wordsIn } from '../messages/page.ts';
import { beside, isEmpty, say, type Text } from '../messages/text.ts';
import { fallbackText } from './text.ts';

/** About what a notification shows. */
const SUMMARY_CHARS = 140;
const LINE_CHARS = 300;

/** Slack advises at most 4,000. https://docs.slack.dev/reference/methods/chat.postMessage#arg_text */
const TEXT_CHARS = 4_000;

/** A complete summary, then lines while there is room, and how many are left out. A note at the end is always kept. */
export function drawSpoken(
  summary: Text | undefined,
  parts: readonly (Part | Field)[],
  write = fallbackText,
): string {
  const headline = parts.find((part) => part.kind === 'headline');
  const first = write(
    summary && !isEmpty(summary) ? summary : (headline?.text ?? say`Sightline`),
    SUMMARY_CHARS,
  ).replaceAll('\n', ' ');
  const others = parts.filter((part) => part !== headline);
  const last = others.at(-1)?.kind === 'note' ? others.pop() : undefined;
  const end = last ? speakPart(last).map((line) => write(line, LINE_CHARS)) : [];
  const said = others.flatMap(speakPart);
  const text = [first];
  let room = TEXT_CHARS - LINE_CHARS - [first, ...end].join('\n').length;
  for (const [i, line] of said.entries()) {
    const spoken = write(line, LINE_CHARS);
    room -= spoken.length + 1;
    if (room < 0) return [...text, `${said.length - i} more are not listed here.`, ...end].join('\n');
    text.push(spoken);
  }
  return [...text, ...end].join('\n');
}

/** The lines of a part; buttons have their own accessible names. */
function speakPart(part: Part | Field): Text[] {
  switch (part.kind) {
    case 'headline':
    case 'text':
    case 'note':
    case 'quote':
      return splitLines(part.text);
    case 'rows':
      return [...(part.heading ? [part.heading] : []), ...part.rows.map(speakRow)];
    case 'table':
      return [...(part.heading ? [part.heading] : []), ...speakRows(part)];
    case 'chart':
      return isEmpty(part.words) ? [] : [part.words];
    case 'copy':
    case 'actions':
    case 'field':
      return [];
  }
}

function speakRow({ text, note }: Row): Text {
  return beside(...splitLines(text), ...(note ? splitLines(note) : []));
}

function splitLines(text: Text): Text[] {
  const all: { spans: Text['spans'][number][] }[] = [{ spans: [] }];
  for (const span of text.spans) {
    const [begin = '', ...others] = typeof span === 'string' ? span.split('\n') : [span];
    all.at(-1)?.spans.push(begin);
    for (const other of others) all.push({ spans: [other] });
  }
  return all.filter((line) => fallbackText(line).trim() !== '');
}

/** Columns with at least one figure. */
export function findGivenColumns({ columns, rows }: Table): number[] {
  return columns.flatMap((_, i) => (i === 0 || rows.some((row) => row[i] !== undefined) ? [i] : []));
}

/** "Globex: score 70.0, mention rate 60%, average rank not given": a missing figure must not sound like zero. */
export function speakRows(table: Table): Text[] {
  const given = findGivenColumns(table).slice(1);
  return table.rows.map((row) => {
    const facts = given.map((i) => {
      const { heading = '', isName = false } = table.columns[i] ?? {};
      const what = isName ? heading : heading.replace(/^./, (first) => first.toLowerCase());
      return `${what} ${wordsIn(row[i] ?? 'not given')}`;
    });
    return say`${[wordsIn(row[0] ?? ''), facts.join(', ')].filter(Boolean).join(': ')}`;
  });
}
