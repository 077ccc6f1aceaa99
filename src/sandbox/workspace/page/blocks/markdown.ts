/** The markdown block: the parts of CommonMark, plus tables and ~~strike~~, that Slack supports. */
import { type Html, html } from '../markup.ts';
import { drawInline, drawLink, type Rule } from '../mrkdwn.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/markdown-block */
export function drawMarkdown(text: string): Html {
  const parts = text.replaceAll('\r\n', '\n').split(/^```[^\n]*\n([\s\S]*?)\n?^```[ \t]*$/gm);
  return html`<div class="rich">${parts.map((part, i) =>
    i % 2 === 1 ? html`<pre>${part}</pre>` : drawParagraphs(part),
  )}</div>`;
}

/** Consecutive lines of one kind make a block, unless the kind stands alone. */
const KINDS = [
  { kind: 'heading', line: /^(#{1,6}) +(.*)$/, alone: true },
  { kind: 'rule', line: /^ {0,3}([-*_])( *\1){2,} *$/, alone: true },
  { kind: 'quote', line: /^ {0,3}> ?(.*)$/, alone: false },
  { kind: 'bullet', line: /^ *[-*+] +(.*)$/, alone: false },
  { kind: 'ordered', line: /^ *\d+[.)] +(.*)$/, alone: false },
  { kind: 'table', line: /^ *\|(.*)\| *$/, alone: false },
  { kind: 'blank', line: /^\s*$/, alone: false },
  { kind: 'text', line: /^(.*)$/, alone: false },
] as const;

type Run = { kind: (typeof KINDS)[number]['kind']; alone: boolean; lines: string[] };

function drawParagraphs(text: string): Html {
  const runs: Run[] = [];
  for (const line of text.split('\n')) {
    const found = KINDS.find((kind) => kind.line.test(line)) ?? KINDS[7];
    const content = line.match(found.line)?.at(-1) ?? '';
    const last = runs.at(-1);
    if (last && last.kind === found.kind && !found.alone) last.lines.push(content);
    else runs.push({ kind: found.kind, alone: found.alone, lines: [content] });
  }
  return html`${runs.map(drawRun)}`;
}

function drawRun({ kind, lines }: Run): Html {
  const items = () => lines.map((line) => html`<li>${drawLine(line)}</li>`);
  const withBreaks = () => lines.map((line, i) => html`${i > 0 && html`<br>`}${drawLine(line)}`);
  switch (kind) {
    case 'heading':
      return html`<h4>${drawLine(lines[0] ?? '')}</h4>`;
    case 'rule':
      return html`<hr>`;
    case 'quote':
      return html`<blockquote>${withBreaks()}</blockquote>`;
    case 'bullet':
      return html`<ul>${items()}</ul>`;
    case 'ordered':
      return html`<ol>${items()}</ol>`;
    case 'table':
      return drawTable(lines);
    case 'blank':
      return html``;
    case 'text':
      return html`<p>${withBreaks()}</p>`;
  }
}

function drawTable(lines: readonly string[]): Html {
  const [head = [], ...rows] = lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${drawLine(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${drawLine(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function drawLine(line: string): Html {
  return drawInline(line, RULES, (text) => html`${text}`);
}

const RULES: Rule[] = [
  { pattern: /\\([\\`*_~[\]()#+\-.!|>])/g, draw: (match) => html`${match[1]}` },
  { pattern: /`([^`]+)`/g, draw: (match) => html`<code>${match[1]}</code>` },
  { pattern: /!\[([^\]]*)\]\(([^()\s]+)\)/g, draw: (match) => drawLink(match[2] ?? '', match[1] ?? '') },
  {
    pattern: /\[([^\]]+)\]\(([^()\s]+)\)/g,
    draw: (match, inner) => drawLink(match[2] ?? '', inner(match[1] ?? '')),
  },
  { pattern: /\*\*(?=\S)([^*]+)(?<=\S)\*\*|__(?=\S)([^_]+)(?<=\S)__/g, draw: drawBold },
  { pattern: /\*(?=\S)([^*]+)(?<=\S)\*|(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)/g, draw: drawItalic },
  { pattern: /~~(?=\S)([^~]+)(?<=\S)~~/g, draw: (match, inner) => html`<s>${inner(match[1] ?? '')}</s>` },
];

function drawBold(match: RegExpExecArray, inner: (text: string) => Html): Html {
  return html`<b>${inner(match[1] ?? match[2] ?? '')}</b>`;
}

function drawItalic(match: RegExpExecArray, inner: (text: string) => Html): Html {
  return html`<i>${inner(match[1] ?? match[2] ?? '')}</i>`;
}
