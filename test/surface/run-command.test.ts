import { describe, expect, test } from 'vitest';
import { headline, page } from '../../src/messages/page.ts';
import { keepWaiting, takeQuestion, takeWaiting } from '../../src/store/asked.ts';
import type { Action, Answer, Command } from '../../src/surface/ask.ts';
import {
  addControls,
  carryQuestion,
  makeQuestion,
  questionButton,
  runLine,
  runTyped,
  shareHere,
  slicePage,
} from '../../src/surface/run-command.ts';
import { showProjectsIn } from '../../src/surface/seen-by.ts';
import {
  NotFoundError,
  RateLimitedError,
  UnavailableError,
  type VisibilityError,
} from '../../src/visibility/errors.ts';
import { buttonsOf, drawn, wordsOf } from '../messages/reading.ts';
import { ok } from '../support/slack-server.ts';
import { NINE, TEAM } from '../support/store-opened.ts';
import { ACME, ACME_FILE, memberNamed, surfaceOver } from '../support/surface-over.ts';
import { json } from '../visibility/api.ts';

const READ = 'GET /projects/{project_id}/topics';

/** A project with one command, whose API fails so. */
async function asking(failure: VisibilityError) {
  const { ask } = await surfaceOver(ACME_FILE, json([]), ok());
  const command: Command = {
    name: 'topics',
    usage: 'topics',
    example: 'topics',
    summary: '',
    scope: 'project',
    words: 'free',
    run: async () => {
      throw failure;
    },
  };
  const asker = ask({ commands: [{ command, permission: 'everyone' }] });
  const typed = { slash: '/visibility', text: 'topics cost', channels: {} };
  const value = carryQuestion('topics', 'cost', ACME, NINE);
  const click = (action: Action) => action.run({ ...asker, value, ts: '', isPrivate: true });
  return { ask: () => runTyped(typed, asker), click };
}

const told = (answer: Answer) => (answer && 'message' in answer ? answer : undefined);

describe('an API that doesn’t answer', () => {
  test.each([
    ['does not answer', new UnavailableError(READ, 'TimeoutError', {})],
    ['asks to wait', new RateLimitedError(READ, {}, 12_000)],
  ])('and %s: the answer says so and offers to try again', async (_, failure) => {
    const { ask, click } = await asking(failure);
    for (const answer of [told(await ask()), told(await click(questionButton('command.again')))]) {
      expect(wordsOf(answer ? drawn(answer.message).blocks : []).join()).toMatch(
        /^The API (is too slow to answer|asks us to slow down)/,
      );
      expect(buttonsOf(answer ? drawn(answer.message).blocks : [])).toEqual(['Try again']);
    }
  });

  test('keeps whoever asks waiting once for the names that a question may mention', async () => {
    const workspace = { personOf: async (id: string) => memberNamed(id, id) };
    const { ask } = await surfaceOver(ACME_FILE, json({}, 503), ok(), { workspace });
    let reads = 0;
    const asker = ask();
    const projectNames: typeof asker.projectNames = (of) => {
      reads += 1;
      return asker.projectNames(of);
    };
    const typed = { slash: '/visibility', text: 'ask how are we doing on Gemini?', channels: {} };
    expect(told(await runTyped(typed, { ...asker, projectNames }))).toBeDefined();
    expect(reads).toBe(1);
  });

  test('is neither shared with the channel nor does its error replace a page', async () => {
    const { click } = await asking(new UnavailableError(READ, 503, {}));
    expect(told(await click(shareHere))?.delivered).toBeUndefined();
    expect(told(await click(questionButton('page.next')))?.delivered).toBeUndefined();
  });
});

test('a page that a shorter list no longer has is the last one, and says so', () => {
  const { shown, pages } = slicePage([...Array(20).keys()], 5);
  expect([shown.at(-1), pages]).toEqual([19, 2]);
  const answer = { message: page(headline('Prompts')), pages };
  const listed = told(addControls(answer, makeQuestion('topics', '', ACME, NINE, 5)));
  const { blocks } = drawn(listed?.message ?? expect.fail('no answer'));
  expect(wordsOf(blocks)).toContain('Page 2 of 2');
  expect(buttonsOf(blocks)).toEqual(['Previous']);
});

test.each([
  ['what is not there', new NotFoundError(READ)],
  [
    'a write that may have been done',
    new UnavailableError('POST /projects/{project_id}/prompts', 503, 'never'),
  ],
])('%s is not offered to be tried again', async (_, failure) => {
  const { ask } = await asking(failure);
  await expect(ask()).rejects.toBe(failure);
});

describe('a button of “Which project?” in a direct message', () => {
  const DIRECT = 'D0BEN';

  test('settles the question that waits', async () => {
    const { ask, db } = await surfaceOver(ACME_FILE, json([]), ok());
    const command: Command = {
      name: 'topics',
      usage: 'topics',
      example: 'topics',
      summary: '',
      scope: 'project',
      words: 'free',
      run: async () => ({ message: page(headline('Topics')) }),
    };
    const asked = ask({ channel: DIRECT, commands: [{ command, permission: 'everyone' }] });
    const workspace = showProjectsIn(asked.workspace, DIRECT, new Set([ACME]));
    const where = { team: TEAM, channel: DIRECT, message: '1.1', thread: '1.1' };
    await takeQuestion(db, where, NINE);
    await keepWaiting(db, where, 'topics cost');
    await runLine({ text: 'topics cost in Acme' }, { ...asked, workspace });
    expect(await takeWaiting(db, where, NINE)).toBeUndefined();
  });
});

test('help with what is no command says so above all commands', async () => {
  const { ask } = await surfaceOver(ACME_FILE, json([]), ok());
  const answer = told(await runTyped({ slash: '/visibility', text: 'help leds', channels: {} }, ask()));
  const said = wordsOf(drawn(answer?.message ?? expect.fail('no answer')).blocks);
  expect(said[0]).toContain('“leds”');
  expect(said.join('\n')).toContain('/visibility leads');
});

test('help with a command says how that one is used', async () => {
  const { ask } = await surfaceOver(ACME_FILE, json([]), ok());
  const answer = told(await runTyped({ slash: '/visibility', text: 'help leads', channels: {} }, ask()));
  expect(wordsOf(drawn(answer?.message ?? expect.fail('no answer')).blocks)[0]).toContain(
    '/visibility leads [',
  );
});
