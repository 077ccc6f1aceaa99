/** Which rival gained: by shares of answers, never by a part of the days, and never more sure than chance allows. */
import { expect, test } from 'vitest';
import { daysBefore } from '../../src/rules/calendar.ts';
import type { NamedDay } from '../../src/rules/named-days.ts';
import { compareFirsts, compareMentions } from '../../src/rules/tools-named.ts';
import type { Mention } from '../../src/visibility/contract.ts';

const TODAY = '2026-11-25';
const day = (back: number) => daysBefore(TODAY, back);

let ids = 0;
/** So many answers of a day, of which some name each tool. */
function answers(date: string, of: number, times: Record<string, number>): Mention[] {
  const responses = Array.from({ length: of }, () => `r${ids++}`);
  return Object.entries({ Acme: of, ...times }).flatMap(([entity_name, many]) =>
    responses.slice(0, many).map((response_id) => ({
      id: `m${ids++}`,
      response_id,
      entity_name,
      entity_type: entity_name === 'Acme' ? 'own' : 'competitor',
      matched_term: null,
      rank_position: null,
      sentiment: null,
      description: null,
      confidence: null,
      created_at: `${date}T10:00:00Z`,
    })),
  );
}

/** A week in which Globex is named in 80 of 100 answers, after one with 40; Initech always in half of them. */
const WEEKS = Array.from({ length: 15 }, (_, i) => i + 1).flatMap((back) =>
  answers(day(back), 20, { Globex: back <= 7 ? 16 : 8, Initech: 10 }),
);

test('tells the shares of both spans, and which move is beyond chance', () => {
  const moved = compareMentions(WEEKS, 'Acme', { today: TODAY });
  expect(moved).toMatchObject({
    by: 'named',
    now: { from: day(7), to: day(1), answers: 140 },
    before: { from: day(14), to: day(8), answers: 140 },
  });
  expect(moved?.tools.map(({ name, now, before, isBeyond }) => [name, now, before, isBeyond])).toEqual([
    ['Globex', 0.8, 0.4, true],
    ['Acme', 1, 1, false],
    ['Initech', 0.5, 0.5, false],
  ]);
});

test('a list that does not reach back beyond the earlier days tells nothing of asked days, and less of none', () => {
  const short = WEEKS.filter(({ created_at }) => created_at >= day(6));
  expect(compareMentions(short, 'Acme', { from: day(7), to: day(1), today: TODAY })).toBeUndefined();
  expect(compareMentions(short, 'Acme', { today: TODAY })?.now).toMatchObject({ from: day(2), to: day(1) });
  expect(compareMentions([], 'Acme', { today: TODAY })).toBeUndefined();
});

test('only the answers that are meant count', () => {
  const of = new Set(
    WEEKS.filter(({ entity_name }) => entity_name === 'Initech').map((one) => one.response_id),
  );
  const { tools = [] } = compareMentions(WEEKS, 'Acme', { today: TODAY }, of) ?? {};
  expect(tools.find(({ name }) => name === 'Initech')).toMatchObject({ now: 1, before: 1 });
});

test('days that were kept tell who is named first, where none of them is missing', () => {
  const kept = Array.from({ length: 20 }, (_, i): NamedDay => {
    const first = i + 1 <= 7 ? 60 : 20;
    return { day: day(i + 1), ranked: 100, own: 30, rivals: [{ name: 'Globex', first }] };
  });
  const asked = { from: day(7), to: day(1), today: TODAY };
  expect(compareFirsts(kept, 'Acme', asked)?.tools[0]).toEqual({
    ...{ name: 'Globex', isOwn: false, now: 0.6, before: 0.2, isBeyond: true },
  });
  expect(compareFirsts(kept.toSpliced(9, 1), 'Acme', asked)).toBeUndefined();
});

test('a rival that answers spell in two ways is one rival', () => {
  const kept = Array.from({ length: 14 }, (_, i): NamedDay => {
    const name = i % 2 === 0 ? 'Globex Cloud' : 'GlobexCloud';
    return { day: day(i + 1), ranked: 100, own: 30, rivals: [{ name, first: 40 }] };
  });
  const moved = compareFirsts(kept, 'Acme', { from: day(7), to: day(1), today: TODAY });
  expect(moved?.tools.map(({ now, before }) => [now, before])).toEqual([
    [0.3, 0.3],
    [0.4, 0.4],
  ]);
});
