/** Runs and run groups: what failed and why, and how far a group is. */
import { describe, expect, test } from 'vitest';
import { promptRunAnswer, runGroupAnswer } from '../../../src/messages/prompts/runs.ts';
import { draw } from '../../../src/slack/draw.ts';
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
  const page = runGroupAnswer(ACME, { run_group: { ...GROUP, ...change }, prompt_runs: all }, all, NAMELESS);
  return [shownOf(page), heardOf(page)].map((words) => clocksRead(words.slice(1, 3).join(' · ')));
}

const one = (change: Partial<PromptRun>) =>
  draw(promptRunAnswer(ACME, { prompt_run: { ...RUN, ...change }, response: null }, NAMELESS));

describe('a run group', () => {
  test('says how far it is and how many failed, by their status or by their error', () => {
    const line = '2 of 7 completed · 3 failed · nightly · running · created Thu 19 Nov, 08:00 UTC';
    const runs = [
      { status: 'failed', error: 'no answer' },
      { status: 'timed-out' },
      { status: 'throttled', error: 'no quota' },
      { status: 'throttled' },
      // It was tried again, and came through.
      { error: 'first try failed' },
      { status: 'scheduled' },
      {},
    ];
    expect(group({ total_runs: 7 }, runs)).toEqual([line, line]);
  });

  test('of which the API lists a part says so', () => {
    expect(group({ total_runs: 90 }, [{}])[0]).toContain('2 of 90 completed; the API lists 1 of them');
  });

  test.each<[string, Partial<RunGroup>]>([
    ['at all', { total_runs: 0, completed_runs: 0 }],
    ['when they are completed', { total_runs: 2, completed_runs: 0 }],
  ])('whose runs the API does not count %s, is not said to have completed none', (_, counts) => {
    const [line] = group(counts, [{}, {}]);
    expect(line).toContain('The API doesn’t say how many are completed');
    expect(line).not.toMatch(/0 of/);
  });

  test('leads to each of its runs', () => {
    const page = runGroupAnswer(ACME, { run_group: GROUP, prompt_runs: [] }, [RUN, RUN], NAMELESS);
    expect(buttonsOf(draw(page).blocks)).toEqual(['Open', 'Open']);
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
