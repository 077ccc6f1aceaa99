import { describe, expect, it } from 'vitest';
import { type AcceptedPost, type DecidedRow, tallyOf } from './tally.ts';

const CHANNEL = 'C0ACME';

/** A row that was sent under the `ts` that is its id. */
const row = (id: string, seq: number, given: Partial<DecidedRow> = {}): DecidedRow => ({
  id,
  channel: CHANNEL,
  seq,
  state: 'sent',
  ts: id,
  leads: [],
  ...given,
});
/** Where no lead matters. */
const judged = (decided: readonly DecidedRow[], accepted: readonly AcceptedPost[]) =>
  tallyOf({ decided, accepted, known: [], news: [] });
const post = (deliveryId: string, ts = deliveryId, channel = CHANNEL) => ({ deliveryId, channel, ts });

describe('the judge of the crash bench', () => {
  it('has nothing to say where everything was posted once and in order', () => {
    const decided = [row('a', 1), row('b', 2), row('c', 1, { channel: 'C0OTHER' })];
    expect(judged(decided, [post('a'), post('c', 'c', 'C0OTHER'), post('b')])).toEqual({
      decided: 3,
      posted: 3,
      lost: 0,
      doubled: 0,
      outOfOrder: 0,
      mistaken: 0,
      leads: 0,
      leadsLost: 0,
      leadsDoubled: 0,
      faults: [],
    });
  });

  it('calls lost what Slack never had, what still waits, and what was given up although Slack has it', () => {
    const decided = [
      row('never', 1),
      row('waits', 2, { state: 'queued', ts: null }),
      row('given-up', 3, { state: 'failed', ts: null }),
    ];
    const { lost, posted, faults } = judged(decided, [post('given-up')]);
    expect({ lost, posted, faults: faults.length }).toEqual({ lost: 3, posted: 1, faults: 3 });
  });

  it('counts a delivery that Slack has three times as one that is doubled', () => {
    const { posted, doubled, mistaken } = judged([row('a', 1)], [post('a', '1'), post('a'), post('a', '3')]);
    expect({ posted, doubled, mistaken }).toEqual({ posted: 1, doubled: 1, mistaken: 0 });
  });

  it('counts what comes after a later decision, by its first post alone', () => {
    const decided = [row('a', 1), row('b', 2), row('c', 3)];
    expect(judged(decided, [post('b'), post('a'), post('c')]).outOfOrder).toBe(1);
    expect(judged(decided, [post('a'), post('b'), post('a', 'again'), post('c')]).outOfOrder).toBe(0);
  });

  it('tells a post that nobody decided, and one that is recorded as another message', () => {
    const decided = [row('a', 1, { ts: 'not-its-own' })];
    const { mistaken, faults } = judged(decided, [post('a'), post('stranger')]);
    expect(mistaken).toBe(2);
    expect(faults).toEqual([expect.stringContaining('a (C0ACME'), expect.stringContaining('stranger')]);
  });

  it('misses a lead that its channel does not know, or knows from a delivery that does not bring it', () => {
    const decided = [row('a', 1, { leads: ['shown'] }), row('b', 2)];
    const known = [
      { key: 'shown', deliveryId: 'a' },
      { key: 'counted', deliveryId: null },
      { key: 'not-there', deliveryId: 'b' },
      { key: 'of-no-row', deliveryId: 'rolled back' },
    ];
    const news = [...known.map(({ key }) => key), 'unknown'];
    const { leadsLost, faults } = tallyOf({ decided, known, news, accepted: [post('a'), post('b')] });
    expect({ leadsLost, faults }).toEqual({
      leadsLost: 3,
      faults: ['lead lost: not-there', 'lead lost: of-no-row', 'lead lost: unknown'],
    });
  });

  it('finds a lead that is brought as new twice', () => {
    const decided = [row('a', 1, { leads: ['x', 'y'] }), row('b', 2, { leads: ['y'] })];
    expect(judged(decided, [post('a'), post('b')]).faults).toEqual(['lead brought as new twice: y']);
  });
});
