import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../src/errors.ts';
import { createSparingLog } from '../src/log.ts';
import { keptLog } from './support/log-kept.ts';
import { MINUTE, NINE, SECOND } from './support/store-opened.ts';

const API_KEY = 'vk-live-7f3a"9c\\21';

describe('a secret', () => {
  it.each([
    ['xoxb-2024-abcDEF', 'a bot token'],
    ['xoxp-1-2-3-deadbeef', 'a user token'],
    ['xapp-1-A0-22-cafe', 'an app token'],
    ['xoxe.xoxp-1-Mi0yLTEyMzQ', 'a rotated token'],
    ['xoxe-1-My0xLTEyMzQ', 'a refresh token'],
    [`slt_${'a-'.repeat(18)}deadbee`, 'a personal token'],
  ])('%s (%s) is redacted anywhere', (token) => {
    const { log, text } = keptLog();
    log.info(`Authorization: Bearer ${token}`);
    log.warn({ url: `https://example.com/?token=${token}&x=1`, deep: { er: { still: [token] } } }, 'asked');
    log.error({ err: new Error(`refused ${token}`, { cause: new Error(token) }) }, 'failed');
    log.child({ bound: token }).debug('bound');
    expect(text()).not.toContain(token.split('-').at(-1));
    expect(text().match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(5);
  });

  it('such as an API key is redacted once it is known', () => {
    const { log, text, lines } = keptLog([API_KEY, 'demo-key']);
    log.info({ sent: { 'x-api-key': API_KEY } }, `key ${API_KEY} and demo-key`);
    log.error({ err: new Error(`the API repeated ${API_KEY}`) }, 'failed');
    expect(text()).not.toMatch(/7f3a|demo-key/);
    expect(lines()[0]).toMatchObject({ msg: 'key [secret] and [secret]', sent: { 'x-api-key': '[secret]' } });
  });

  it('in a field that carries keys is redacted whatever it looks like', () => {
    const { log, lines } = keptLog();
    log.info(
      { apiKey: 'a', token: 'b', headers: { cookie: 'c' }, config: { apiKey: 'd', token: 'e' } },
      'fields',
    );
    expect(lines()[0]).toMatchObject({
      apiKey: '[secret]',
      token: '[secret]',
      headers: '[secret]',
      config: { apiKey: '[secret]', token: '[secret]' },
    });
  });

  it('too short to be a secret isn’t redacted', () => {
    const { log, lines } = keptLog(['', 'a', 'up']);
    log.info('Look at that update');
    expect(lines()[0]).toMatchObject({ msg: 'Look at that update' });
  });
});

describe('a line', () => {
  it('of an error of ours has its sentence without a stack; of any other, the stack', () => {
    const { log, lines } = keptLog();
    log.warn({ err: new StoreError('no store') }, 'ours');
    log.warn({ err: new StoreError('no store', { cause: new Error('why') }) }, 'caused');
    log.warn({ err: new TypeError('no function') }, 'a bug');
    const [ours, ...others] = lines().map(({ err }) => err);
    expect(ours).toEqual({ type: 'StoreError', code: 'store', message: 'no store' });
    for (const err of others) expect(err).toHaveProperty('stack');
  });

  it('is JSON with level, time and message', () => {
    const { log, lines } = keptLog();
    log.info({ feed: 'leads' }, 'Slot done');
    expect(lines()).toEqual([{ level: 30, time: expect.any(Number), feed: 'leads', msg: 'Slot done' }]);
  });

  it('below the level isn’t written', () => {
    const { log, text } = keptLog([], 'warn');
    log.info('chatter');
    expect(text()).toBe('');
  });

  it('goes to standard error, since standard output is for answers', () => {
    const module = JSON.stringify(path.resolve(import.meta.dirname, '../src/log.ts'));
    const script = `import(${module}).then(({ createLog }) => createLog('info', ['hunter22']).info('hunter22 xoxb-1-abc'))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ msg: '[secret] [secret]' });
  });
});

function sparing() {
  const time = { now: NINE };
  const { log, lines } = keptLog();
  const say = createSparingLog(log, () => time.now);
  return { time, say, warnings: () => lines().filter(({ level }) => level === 40) };
}

it('whatever fails because of Slack, the log gets one line a minute, which counts the others', () => {
  const { time, say, warnings } = sparing();
  for (let second = 0; second < 120; second += 2) {
    say({}, second % 4 === 0 ? 'a post' : 'an edit');
    time.now += 2 * SECOND;
  }
  expect(warnings()).toMatchObject([{ msg: 'a post' }, { msg: 'a post', unsaid: 29 }]);
  time.now += MINUTE;
  say({}, 'later');
  expect(warnings()).toHaveLength(3);
});
