/** Runs and run groups: what failed and why, how far a group is, and what it cost, of those runs alone that say so. */
import { describe, expect, test } from 'vitest';
import { promptRunAnswer, runGroupAnswer } from '../../../src/messages/prompts/runs.ts';
import { draw } from '../../../src/slack/draw.ts';
import { runFigures } from '../../../src/surface/prompts/prompts.ts';
import type { PromptRun, RunGroup } from '../../../src/visibility/contract.ts';
import { ACME } from '../cast.ts';
import { buttonsOf, clocksRead, heardOf, shownOf, wordsOf } from '../reading.ts';

const ID = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIME = '2026-11-19T08:00:00Z';

const RUN: PromptRun = {
  id: ID,
  run_group_id: null,
  project_id: ID,
  prompt_id: ID,
  engine_id: ID,
  status: 'completed',
  scheduled_for: TIME,
  started_at: null,
  completed_at: null,
  latency_ms: null,
  cost_usd: null,
  error: null,
  created_at: TIME,
};

const NAMELESS = { prompts: new Map(), engines: new Map() };

const GROUP: RunGroup = {
  id: ID,
  project_id: ID,
  run_type: 'nightly',
  status: 'running',
  created_at: TIME,
  completed_at: null,
  total_runs: 4,
  completed_runs: 2,
};

/** What stands under the headline: as it is shown, and as it is heard. */
function group(change: Partial<RunGroup>, runs: readonly Partial<PromptRun>[]): string[] {
  const all = runs.map((run) => ({ ...RUN, ...run }));
  const listed = { shown: all, figures: runFigures(all) };
  const page = runGroupAnswer(ACME, { ...GROUP, ...change }, listed, NAMELESS);
  return [shownOf(page), heardOf(page)].map((words) => clocksRead(words.slice(1, 3).join(' · ')));
}

const one = (change: Partial<PromptRun>) =>
  draw(promptRunAnswer(ACME, { prompt_run: { ...RUN, ...change }, response: null }, NAMELESS));

describe('a run group', () => {
  test('says how far it is, what failed, what it cost and how long a run took', () => {
    const line =
      '▓▓▓▓▓░░░░░ 2 of 4 completed · 1 failed · $0.3 of 2 runs with a cost · median 2 s · nightly · running · created Thu 19 Nov, 08:00 UTC';
    const runs = [
      { cost_usd: 0.1, latency_ms: 1_000 },
      { cost_usd: 0.2, latency_ms: 3_000 },
      { status: 'failed', error: 'no answer' },
      { status: 'scheduled' },
    ];
    expect(group({}, runs)).toEqual([line, line]);
  });

  test('without any cost or time has none, rather than nothing paid', () => {
    const [line] = group({}, [{}, {}, {}, {}]);
    expect(line).toContain('no cost given');
    expect(line).not.toMatch(/\$|median|failed/);
  });

  test('of which the API lists a part, has figures of that part, and says so', () => {
    expect(group({ total_runs: 90 }, [{ cost_usd: 1 }])[0]).toContain(
      '2 of 90 completed; the API lists 1 of them · $1 of 1 run with a cost',
    );
  });

  test.each<[string, Partial<RunGroup>]>([
    ['at all', { total_runs: 0, completed_runs: 0 }],
    ['when they are completed', { total_runs: 2, completed_runs: 0 }],
  ])('whose runs the API does not count %s, is not said to have completed none', (_, counts) => {
    const [line] = group(counts, [{}, {}]);
    expect(line).toContain('The API doesn’t say how many are completed');
    expect(line).not.toMatch(/0 of|░/);
  });

  test.each([
    [39, 40, '▓▓▓▓▓▓▓▓▓░'],
    [40, 40, '▓▓▓▓▓▓▓▓▓▓'],
    [50, 40, '▓▓▓▓▓▓▓▓▓▓'],
    [0, 40, '░░░░░░░░░░'],
  ])('with %i of %i completed has a bar that is full only at the end', (completed_runs, total_runs, bar) => {
    expect(group({ completed_runs, total_runs }, [])[0]).toContain(
      `${bar} ${completed_runs} of ${total_runs}`,
    );
  });

  test('leads to each of its runs', () => {
    const listed = { shown: [RUN, RUN], figures: runFigures([RUN, RUN]) };
    expect(buttonsOf(draw(runGroupAnswer(ACME, GROUP, listed, NAMELESS)).blocks)).toEqual(['Open', 'Open']);
  });
});

describe('a prompt run', () => {
  test('that failed says so, and what the API says of it, harmless and short', () => {
    const { blocks, text } = one({ status: 'FAILED', error: `<!channel> ${'quota '.repeat(100)}` });
    const words = wordsOf(blocks).join('\n');
    expect(words).toMatch(/\nfailed\nerror: &lt;!channel&gt; quota [^\n]{100,200}…\n/);
    expect(text).toContain('error: &lt;!channel&gt; quota');
  });

  test.each([
    ['in_progress', 'running'],
    ['Succeeded', 'completed'],
    ['queued', 'waiting'],
    ['throttled_by_vendor', 'throttled_by_vendor'],
    ['', 'no status given'],
  ])('of status “%s” is %s', (status, words) => {
    expect(wordsOf(one({ status }).blocks)[1]).toBe(words);
  });

  test('leads to its run group, where it has one', () => {
    expect(buttonsOf(one({ run_group_id: ID }).blocks)).toEqual(['Whole run']);
    expect(buttonsOf(one({ run_group_id: null }).blocks)).toEqual([]);
  });
});

test.each([
  ['failed', null, 1],
  ['timed-out', null, 1],
  ['throttled', 'no quota', 1],
  ['throttled', null, 0],
  // It was tried again, and came through.
  ['completed', 'first try failed', 0],
])('a run of status “%s” with the error “%s” counts %i times as failed', (status, error, failed) => {
  expect(runFigures([{ ...RUN, status, error }]).failed).toBe(failed);
});
