import { describe, expect, it } from 'vitest';
import {
  readSuggestionState,
  readSuggestionStates,
  recordEnd,
  recordWrite,
  reopenSuggestion,
  settleSuggestion,
} from '../../src/store/suggestions.ts';
import { ENGINES } from '../support/store-engines.ts';
import { NINE, TEAM } from '../support/store-opened.ts';

const KEY = { team: TEAM, projectId: 'acme', suggestionId: 's9' };
const ANA = { status: 'accepted', by: 'U0ANA', at: NINE, written: 'waiting' } as const;
const BEN = { status: 'dismissed', by: 'U0BEN', at: NINE + 1, written: 'off' } as const;

describe.each(ENGINES)('a suggestion ($name)', ({ openedStore }) => {
  it('that nobody touched has no state', async () => {
    const { db } = await openedStore();
    expect(await readSuggestionState(db, KEY)).toBeUndefined();
  });

  it('goes to the first of two people who decide at once', async () => {
    const { db } = await openedStore();
    const taken = await Promise.all([settleSuggestion(db, KEY, ANA), settleSuggestion(db, KEY, BEN)]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await readSuggestionState(db, KEY)).toEqual(taken[0] ? ANA : BEN);
  });

  it('that is settled stays as the first person left it', async () => {
    const { db } = await openedStore();
    expect(await settleSuggestion(db, KEY, ANA)).toBe(true);
    expect(await settleSuggestion(db, KEY, BEN)).toBe(false);
    expect(await readSuggestionState(db, KEY)).toEqual(ANA);
  });

  it('of another project or workspace is another one', async () => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, ANA);
    expect(await settleSuggestion(db, { ...KEY, projectId: 'globex' }, BEN)).toBe(true);
    expect(await settleSuggestion(db, { ...KEY, team: 'T0OTHER' }, BEN)).toBe(true);
    expect(await readSuggestionState(db, KEY)).toEqual(ANA);
  });

  it('tells what the API said to the decision', async () => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, ANA);
    await recordWrite(db, KEY, { written: 'failed', api_status: 500 });
    expect(await readSuggestionState(db, KEY)).toEqual({ ...ANA, written: 'failed', apiStatus: 500 });
    await recordWrite(db, KEY, { written: 'confirmed' });
    expect(await readSuggestionState(db, KEY)).toMatchObject({ written: 'confirmed' });
  });
});

describe.each(ENGINES)('taking a decision back ($name)', ({ openedStore }) => {
  it('of a mark that changed nothing in the dashboard opens the suggestion again, for anybody', async () => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, BEN);
    expect(await reopenSuggestion(db, KEY)).toBe(true);
    expect(await readSuggestionState(db, KEY)).toEqual({ status: 'open' });
    expect(await settleSuggestion(db, KEY, ANA)).toBe(true);
    expect(await readSuggestionState(db, KEY)).toEqual(ANA);
  });

  it.each([
    ['after the API refused', { written: 'failed', api_status: 500 }],
    ['where nothing was sent to the API', { written: 'unsent' }],
  ] as const)('works also %s, and forgets what it said', async (_, outcome) => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, ANA);
    await recordWrite(db, KEY, outcome);
    expect(await reopenSuggestion(db, KEY)).toBe(true);
    expect(await readSuggestionState(db, KEY)).toEqual({ status: 'open' });
  });

  it.each(['waiting', 'confirmed'] as const)('is refused while the decision is %s', async (written) => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, ANA);
    await recordWrite(db, KEY, { written });
    expect(await reopenSuggestion(db, KEY)).toBe(false);
    expect(await readSuggestionState(db, KEY)).toMatchObject({ status: 'accepted', written });
  });

  it('happens once, of two people who do it at once', async () => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, BEN);
    const undone = await Promise.all([reopenSuggestion(db, KEY), reopenSuggestion(db, KEY)]);
    expect(undone.filter(Boolean)).toHaveLength(1);
  });

  it('is refused where nobody decided', async () => {
    const { db } = await openedStore();
    expect(await reopenSuggestion(db, KEY)).toBe(false);
  });
});

describe.each(ENGINES)('what the API says of its end ($name)', ({ openedStore }) => {
  it('confirms what somebody decided, once', async () => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, BEN);
    const ends = await Promise.all([1, 2].map(() => recordEnd(db, KEY, { status: 'dismissed' })));
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await readSuggestionState(db, KEY)).toMatchObject({
      by: BEN.by,
      at: BEN.at,
      written: 'confirmed',
    });
    expect(await reopenSuggestion(db, KEY)).toBe(false);
  });

  it('is kept where nobody decided here, once, and is nobody’s', async () => {
    const { db } = await openedStore();
    const end = { status: 'accepted', at: NINE - 5 } as const;
    expect(await recordEnd(db, KEY, end)).toBe(true);
    expect(await recordEnd(db, KEY, end)).toBe(false);
    expect(await readSuggestionState(db, KEY)).toEqual(end);
    expect(await readSuggestionStates(db, TEAM, 'acme')).toEqual(new Map([['s9', end]]));
    expect(await readSuggestionStates(db, TEAM, 'globex')).toEqual(new Map());
  });

  it('takes the place of what somebody decided otherwise', async () => {
    const { db } = await openedStore();
    await settleSuggestion(db, KEY, BEN);
    expect(await recordEnd(db, KEY, { status: 'accepted' })).toBe(true);
    expect(await readSuggestionState(db, KEY)).toEqual({ status: 'accepted' });
  });

  it('can be taken by a person where the API has opened it again', async () => {
    const { db } = await openedStore();
    await recordEnd(db, KEY, { status: 'dismissed', at: NINE - 5 });
    expect(await settleSuggestion(db, KEY, ANA)).toBe(true);
    expect(await readSuggestionState(db, KEY)).toEqual(ANA);
  });
});
