/** A bot of many feeds works on their slots in a thread of its own: nobody who reads its channels can tell. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { figuresIn } from '../support/idle.ts';
import { type Journey, type JourneyOptions, startJourney } from '../support/journey.ts';
import { BEN, type SlackMessage } from '../support/local-slack.ts';
import { mrkdwnOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, RANDOM } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** Every thread that was started here, the last one last. */
const threads: Worker[] = [];
const noteThread = (thread: Worker) => void threads.push(thread);

const CHANNELS = [ACME.leads, ACME.scores];

/** The example’s first project, with a feed of each kind. */
const onlyAcme = () =>
  exampleProjects((file) => ({ ...file, projects: file.projects.filter(({ name }) => name === 'Acme') }));

/** Given in the order in which slots of several channels happen to be done. */
const HANDLES = /\b([ALS])\d+\b/g;

/** All that stands in the channels after a bot's first ten minutes, in which the first feeds run, and after its next day. */
async function twoMornings(
  options: JourneyOptions,
  nextDay = ({ pass }: Journey) => pass({ days: 1 }),
  lookAtLast?: (bot: Bot) => Promise<void>,
) {
  const journey = await startJourney({ ...options, projects: await onlyAcme() });
  // Polls take a moment more or less, and Slack is told the second.
  const textOf = (post: SlackMessage) =>
    mrkdwnOf(post)
      .replaceAll(HANDLES, '$1')
      .replaceAll(/<!date\^\d+/g, '<!date');
  const posted = async () => {
    const histories = await Promise.all(CHANNELS.map((channel) => journey.slack.history(channel)));
    return histories.map((history) => history.map(textOf));
  };
  try {
    await journey.pass({ minutes: 10 });
    const first = await posted();
    await nextDay(journey);
    const both = await posted();
    await lookAtLast?.(journey.bot());
    return { first, both };
  } finally {
    await journey.end();
  }
}

/** What a bot without the thread posts. */
let alone: Awaited<ReturnType<typeof twoMornings>>;

beforeAll(async () => {
  process.on('worker', noteThread);
  alone = await twoMornings({});
  expect(alone.first.flat().length).toBeGreaterThan(2);
});

afterAll(() => process.off('worker', noteThread));

test('what it posts is what a bot without the thread posts, even if the thread is ended in the middle of its polls: nothing is lost, and nothing said twice; metrics and log tell of its work', async () => {
  const posted = await twoMornings(
    { manyFeeds: 1, timing: { leaseMs: 1_000 } },
    async ({ advance, breakApi, mendApi, pass, requests }) => {
      await breakApi({ operation: 'community_leads', kind: 'hang' });
      const before = (await requests()).length;
      await advance({ days: 1 });
      await until('a poll to hang', async () => (await requests()).length > before);
      await threads.at(-1)?.terminate();
      await mendApi();
      await pass({ minutes: 1 });
    },
    async ({ metricsUrl, stderr }) => {
      const figures = await (await fetch(metricsUrl)).text();
      expect(figures).toMatch(/sightline_slots_total\{kind="leads",outcome="done"\} [1-9]/);
      expect(figures).toMatch(
        /sightline_api_requests_total\{operation="GET \/projects\/\{project_id\}\/community\/leads",outcome="ok"\} [1-9]/,
      );
      expect(stderr()).toContain(
        '"msg":"Running slots in a thread of their own because there are many feeds"',
      );
      expect(stderr()).toContain('"msg":"Slot done"');
    },
  );
  expect(posted.first).toEqual(alone.first);
  expect(posted.both.map((posts) => posts.toSorted())).toEqual(alone.both.map((posts) => posts.toSorted()));
});

test('a feed that moves to another channel in the projects file posts there; a faulty file is told of', async () => {
  const folder = await createFolder();
  onTestFinished(folder.remove);
  const file = path.join(folder.path, 'moving.yml');
  const text = (channel: string) =>
    `projects: [{ id: ${ACME.id}, name: Acme, leads: { channel: ${channel}, schedule: every day at 9:00 } }]`;
  await writeFile(file, text(ACME.leads));
  const { bot, pass, slack, end } = await startJourney({
    manyFeeds: 1,
    timing: { rereadMs: 100 },
    environment: { PROJECTS_FILE: file },
  });
  onTestFinished(end);
  await writeFile(file, text(RANDOM));
  await until(
    'the file to be read again',
    async () => bot().stderr().includes('Applied the changed projects file'),
    30_000,
  );
  // A feed counts from the tick that first sees it, and makes up for nothing before.
  await pass({ minutes: 1 });
  await pass({ days: 1 });
  await until('its digest', async () => (await slack.history(RANDOM)).length > 0);
  const isRefused = async () =>
    figuresIn(await (await fetch(bot().metricsUrl)).text())('sightline_projects_file_refused');
  expect(await isRefused()).toBe(0);
  await writeFile(file, 'projects: [');
  await until('it to be refused', async () => (await isRefused()) === 1, 30_000);
  // A file that it names is told of like itself.
  const profile = path.join(folder.path, 'p.yml');
  await writeFile(profile, 'regions: { name: name }');
  await writeFile(file, `api: { profile: p.yml }\n${text(RANDOM)}`);
  await until('it to be taken', async () => (await isRefused()) === 0, 30_000);
  await writeFile(profile, 'regions: { nme: name }');
  await until('the profile to be refused', async () => (await isRefused()) === 1, 30_000);
  expect(await slack.ask(BEN, RANDOM, '/visibility admin')).toContain(
    'The changed API profile has been refused',
  );
  expect(await bot().stop()).toBe(0);
});
