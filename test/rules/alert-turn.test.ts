/** A change the other way is an alert of its own: nothing hides in the message about a rise that has ended in a fall. */
import { describe, expect, test } from 'vitest';
import { type AlertState, type ChangeAlert, SURENESS } from '../../src/decision.ts';
import { decideAlerts } from '../../src/rules/alert-decide.ts';
import { ACME, DAY, dailyScore, daysAgo, FRIDAY } from './cast.ts';
import { noise } from './score-days.ts';

const QUIET_DAYS = 50;

type Days = { score: number; byEngine?: Readonly<Record<string, number>> };

/** What the channel is told of these days, polled every morning. */
function tellMornings(days: readonly Days[]): ChangeAlert[] {
  const kept = new Map<string, AlertState>();
  const rows = days.map(({ score, byEngine = {} }, i) => {
    const date = daysAgo(days.length - 1 - i);
    const engines = Object.entries(byEngine).map(([engine, its]) =>
      dailyScore({ date, engine, engineId: engine, score: its }),
    );
    return [dailyScore({ date, score }), ...engines];
  });
  for (let polled = QUIET_DAYS; polled <= days.length; polled += 1) {
    const now = FRIDAY - (days.length - polled) * DAY;
    const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
    const decided = decideAlerts({ rows: rows.slice(0, polled).flat() }, feed, [...kept.values()], now);
    if ('kind' in decided) continue;
    for (const state of decided) kept.set(state.key, JSON.parse(JSON.stringify(state)));
  }
  return [...kept.values()].filter((state): state is ChangeAlert => state.type === 'change');
}

const inShort = ({ status, lead, day }: ChangeAlert) =>
  `${lead.scope.engine?.name ?? 'all'} ${lead.delta > 0 ? 'up' : 'down'} ${status} ${day}`;

/** Four engines around 60, one of which goes its own way. */
function withClaude(claude: readonly number[], sigma = 1): Days[] {
  const others = [1, 2, 3].map((seed) => noise(seed, claude.length, 60, sigma));
  return claude.map((its, i) => {
    const byEngine = {
      Claude: its,
      ...Object.fromEntries(others.map((all, k) => [`Other ${k}`, all[i] ?? 0])),
    };
    const all = Object.values(byEngine);
    return { score: all.reduce((sum, one) => sum + one, 0) / all.length, byEngine };
  });
}

describe('after a rise that is still open', () => {
  const risen = [...noise(4, QUIET_DAYS, 60, 1), 75, 76, 75, 76];

  test('a fall far below where it began ends it on the day before, and is an alert of its own', () => {
    const [rise, fall, ...more] = tellMornings([...risen, 45, 44, 45].map((score) => ({ score })));
    expect(more).toEqual([]);
    expect(rise && inShort(rise)).toBe(`all up reversed ${daysAgo(3)}`);
    expect(fall && inShort(fall)).toBe(`all down open ${daysAgo(0)}`);
    expect(fall).toMatchObject({ openedOn: daysAgo(2), lead: { changedOn: daysAgo(2) } });
  });

  test('a return to where it began is none', () => {
    const told = tellMornings([...risen, 60, 61, 60].map((score) => ({ score })));
    expect(told.map(inShort)).toEqual([`all up recovered ${daysAgo(1)}`]);
  });
});

test('a fall of the whole doesn’t hide in the alert about an engine’s rise', () => {
  const claude = [...noise(5, QUIET_DAYS, 60, 1), 84, 83, 84, 85, 30, 28, 29];
  const told = tellMornings(withClaude(claude));
  expect(told.map(({ lead }) => Math.sign(lead.delta))).toEqual([1, -1]);
  expect(told.map(({ status }) => status)).toEqual(['reversed', 'open']);
});

test('how unusual an engine was isn’t said of the whole that follows it', () => {
  const claude = [...noise(6, QUIET_DAYS, 60, 1), 78, 84, 86];
  const told = tellMornings(withClaude(claude, 3.6));
  expect(told.map(inShort)).toEqual([`all up open ${daysAgo(0)}`]);
  expect(told[0]?.sureness).not.toBe(SURENESS[0]?.phrase);
});

test('an engine’s alert isn’t handed to the whole on a day on which the whole is nearly back', () => {
  const whole = [...noise(10, QUIET_DAYS, 60, 2.3), 54.9, 54.9, 54.9, 54.9, 54.9, 55.5, 58.2];
  const claude = [...noise(30, QUIET_DAYS, 60, 1), 36, 36, 36, 36, 36, 45, 50];
  const told = tellMornings(whole.map((score, i) => ({ score, byEngine: { Claude: claude[i] ?? 0 } })));
  expect(told.map(inShort)).toEqual([`Claude down open ${daysAgo(0)}`]);
});
