/** More is asked than can be done: what is one too many is told so at once, and nothing is begun for it. */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Bot, EXAMPLE_PROJECTS, ready, startBotHere } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { ANA } from '../support/local-slack.ts';
import { ACME, startTestSandbox } from '../support/sandbox.ts';
import { startSignedSlack } from '../surface/signed-slack.ts';

const BUSY = /too busy right now\.(?:\s|\\n)Try again/;
/** More than may be under way, by ten. */
const MANY = Array.from({ length: 210 }, (_, i) => `asked-${i}`);

test('while two hundred wait for an API that hangs, who comes next is told in the acknowledgement', async () => {
  const sandbox = await startTestSandbox();
  onTestFinished(sandbox.close);
  let bot: Bot | undefined;
  const slack = await startSignedSlack(sandbox.slack.url, () => bot?.eventsUrl ?? '');
  onTestFinished(slack.close);
  const folder = await createFolder();
  onTestFinished(folder.remove);
  const started = await startBotHere(
    {
      ...sandbox.botEnvironment,
      SLACK_API_URL: slack.apiUrl,
      PROJECTS_FILE: EXAMPLE_PROJECTS,
      DATA_DIR: path.join(folder.path, 'data'),
    },
    { timing: { answersMs: 500 } },
  );
  bot = started;
  onTestFinished(async () => void (await started.stop()));
  await ready(started);
  const type = (id: string) => slack.send(slack.command({ person: ANA, channel: ACME.leads, id }, 'topics'));
  await sandbox.breakApi({ operation: '*', kind: 'hang' });

  const acknowledged = await Promise.all(MANY.map(type));
  expect(acknowledged.map(({ status }) => status)).toEqual(MANY.map(() => 200));
  const told = acknowledged.filter(({ words }) => BUSY.test(words));
  expect(told).toHaveLength(10);
  expect(acknowledged.filter(({ words }) => words === '')).toHaveLength(200);
});
