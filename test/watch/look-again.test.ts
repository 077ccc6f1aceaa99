import { expect, it } from 'vitest';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { extraCause } from '../../src/rules/trouble.ts';
import { noteTrouble, readOpenTroubles } from '../../src/store/troubles.ts';
import { createTroubles } from '../../src/watch/troubles.ts';
import { CHANNEL, HOUR, NINE, openedStore, TEAM } from '../support/store-opened.ts';
import { apiWith } from '../support/watch-over.ts';
import { clientOf } from '../visibility/api.ts';

const idOf = (i: number) => `6f0c2b1e-4d5a-4c8e-9b7f-${String(i).padStart(12, '0')}`;

/** So many projects, each with feeds of two kinds; `looked` counts how many feeds were compared with troubles. */
async function projectsOf(many: number) {
  const { db } = await openedStore();
  const feed = `{ channel: ${CHANNEL}, schedule: every day at 9:00 }`;
  const named = Array.from(
    { length: many },
    (_, i) => `{ id: ${idOf(i)}, name: P${i}, leads: ${feed}, scores: ${feed} }`,
  );
  const projects = parseProjects(`projects: [${named.join(', ')}]`, 'projects.yml');
  const api = await clientOf(apiWith({}));
  let looked = 0;
  const keyNameOf = () => {
    looked += 1;
    return 'KEY';
  };
  const onFault = (error: unknown) => expect.fail(String(error));
  const looking = createTroubles({ db, projects: () => projects, keyNameOf, onFault });
  const tick = async () => {
    looking.lookAgain(TEAM, feedsOf(projects), () => api.client, NINE + HOUR);
    await looking.stop();
  };
  const lookWith = (key: string) =>
    looking.lookNow(TEAM, feedsOf(projects), () => api.open(key), NINE + HOUR);
  return { db, api, tick, lookWith, looked: () => looked };
}

it('asks nothing because of what posts do without, however many projects lack it', async () => {
  const { db, api, tick, looked } = await projectsOf(50);
  for (let i = 0; i < 50; i += 1)
    await noteTrouble(db, TEAM, { cause: extraCause(idOf(i), 'warmLeads'), reason: 'unreachable' }, NINE);
  await tick();
  expect([api.asked.length, looked()]).toEqual([0, 0]);
});

it('asks once for each project that a trouble hits', async () => {
  const { db, api, tick } = await projectsOf(20);
  for (const i of [17, 19])
    await noteTrouble(db, TEAM, { cause: `project_unknown:${idOf(i)}`, reason: 'project_unknown' }, NINE);
  await tick();
  expect(api.asked.map(({ url }) => url.match(/projects\/([\w-]+)/)?.[1]).toSorted()).toEqual(
    [17, 19].map(idOf),
  );
});

it.each(['', 'two words'])('finds a project whose key is %j refused, without a call', async (key) => {
  const { db, api, lookWith } = await projectsOf(1);
  await lookWith(key);
  expect(api.asked).toHaveLength(0);
  expect(await readOpenTroubles(db, TEAM)).toMatchObject([{ reason: 'key_refused' }]);
});
