import { expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createDemoLog } from '../../src/verbs/demo.ts';

function createTerminal() {
  const printed: string[] = [];
  return { printed, to: createDemoLog((text) => printed.push(text)) };
}

class Failure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

it('prints a failure as one line, without its stack', () => {
  const { printed, to } = createTerminal();
  const log = createLog('warn', new Set(['demo-key']), to);
  const err = new Failure('unavailable', 'GET /topics failed at the API (500).\nkey: demo-key');
  log.error({ err, reference: 'r-7', person: 'U1' }, 'A request failed');
  log.warn('Slack is slow; demo-key');
  log.info('Sightline is listening');
  expect(printed).toEqual([
    '  A request failed (r-7): GET /topics failed at the API (500).',
    '  Slack is slow; [secret]',
  ]);
});

it('prints the same failure only once a minute', () => {
  const { printed, to } = createTerminal();
  const write = (time: number, msg: string, code: string) =>
    to.write(JSON.stringify({ level: 40, time, msg, err: { message: `at ${time}`, code } }));
  write(1_000_000, 'Slot failed', 'unavailable');
  write(1_059_999, 'Slot failed', 'unavailable');
  write(1_059_999, 'Slot failed', 'unauthorised');
  write(1_060_000, 'Slot failed', 'unavailable');
  expect(printed).toEqual([
    '  Slot failed: at 1000000',
    '  Slot failed: at 1059999',
    '  Slot failed: at 1060000',
  ]);
});
