/** The markdown block: the part of CommonMark (with tables and ~~strike~~) that Slack's own translation keeps. */
import { inline, type Rule } from '../inline.ts';
import { type Html, html } from '../markup.ts';
import { link } from '../mrkdwn.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/markdown-block */
export function markdown(text: string): Html {
  const parts = text.replaceAll('\r\n', '\n').split(/^```[^\n]*\n([\s\S]*?)\n?^```[ \t]*$/gm);
  return html`<div class="rich">${parts.map((part, i) =>
    i % 2 === 1 ? html`<pre>${part}</pre>` : paragraphs(part),
  )}</div>`;
}

/** A kind of block is told by its lines; consecutive lines of a kind make one block. */
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

function paragraphs(text: string): Html {
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
  const items = () => lines.map((line) => html`<li>${formatted(line)}</li>`);
  const broken = () => lines.map((line, i) => html`${i > 0 ? html`<br>` : ''}${formatted(line)}`);
  switch (kind) {
    case 'heading':
      return html`<h4>${formatted(lines[0] ?? '')}</h4>`;
    case 'rule':
      return html`<hr>`;
    case 'quote':
      return html`<blockquote>${broken()}</blockquote>`;
    case 'bullet':
      return html`<ul>${items()}</ul>`;
    case 'ordered':
      return html`<ol>${items()}</ol>`;
    case 'table':
      return table(lines);
    case 'blank':
      return html``;
    case 'text':
      return html`<p>${broken()}</p>`;
  }
}

function table(lines: readonly string[]): Html {
  const [head = [], ...rows] = lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${formatted(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${formatted(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function formatted(line: string): Html {
  return inline(line, RULES, (text) => html`${text}`);
}

const RULES: Rule[] = [
  { pattern: /\\([\\`*_~[\]()#+\-.!|>])/g, draw: (match) => html`${match[1]}` },
  { pattern: /`([^`]+)`/g, draw: (match) => html`<code>${match[1]}</code>` },
  { pattern: /!\[([^\]]*)\]\(([^()\s]+)\)/g, draw: (match) => link(match[2] ?? '', match[1] ?? '') },
  {
    pattern: /\[([^\]]+)\]\(([^()\s]+)\)/g,
    draw: (match, inner) => link(match[2] ?? '', inner(match[1] ?? '')),
  },
  { pattern: /\*\*(?=\S)([^*]+)(?<=\S)\*\*|__(?=\S)([^_]+)(?<=\S)__/g, draw: bold },
  { pattern: /\*(?=\S)([^*]+)(?<=\S)\*|(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)/g, draw: italic },
  { pattern: /~~(?=\S)([^~]+)(?<=\S)~~/g, draw: (match, inner) => html`<s>${inner(match[1] ?? '')}</s>` },
];

function bold(match: RegExpExecArray, inner: (text: string) => Html): Html {
  return html`<b>${inner(match[1] ?? match[2] ?? '')}</b>`;
}

function italic(match: RegExpExecArray, inner: (text: string) => Html): Html {
  return html`<i>${inner(match[1] ?? match[2] ?? '')}</i>`;
}
