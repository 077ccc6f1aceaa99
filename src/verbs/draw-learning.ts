/** Draws what npm run learn found: for each operation what the API calls each thing, and at the end what to do. */
import { mendOf } from '../visibility/errors.ts';
import { nameSource } from '../visibility/fetch-openapi.ts';
import { isOperation, OPERATIONS, type OperationId, operationName } from '../visibility/operations.ts';
import { type Line, NO_LINES, type OperationLines, type Profile } from '../visibility/profile.ts';
import type { Description } from '../visibility/read-openapi.ts';
import { createInk, type Terminal } from './command-line.ts';
import { cameInWords } from './doctor/api.ts';
import type { Finding, Range, ReadReport } from './doctor/report.ts';
import { isInAnswer } from './doctor/walk.ts';

/** The API's description and where it came from, or `why` it couldn't be used. */
export type DescriptionRead = { from?: string; read?: Description; why?: string };

type Learning = {
  description: DescriptionRead;
  /** Why nothing was read from the API. */
  fault: Finding | undefined;
  reads: readonly ReadReport[];
  profile: Profile;
  /** Says where the result is kept, or why it isn't. */
  kept: string;
  /** The file written, as it was given, and as projects.yml names it. */
  out: string | undefined;
  outName: string | undefined;
  project: string | undefined;
  /** Says where the project's key comes from. */
  keyName: string | undefined;
  /** A description that nothing remembers unless projects.yml names it. */
  toName: string | undefined;
};

export function drawLearning(learning: Learning, { colours }: Pick<Terminal, 'colours'>): string {
  const ink = createInk(colours);
  const { description, reads, profile } = learning;
  const operations = Object.keys(OPERATIONS).filter(isOperation);
  const parts = operations.flatMap((id) => {
    const read = reads.find(({ method }) => method === id);
    const lines = drawLines(profile, id, read);
    if (lines.length === 0 && (!read || read.outcome === 'skipped')) return [];
    return [
      '',
      `${ink('bold', id)}  ${ink('dim', `${operationName(id)}${failure(read)}`)}`,
      ...lines,
      ...drawMissing(read, profile.get(id)),
    ];
  });
  return [...drawDescription(description), ...parts, '', ...drawClosing(learning)].join('\n');
}

/** "score <- match.score.value  0.91, scale 0 to 1  (answered)" */
function drawLines(profile: Profile, id: OperationId, read: ReadReport | undefined): string[] {
  const lines = [...(profile.get(id)?.values() ?? [])].flatMap(([line]) => line ?? []);
  const rows = lines.map((line) => ({ ...line, there: line.there ?? 'none', note: noteOn(line, read) }));
  const [whatWidth, thereWidth] = (['what', 'there'] as const).map((column) =>
    Math.max(...rows.map((row) => row[column].length), 0),
  );
  return rows.map(
    ({ what, there, note, known }) =>
      `  ${what.padEnd(whatWidth ?? 0)} <- ${there.padEnd(thereWidth ?? 0)}  ${note}${note && '  '}(${known})`,
  );
}

/** An example from the answer, or why there is none. */
function noteOn({ what, there }: Line, read: ReadReport | undefined): string {
  const stood = read?.stood?.find((each) => each.what === what);
  if (read?.stood && there !== null && stood?.there !== there && isInAnswer(what)) {
    return stood ? `not in the answer; ${stood.there} is used` : 'empty in this answer';
  }
  if (stood?.example === undefined) return '';
  const range = /score$/i.test(what) ? read?.scores : /(?:rate|share)$/i.test(what) ? read?.rates : undefined;
  return range?.scale ? `${stood.example}, ${scaleInWords(range.scale)}` : stood.example;
}

function scaleInWords(scale: NonNullable<Range['scale']>): string {
  return scale === '0-1' ? 'scale 0 to 1' : 'scale 0 to 100';
}

function failure(read: ReadReport | undefined): string {
  if (!read || read.outcome === 'ok') return '';
  return `: ${read.outcome === 'failed' ? read.why : `not asked, ${read.why}`}`;
}

function drawMissing(read: ReadReport | undefined, lines: OperationLines = NO_LINES): string[] {
  const missing = read?.names?.missing.filter((field) => !lines.has(field)) ?? [];
  const unknown = read?.unknown ?? [];
  return [
    ...(read ? cameInWords(read).map((line) => `  ${line}`) : []),
    ...(missing.length > 0 ? [`  not found: ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`  not used: ${listSome(unknown)}`] : []),
  ];
}

const MOST_LISTED = 8;

function listSome(all: readonly string[]): string {
  const more = all.length > MOST_LISTED ? ` and ${all.length - MOST_LISTED} more` : '';
  return `${all.slice(0, MOST_LISTED).join(', ')}${more}`;
}

function drawDescription({ from = '', read, why }: DescriptionRead): string[] {
  if (!read) {
    const reason = why ? ` (${why})` : '';
    return [`No description of this API was found${reason}, so this is from its answers alone.`];
  }
  const { found, missing, undocumented, proposals } = read;
  const without = missing.length > 0 ? `, but not ${missing.join(', ')}` : '';
  const more = undocumented.map(({ method, path }) => `${method} ${path}`);
  return [
    `The description at ${nameSource(from)} has ${found.length} of the ${found.length + missing.length} operations that Sightline uses${without}.`,
    ...(more.length > 0 ? [`It has ${more.length} others: ${listSome(more)}.`] : []),
    ...(proposals.length > 0
      ? [
          'With this API, people can accept or dismiss suggestions in Slack. To allow that, add to projects.yml:',
          '',
          '    unlisted:',
          ...proposals.map(({ what, there }) => `      ${what}: "${there}"`),
        ]
      : []),
  ];
}

function drawClosing(learning: Learning): string[] {
  const { fault, reads, profile, kept, out, outName, project, keyName = 'its key', toName } = learning;
  const failures = reads.filter(({ outcome }) => outcome === 'failed');
  const failed = failures.length;
  const asked = reads.filter(({ outcome }) => outcome !== 'skipped').length;
  const empty = reads.filter(({ rows }) => rows === 0).length;
  return [
    fault
      ? `${fault.sentence} ${fault.mend ?? ''}`.trim()
      : project
        ? `Asked about ${project} (for another project: --project NAME). Sightline understood ${asked - failed - empty} of ${asked} answers${empty > 0 ? `; ${empty} had no rows, which teach nothing` : ''}.`
        : 'The API wasn’t asked: none is configured here.',
    ...(failed > 0 && failed === asked ? [mendOf({ code: '', ...failures[0] }, keyName)] : []),
    kept,
    ...(toName !== undefined
      ? [`To have it read this description too, add to projects.yml: api: { openapi: ${toName} }`]
      : []),
    out
      ? `Written to ${out}. Correct what is wrong, then add to projects.yml: api: { profile: ${outName} }`
      : failed === asked && profile.size === 0
        ? ''
        : 'To correct a line, write all lines to a file: npm run learn -- --out api-profile.yml',
  ];
}
