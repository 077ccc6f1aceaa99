/** The report as a person reads it in a terminal: what was looked at, then what it means and what to do. Pure. */
import { styleText } from 'node:util';
import { count } from '../../messages/figures.ts';
import { scheduleInWords } from '../../messages/times.ts';
import type { FeedReport, Finding, Look, Outcome, ProjectReport, ReadReport, Report } from './report.ts';

/** `columns` is how wide the terminal is. Colours only repeat what the words say. */
export type Paper = { colours: boolean; columns: number };

type Format = Parameters<typeof styleText>[0];
type Ink = (format: Format, text: string) => string;

const WIDEST = 110;

export function drawn(report: Report, { colours, columns }: Paper): string {
  const ink: Ink = (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text);
  const width = Math.min(columns, WIDEST);
  const { api, slack, store, feeds, findings } = report;
  const lines = [
    ink('bold', `Sightline doctor, ${timeOf(report)}. It changes nothing and posts nothing.`),
    ...(api ? section(`API ${api.baseUrl}`, looks(api.looks, ink, width), ink) : []),
    ...(api?.projects ?? []).flatMap((project) =>
      section(
        headOf(project),
        [...reads(project.reads, ink, width), ...scalesOf(project.reads), ...learntOf(project, width)],
        ink,
      ),
    ),
    ...slack.flatMap((each) =>
      section(`Slack ${each.team ?? ''}`.trim(), looks(each.looks, ink, width), ink),
    ),
    ...section('Store', looks(store, ink, width), ink),
    ...section(
      'Schedule',
      feeds.map((feed) => scheduled(feed)),
      ink,
    ),
    ...meanings(findings, ink, width),
    '',
    verdict(report, ink),
  ];
  return lines.join('\n');
}

