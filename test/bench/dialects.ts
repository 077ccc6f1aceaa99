/** How much of the API the bot understands when it speaks otherwise: each dialect alone, and some together. */
import { DIALECTS, parseDialect } from '../../src/sandbox/api/dialects/dialects.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';
import { type Judgement, judge, THINGS, VERDICTS, type Verdict } from './dialect-judge.ts';
import { runDialect, type Seen } from './dialect-run.ts';
import { table } from './table.ts';

/** What is promised of the shares; wrong and silent ones are none at all. */
const GOAL = { described: 0.95, undescribed: 0.8 };
const COMBINATIONS = 40;
const AT_ONCE = 2;
/** Words of the description alone: without it they are plain. */
const OF_DESCRIPTION = Object.keys(DIALECTS).filter((word) => isOfDescription(word));

type Row = { dialect: string; described: boolean; found: Record<(typeof THINGS)[number], Judgement> };

export async function dialects(
  { only, seed }: { only?: string | undefined; seed: number },
  progress: (line: string) => void,
): Promise<{ good: boolean; json: object; text: string }> {
  const plain = await runDialect('plain');
  const singles = Object.keys(DIALECTS).filter((word) => word !== 'undescribed');
  const wanted = only === undefined ? ['plain', ...singles, ...combinations(seed)] : [only];
  const runs = wanted.flatMap((dialect) => [
    { dialect, described: true },
    ...(dialect.split(',').every((word) => OF_DESCRIPTION.includes(word))
      ? []
      : [{ dialect, described: false }]),
  ]);
  const rows: Row[] = [];
  const waiting = runs.entries();
  const worker = async () => {
    for (const [index, { dialect, described }] of waiting) {
      const seen = await runDialect(described ? dialect : `${dialect},undescribed`);
      rows[index] = { dialect, described, found: found(seen, plain) };
      progress(`${index + 1} of ${runs.length}: ${lineOf(rows[index])}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return report(rows);
}

function found(seen: Seen, plain: Seen): Row['found'] {
  const each = THINGS.map((thing) => [thing, judge(thing, seen, plain)]);
  // TypeScript cannot follow a list through its entries.
  return Object.fromEntries(each) as Row['found'];
}

/** Two to four words that can be spoken together, never of the description alone. */
export function combinations(seed: number): string[] {
  const words = Object.keys(DIALECTS).filter((word) => word !== 'undescribed');
  const made = new Set<string>();
  for (let attempt = 0; made.size < COMBINATIONS; attempt += 1) {
    const random = randomOf('dialects', seed, attempt);
    const chosen = random.shuffled(words).slice(0, random.int(2, 4)).join(',');
    if (canBeSpoken(chosen) && !chosen.split(',').every(isOfDescription)) made.add(chosen);
  }
  return [...made];
}

function isOfDescription(word: string): boolean {
  const { about: _, ...parts } = DIALECTS[word] ?? { about: '' };
  return Object.keys(parts).join() === 'document';
}

function canBeSpoken(words: string): boolean {
  try {
    return parseDialect(words).length > 0;
  } catch {
    return false;
  }
}

function report(rows: readonly Row[]) {
  const totals = [true, false].map((described) => {
    const verdicts = rows
      .filter((row) => row.described === described)
      .flatMap(({ found }) => Object.values(found));
    const count = (wanted: Verdict) => verdicts.filter(({ verdict }) => verdict === wanted).length;
    const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)]));
    return {
      description: described ? 'with' : 'without',
      judged: verdicts.length,
      ...counts,
      same: count('same'),
      share: share(count('same'), verdicts.length),
    };
  });
  return {
    // What is measured is measured: whether the goal is reached stands in the figures.
    good: true,
    json: { rows, totals, goal: GOAL },
    text: [
      table(rows.map(figures)),
      '',
      table(totals),
      '',
      `Goal: nothing wrong, nothing silent; the same ${GOAL.described * 100} % with a description, ${GOAL.undescribed * 100} % without.`,
      ...rows.flatMap(faults),
    ].join('\n'),
  };
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function figures({ dialect, described, found }: Row) {
  const verdicts = Object.fromEntries(THINGS.map((thing) => [thing, found[thing].verdict as string]));
  return { dialect, description: described ? 'with' : 'without', ...verdicts };
}

/** What is wrong or silent, in words. */
function faults({ dialect, described, found }: Row): string[] {
  return THINGS.flatMap((thing) => {
    const { verdict, why = '' } = found[thing];
    if (verdict !== 'wrong' && verdict !== 'silent') return [];
    return [
      `${dialect}${described ? '' : ' without description'}: ${thing} ${verdict}: ${why.slice(0, 160)}`,
    ];
  });
}

function lineOf(row: Row): string {
  return Object.values(figures(row)).join(' ');
}
