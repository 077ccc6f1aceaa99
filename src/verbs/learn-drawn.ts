/** What was learnt of the API, as a person reads it in a terminal: what we call it, where it is there, how we know. Pure. */
import { styleText } from 'node:util';
import { OPERATIONS, operationName } from '../visibility/operations.ts';
import { type Line, NO_LINES, type OperationLines, type Profile } from '../visibility/profile.ts';
import type { Description } from '../visibility/read-openapi.ts';
import type { Paper } from './doctor/drawn.ts';
import type { Range, ReadReport } from './doctor/report.ts';

/** What became of the search for a description: `why` it could not be used, `from` where it came. */
export type DescriptionRead = { from?: string; read?: Description; why?: string };

export type Learning = {
  description: DescriptionRead;
  reads: readonly ReadReport[];
  profile: Profile;
  /** "kept" in the store; "nowhere" where nothing is configured; else why it could not be kept. */
  kept: string;
  out: string | undefined;
  project: string | undefined;
};

export function drawnLearning(learning: Learning, { colours }: Paper): string {
  const ink = (format: Parameters<typeof styleText>[0], text: string) =>
    colours ? styleText(format, text, { validateStream: false }) : text;
  const { description, reads, profile } = learning;
  const operations = Object.keys(OPERATIONS).filter(isOperation);
  const parts = operations.flatMap((id) => {
    const read = reads.find(({ method }) => method === id);
    const lines = linesIn(profile, id, read);
    if (lines.length === 0 && !read) return [];
    return [
      '',
      `${ink('bold', id)}  ${ink('dim', `${operationName(id)}${statusOf(read)}`)}`,
      ...lines,
      ...missingIn(read, profile.get(id)),
    ];
  });
  return [...descriptionSaid(description), ...parts, '', ...closing(learning)].join('\n');
}

type OperationId = keyof typeof OPERATIONS;
const isOperation = (id: string): id is OperationId => Object.hasOwn(OPERATIONS, id);

function linesIn(profile: Profile, id: OperationId, read: ReadReport | undefined): string[] {
  const own = [...(profile.get(id)?.values() ?? [])].flatMap(([line]) => line ?? []);
  const all = own.map((line) => lineSaid(line, read));
  const [what, there] = [0, 1].map((i) => Math.max(...all.map((cells) => cells[i]?.length ?? 0), 0));
  return all.map(
    ([first = '', second = '', third = '', known = '']) =>
      `  ${first.padEnd(what ?? 0)} <- ${second.padEnd(there ?? 0)}  ${third}${third && '  '}(${known})`,
  );
}

function lineSaid(
  { what, there, known }: Line,
  read: ReadReport | undefined,
): [string, string, string, string] {
  const stood = read?.stood?.find((each) => each.what === what);
  const range = /score$/i.test(what) ? read?.scores : /(?:rate|share)$/i.test(what) ? read?.rates : undefined;
  if (read?.stood && there !== null && stood?.there !== there && isOfAnswer(what)) {
    return [what, there, stood ? `not in the answer; ${stood.there} is used` : 'empty in this answer', known];
  }
  const scale = range?.scale && stood?.example !== undefined ? `, ${scaleSaid(range)}` : '';
  return [what, there ?? 'none', `${stood?.example ?? ''}${scale}`, known];
}

/** What is read, not what is sent. */
function isOfAnswer(what: string): boolean {
  return !/^(?:path$|query\.|body\.|send\.|pages\.)/.test(what);
}

function scaleSaid({ scale }: Range): string {
  return scale === '0-1' ? 'scale 0 to 1' : 'scale 0 to 100';
}

function statusOf(read: ReadReport | undefined): string {
  if (!read || read.outcome === 'ok') return '';
  return `: ${read.outcome === 'failed' ? read.why : `not asked, ${read.why}`}`;
}

function missingIn(read: ReadReport | undefined, lines: OperationLines = NO_LINES): string[] {
  const missing = read?.names?.missing.filter((field) => !lines.has(field)) ?? [];
  const unknown = read?.unknown ?? [];
  return [
    ...(missing.length > 0 ? [`  not found: ${missing.join(', ')}`] : []),
    ...(unknown.length > 0
      ? [`  not known to us: ${unknown.slice(0, MOST_UNKNOWN).join(', ')}${more(unknown)}`]
      : []),
  ];
}

const MOST_UNKNOWN = 8;
const more = (all: readonly unknown[]) =>
  all.length > MOST_UNKNOWN ? ` and ${all.length - MOST_UNKNOWN} more` : '';

function descriptionSaid({ from, read, why }: DescriptionRead): string[] {
  if (!read) {
    const reason = why ? ` (${why})` : '';
    return [`No description of the API was found beside it${reason}; its answers tell what they can.`];
  }
  const { found, missing, undocumented, proposals } = read;
  return [
    `The description at ${from} has ${found.length} of our ${found.length + missing.length} operations${missing.length > 0 ? `; not ${missing.join(', ')}` : ''}.`,
    ...(undocumented.length > 0
      ? [
          `It lists ${undocumented.length} more: ${undocumented
            .slice(0, MOST_UNKNOWN)
            .map(({ method, path }) => `${method} ${path}`)
            .join(', ')}${more(undocumented)}.`,
        ]
      : []),
    ...(proposals.length > 0
      ? [
          'It can accept or dismiss suggestions. To let people do that from Slack, put this into projects.yml:',
          '',
          '    unlisted:',
          ...proposals.map(({ what, there }) => `      ${what}: "${there}"`),
        ]
      : []),
  ];
}

function closing({ reads, kept, out, project }: Learning): string[] {
  const failed = reads.filter(({ outcome }) => outcome === 'failed').length;
  const asked = reads.filter(({ outcome }) => outcome !== 'skipped').length;
  return [
    ...(project
      ? [
          `Asked about ${project}: ${asked - failed} of ${asked} reads were understood. (--project NAME asks about another one.)`,
        ]
      : ['Nothing was asked: no API is configured here.']),
    kept === 'kept'
      ? 'It is kept; a running bot uses it within a minute.'
      : kept === 'nowhere'
        ? 'It is kept nowhere but in the file you name with --out.'
        : `It could not be kept: ${kept} A running bot learns by itself at its start and once a day.`,
    out
      ? `Written to ${out}. Correct what is wrong and name it under api: profile: in projects.yml.`
      : 'To correct a line: npm run learn -- --out api-profile.yml',
  ];
}
