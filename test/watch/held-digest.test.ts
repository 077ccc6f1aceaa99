/** A list that came back as new at once: from being held to the digest after somebody resumed the feed. */
import { expect, it } from 'vitest';
import { preview } from '../../src/messages/feeds/feed-list.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { resume } from '../../src/outbox/queue.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { feedsOf } from '../../src/projects/projects.ts';
import { previewFeed } from '../../src/watch/preview.ts';
import { STANDING } from '../messages/cast.ts';
import { clocksRead, drawn, wordsOf } from '../messages/reading.ts';
import { keptLog } from '../support/log-kept.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';
import { apiWith, DAY, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

const ANEW = 'list resumed, its best 10 leads';

const listOf = (ids: string) =>
  json(Array.from({ length: 12 }, (_, i) => ({ id: `${ids}${i}`, title: `${ids} ${i}` })));

/** The channel had its first digest at nine; a day later the whole list comes under other ids, and is held. */
async function heldFeed() {
  let list = listOf('first');
  const watched = await watchOver(apiWith({ '/leads': (...asked) => list(...asked) }));
  const { db, api, projects, tickAt, slotsCome, queued } = watched;
  await tickAt(NINE);
  await slotsCome({ state: 'done' });
  list = listOf('again');
  await tickAt(NINE + DAY);
  await slotsCome({ state: 'done' }, { state: 'done' });
  const [feed = expect.fail('there is no feed')] = feedsOf(projects);
  return {
    ...watched,
    resumeAt: (now: number) => resume(db, TEAM, feed.id, now),
    latest: async () => (await queued()).at(-1)?.decision,
    previewAt: async (now: number) => {
      const { messages, paused } = await previewFeed(
        {
          db,
          visibilityOf: () => api.client,
          standingOf: (team, decision) =>
            readStanding(db, team, decision, projects, {
              channel: CHANNEL,
              isMember: async () => true,
            }),
          log: keptLog().log,
        },
        TEAM,
        feed,
        now,
      );
      return drawn(preview(messages[0] ?? expect.fail('nothing is previewed'), 'leads', true, paused));
    },
  };
}

it('it is held, and then shown anew once: not as the first digest, which the channel had long ago', async () => {
  const { tickAt, slotsCome, queued, resumeAt, latest } = await heldFeed();
  expect((await queued()).map(({ kind }) => kind)).toEqual(['lead_digest', 'feed_paused', 'digest_held']);
  expect((await queued())[0]).toMatchObject({ decision: { first: true } });
  expect(render((await queued())[0]?.decision, STANDING).text).toMatch(/^Acme: your first 10 leads\b/);

  await resumeAt(NINE + DAY + HOUR);
  await tickAt(NINE + DAY + HOUR);
  await slotsCome({ state: 'done' }, { state: 'done', opened_at: NINE + DAY + HOUR });
  const { text, blocks } = render(await latest(), STANDING);
  expect(wordsOf(blocks)[0]).toContain(ANEW);
  expect(text).toMatch(new RegExp(`^Acme: ${ANEW}`));
});

it('the digest after that is one as any other', async () => {
  const { tickAt, slotsCome, resumeAt, queued } = await heldFeed();
  await resumeAt(NINE + DAY + HOUR);
  await tickAt(NINE + DAY + HOUR);
  await slotsCome({ state: 'done' }, { state: 'done', opened_at: NINE + DAY + HOUR });
  await tickAt(NINE + 2 * DAY);
  await slotsCome({ state: 'done' }, { state: 'done' }, { state: 'done' });
  const digests = (await queued()).flatMap(({ decision }) =>
    decision.first === undefined ? [] : [decision],
  );
  expect(digests.slice(2).filter(({ first, anew }) => first || anew)).toEqual([]);
});

it('a preview shows what resuming would bring, while the feed stands and after that, and takes nothing from it', async () => {
  const { tickAt, slotsCome, latest, resumeAt, previewAt } = await heldFeed();
  const held = await previewAt(NINE + DAY + HOUR);
  expect(held.text).toContain(ANEW);
  expect(clocksRead(wordsOf(held.blocks).join('\n'))).toMatch(/Paused since .*, because /);
  await resumeAt(NINE + DAY + HOUR);
  const resumed = await previewAt(NINE + DAY + HOUR);
  expect(wordsOf(resumed.blocks).join('\n')).toContain(ANEW);
  expect(resumed.text).toContain(ANEW);
  await tickAt(NINE + DAY + HOUR);
  await slotsCome({ state: 'done' }, { state: 'done', opened_at: NINE + DAY + HOUR });
  expect(render(await latest(), STANDING).text).toContain(ANEW);
});
