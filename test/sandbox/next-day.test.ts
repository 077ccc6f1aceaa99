/** "Next day" with the bot: posts due in the afternoon come that afternoon, and the next morning's at nine. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallTime } from '../../src/sandbox/workspace/page/dates.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';

let journey: Journey;

beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map(({ id, name }) => {
      const [channel, schedule] = name === 'Acme' ? [ACME.leads, '16:00'] : [TIDEWATER.channel, '9:00'];
      return { id, name, leads: { channel, schedule: `every day at ${schedule}` } };
    }),
  }));
  journey = await startJourney({ projects });
  await journey.pass({ minutes: 2 });
});

afterAll(() => journey?.end());

const wall = (ms: number) => wallTime(ms, 'Europe/Berlin');
const digestTimes = async (channel: string) =>
  postsOf(await journey.slack.history(channel), 'lead_digest').map(({ ts }) => wall(Number(ts) * 1_000));

test('Wednesday moves on to Thursday at nine without skipping a post', async () => {
  expect(await journey.slack.control(ANA, '/next-day', {})).toEqual({ ok: true });
  expect(wall(await journey.now())).toBe('2026-03-12T09:00');
  expect(onlyOne(await digestTimes(ACME.leads))).toBe('2026-03-11T17:00');
  expect((await digestTimes(TIDEWATER.channel)).at(-1)).toBe('2026-03-12T09:00');
});
