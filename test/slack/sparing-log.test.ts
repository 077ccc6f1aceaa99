import { expect, it } from 'vitest';
import { createSparingLog } from '../../src/log.ts';
import { keptLog } from '../support/log-kept.ts';
import { MINUTE, NINE, SECOND } from '../support/store-opened.ts';

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