function timeOf({ at, simulated }: Report): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC${simulated ? ' by the simulated clock (CLOCK_URL)' : ''}`;
}

function section(head: string, lines: readonly string[], ink: Ink): string[] {
  return lines.length === 0 ? [] : ['', ink('bold', head), ...lines];
}

const MARKS: Readonly<Record<Outcome, { word: string; format: Format }>> = {
  ok: { word: 'ok  ', format: 'green' },
  failed: { word: 'FAIL', format: 'red' },
  skipped: { word: 'skip', format: 'yellow' },
};

const mark = (outcome: Outcome, ink: Ink) => ink(MARKS[outcome].format, MARKS[outcome].word);

function looks(all: readonly Look[], ink: Ink, width: number): string[] {
  const widest = Math.max(...all.map(({ what }) => what.length), 0);
  return all.map(({ what, outcome, said }) => {
    const before = `  ${mark(outcome, ink)}  ${what.padEnd(widest)}  `;
    return before + wrapped(said, 10 + widest, width);
  });
}

function learntOf({ learnt = [] }: ProjectReport, width: number): string[] {
  const said = `learnt from refusals: ${learnt.join('; ')}`;
  return learnt.length === 0 ? [] : [`  ${wrapped(said, 4, width)}`];
}

function headOf({ name, keyName, reads }: ProjectReport): string {
  const of = (outcome: Outcome) => reads.filter((read) => read.outcome === outcome).length;
  const [answer, untried] = [of('ok'), of('skipped')];
  const rest = untried === 0 ? '' : `, ${untried} not tried`;
  return `${name}: ${answer} of ${reads.length} operations answer as they should${rest}; key: ${keyName}`;
}

function reads(all: readonly ReadReport[], ink: Ink, width: number): string[] {
  const widest = Math.max(...all.map(({ method }) => method.length), 0);
  const alike = Map.groupBy(all, (read) => (read.outcome === 'ok' ? read.method : saidOf(read)));
  return [...alike.values()].flatMap(([read, ...others]) => {
    if (!read) return [];
    const { method, outcome, status, ms } = read;
    const took = `${ms === undefined ? '' : `${ms} ms`}`.padStart(8);
    const before = `  ${mark(outcome, ink)}  ${method.padEnd(widest)} ${String(status ?? '').padStart(4)}${took}  `;
    const said = [saidOf(read), others.length > 0 && `So too ${named(others)}.`].flatMap(
      (part) => part || [],
    );
    return before + wrapped(said.join(' '), 8 + widest + 15, width);
  });
}

const MOST_NAMED = 6;

function named(others: readonly ReadReport[]): string {
  return others.length > MOST_NAMED
    ? `${others.length} others`
    : LIST.format(others.map(({ method }) => method));
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

function saidOf(read: ReadReport): string {
  if (read.outcome === 'skipped') return `not tried: ${read.why}.`;
  if (read.outcome === 'failed') return read.why ?? '';
  const { rows, scores, unknown } = read;
  return [
    shapeOf(read),
    rows !== undefined && rows > 0 && count(rows, 'row'),
    scores && (scores.from === scores.to ? `score ${scores.to}` : `scores ${scores.from} to ${scores.to}`),
    unknown.length > 0 && count(unknown.length, 'unknown field'),
  ]
    .flatMap((part) => part || [])
    .join(' · ');
}

function shapeOf({ known, rows, names }: ReadReport): string {
  if (known === 'documented') return 'as documented';
  if (rows === 0) return 'no rows, so its shape is not known yet';
  if (known === 'matched' || !names) return 'a documented shape, as guessed';
  const { found, missing } = names;
  const all = found.length + missing.length;
  return [
    missing.length === 0
      ? `all ${count(all, 'guessed name')} fit`
      : `${found.length} of ${count(all, 'guessed name')} fit, not there: ${missing.join(', ')}`,
    ...found.flatMap(({ came, guessed }) => (came === guessed ? [] : [`${guessed} came as ${came}`])),
  ].join(', ');
}

/** "Scores are on a scale from 0 to 100, rates from 0 to 1." Where answers differ, both are said. */
function scalesOf(all: readonly ReadReport[]): string[] {
  const scales = (kind: 'scores' | 'rates') =>
    [...new Set(all.flatMap((read) => read[kind]?.scale ?? []))].map((scale) => scale.replace('-', ' to '));
  const said = (['scores', 'rates'] as const).flatMap((kind) => {
    const found = scales(kind);
    return found.length === 0 ? [] : [`${kind} from ${found.join(', and from ')}`];
  });
  return said.length === 0 ? [] : [`  Scales, by these answers: ${said.join('; ')}.`];
}

function scheduled(feed: FeedReport): string {
  const { project, kind, channel, quiet, next, timezone, pausedSince } = feed;
  const at = next === undefined ? (pausedSince === undefined ? 'never' : 'paused') : timeIn(timezone, next);
  return `  ${at.padEnd(18)}  ${project} ${kind} to ${channel} · ${scheduleInWords(feed)}${quiet === undefined ? '' : `, quiet ${quiet}`}`;
}

function timeIn(timeZone: string, iso: string): string {
  const format = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone }).format(Date.parse(iso));
}

const LEVELS: readonly { level: Finding['level']; head: string; format: Format }[] = [
  { level: 'fault', head: 'This keeps Sightline from its main job', format: 'red' },
  { level: 'loss', head: 'This is left out, or in doubt', format: 'yellow' },
  { level: 'note', head: 'Good to know', format: 'dim' },
];

function meanings(findings: readonly Finding[], ink: Ink, width: number): string[] {
  return LEVELS.flatMap(({ level, head, format }) => {
    const lines = findings
      .filter((finding) => finding.level === level)
      .flatMap(({ subject, sentence, shown = [], mend }) => [
        `  - ${wrapped(`${subject}: ${sentence}`, 4, width)}`,
        ...shown.map((line) => ink('dim', `    ${line}`)),
        ...(mend ? [`    ${ink('bold', 'Mend:')} ${wrapped(mend, 10, width)}`] : []),
      ]);
    return lines.length === 0 ? [] : ['', ink(format, head), ...lines];
  });
}

function verdict({ works, findings }: Report, ink: Ink): string {
  if (works) return ink('green', 'Sightline can do its main job.');
  const faults = findings.filter(({ level }) => level === 'fault').length;
  return ink('red', `${count(faults, 'thing keeps', 'things keep')} Sightline from its main job.`);
}

/** Broken at spaces; what follows the first line is indented. */
function wrapped(text: string, indent: number, width: number): string {
  const room = Math.max(30, width - indent);
  const lines = text.split(' ').reduce<string[]>(([line = '', ...before], word) => {
    const longer = line === '' ? word : `${line} ${word}`;
    return longer.length <= room || line === '' ? [longer, ...before] : [word, line, ...before];
  }, []);
  return lines.toReversed().join(`\n${' '.repeat(indent)}`);
}
