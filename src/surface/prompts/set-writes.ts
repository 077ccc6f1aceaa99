/** What the audit says of the sets that people wrote: the figures of the API tell of one only when a day is over. */
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import { brief } from '../../messages/lengths.ts';
import { lasting } from '../../messages/times.ts';
import { lastWrites } from '../../store/audit.ts';
import { nameOf } from '../named.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

/**
 * A set as somebody wrote it. `before` is what the API spoke of when it was written, missing where that was nothing; under_way: the API has not answered
 * yet; unclear: it never did, and may have set it all the same.
 */
export type SetWrite = {
  request: string;
  person: string;
  at: number;
  names: string;
  ids: readonly string[];
  before: readonly string[] | undefined;
  state: 'set' | 'under_way' | 'unclear';
};

/**
 * `last`: what was written last and is under way no more. `ids`: all that were written shortly before that, or since, so
 * that the API may begin to speak of them.
 */
export type SetWrites = {
  underWay: SetWrite | undefined;
  last: SetWrite | undefined;
  ids: ReadonlySet<string>;
};

/** Longer than the API is waited for: whoever wrote before that will never know. */
const UNDER_WAY_MS = MINUTE_MS;

/** Figures of a set may come so long after it was written. */
const SPOKEN_OF_MS = 3 * DAY_MS;

/** Without what the asker's own click writes. */
export async function setWrites(
  action: string,
  projectId: string,
  { id: except, installation: { team } }: Pick<Asker, 'id' | 'installation'>,
  { db, clock }: Pick<SurfaceDeps, 'db' | 'clock'>,
): Promise<SetWrites> {
  const rows = await lastWrites(db, team, { action, projectId, except });
  const now = clock.now();
  const writes = rows.flatMap(({ request, person, at, subject: names, state, data: { set } }): SetWrite[] => {
    if (!set) return [];
    const isUnderWay = state === 'begun' && now - at < UNDER_WAY_MS;
    const { ids, before } = set;
    const fate = isUnderWay ? 'under_way' : state === 'done' ? 'set' : 'unclear';
    return [{ request, person, at, names, ids, before, state: fate }];
  });
  const last = writes.find(({ state }) => state !== 'under_way');
  const lately = writes.filter(({ at }) => last && last.at - at < SPOKEN_OF_MS);
  return {
    underWay: writes.find(({ state }) => state === 'under_way'),
    last,
    ids: new Set(lately.flatMap(({ ids }) => ids)),
  };
}

/** @throws Refused while somebody else sets them: what will be tracked then, nobody knows yet. */
export async function requireNoneUnderWay(
  { underWay }: SetWrites,
  kind: string,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<void> {
  if (!underWay) return;
  const who = await nameOf(underWay.person, asker, deps);
  const names = brief(underWay.names, 'title');
  throw new Refused({
    sentence: `${who} ${who === 'You' ? 'are' : 'is'} setting the tracked ${kind} to ${names} right now. Nothing was set. Open the form again in a minute.`,
    example: `/visibility ${kind}`,
  });
}

/** "Ana set the tracked engines to Gemini 5 min ago.", and that it may not count where the API never answered. */
export async function writeInWords(
  { person, names, at, state }: SetWrite,
  kind: string,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<string> {
  const who = await nameOf(person, asker, deps);
  const when = `${lasting(deps.clock.now() - at)} ago`;
  const doubt = state === 'unclear' ? ' The API never answered that, so it may not count.' : '';
  return `${who} set the tracked ${kind} to ${brief(names, 'title')} ${when}.${doubt}`;
}
