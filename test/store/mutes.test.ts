import { describe, expect, it } from 'vitest';
import {
  answerMute,
  readMuteAnswers,
  readMutedPlaces,
  readMutedPlacesPerFeed,
  readMuteState,
  undoMute,
} from '../../src/store/mutes.ts';
import { ENGINES } from '../support/store-engines.ts';
import { NINE, TEAM } from '../support/store-opened.ts';

const FEED = 'leads:acme';
const KEY = { team: TEAM, subscription: FEED, place_key: 'memes', round: 0 };
const ANA = { place: 'r/memes', state: 'muted', by: 'U0ANA', at: NINE } as const;
const BEN = { place: 'r/memes', state: 'declined', by: 'U0BEN', at: NINE + 1 } as const;
const shown = ({ state, by, at }: typeof ANA | typeof BEN) => ({ state, by, at });

describe.each(ENGINES)('a proposal to mute ($name)', ({ openedStore }) => {
  it('that nobody answered has no state, and mutes nothing', async () => {
    const { db } = await openedStore();
    expect(await readMuteState(db, KEY)).toBeUndefined();
    expect(await readMutedPlaces(db, TEAM, FEED)).toEqual([]);
  });

  it('mutes the place in its feed alone, under the name that people know', async () => {
    const { db } = await openedStore();
    expect(await answerMute(db, KEY, ANA)).toBe(true);
    expect(await readMuteState(db, KEY)).toEqual(shown(ANA));
    expect(await readMutedPlaces(db, TEAM, FEED)).toEqual(['r/memes']);
    expect(await readMutedPlaces(db, TEAM, 'leads:globex')).toEqual([]);
    expect(await readMutedPlaces(db, 'T0OTHER', FEED)).toEqual([]);
    expect(await readMutedPlacesPerFeed(db, TEAM)).toEqual(new Map([[FEED, ['r/memes']]]));
    expect(await readMutedPlacesPerFeed(db, 'T0OTHER')).toEqual(new Map());
  });

  it('goes to one of two people who mute at once', async () => {
    const { db } = await openedStore();
    const answers = await Promise.all([
      answerMute(db, KEY, ANA),
      answerMute(db, KEY, { ...ANA, by: 'U0BEN' }),
    ]);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('that is muted cannot be declined; one that was declined can still be muted', async () => {
    const { db } = await openedStore();
    expect(await answerMute(db, KEY, BEN)).toBe(true);
    expect(await answerMute(db, KEY, BEN)).toBe(false);
    expect(await readMutedPlaces(db, TEAM, FEED)).toEqual([]);
    expect(await answerMute(db, KEY, ANA)).toBe(true);
    expect(await answerMute(db, KEY, BEN)).toBe(false);
    expect(await readMuteState(db, KEY)).toEqual(shown(ANA));
  });
});

describe.each(ENGINES)('a mute ($name)', ({ openedStore }) => {
  it('is undone once, and can come back', async () => {
    const { db } = await openedStore();
    await answerMute(db, KEY, ANA);
    const undone = { by: 'U0BEN', at: NINE + 2 };
    const twice = await Promise.all([undoMute(db, KEY, undone), undoMute(db, KEY, undone)]);
    expect(twice.filter(Boolean)).toHaveLength(1);
    expect(await readMutedPlaces(db, TEAM, FEED)).toEqual([]);
    expect(await readMuteState(db, KEY)).toEqual({ state: 'undone', ...undone });
    expect(await answerMute(db, KEY, ANA)).toBe(true);
    expect(await readMutedPlaces(db, TEAM, FEED)).toEqual(['r/memes']);
  });

  it('that never was cannot be undone', async () => {
    const { db } = await openedStore();
    expect(await undoMute(db, KEY, { by: 'U0BEN', at: NINE })).toBe(false);
    await answerMute(db, KEY, BEN);
    expect(await undoMute(db, KEY, { by: 'U0BEN', at: NINE })).toBe(false);
  });

  it('of a later round stands beside the earlier answers, the latest first', async () => {
    const { db } = await openedStore();
    await answerMute(db, KEY, BEN);
    await answerMute(db, { ...KEY, round: BEN.at }, { ...ANA, at: NINE + 3 });
    expect(await readMuteAnswers(db, TEAM, FEED)).toMatchObject([
      { place: 'r/memes', round: BEN.at, state: 'muted', by: 'U0ANA', at: NINE + 3 },
      { place: 'r/memes', round: 0, state: 'declined', by: 'U0BEN', at: NINE + 1 },
    ]);
    expect(await readMuteState(db, KEY)).toEqual(shown(BEN));
  });
});
