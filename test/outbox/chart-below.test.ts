import { expect, it } from 'vitest';
import type { Decision } from '../../src/decision.ts';
import { putChartBelow } from '../../src/outbox/pump.ts';
import { ALERT, DIGEST } from '../messages/cast.ts';
import { keptLog } from '../support/log-kept.ts';
import { inTurn, no, ok, slackServer } from '../support/slack-server.ts';
import { CHANNEL } from '../support/store-opened.ts';

const POSTED = { kind: 'posted', ts: '1764000000.000100', channel: CHANNEL, plain: true } as const;

/** What is sent when a post of this decision went out without its chart, and Slack answers an upload so. */
async function below(decision: Decision, refused?: string) {
  const reserve = ok({ upload_url: 'https://files.example/upload', file_id: 'F1' });
  const shared = ok({ files: [{ id: 'F1', shares: { public: { [CHANNEL]: [{ ts: '9.8' }] } } }] });
  const { client, calls } = await slackServer(refused ? no(refused) : inTurn(reserve, shared));
  const sent: number[] = [];
  const send = async (_url: string, { body }: RequestInit) => {
    sent.push(body instanceof Uint8Array ? body.byteLength : 0);
    return new Response('OK');
  };
  const { log, lines } = keptLog();
  await putChartBelow({ send, log }, client, 'd1', decision, POSTED);
  return { calls, sent, lines };
}

it('an alert whose chart was refused has it as a picture in its thread', async () => {
  const { calls, sent } = await below(ALERT);
  expect(calls.map(({ method }) => method)).toEqual([
    'files.getUploadURLExternal',
    'files.completeUploadExternal',
  ]);
  expect(calls[0]?.args.alt_txt).toMatch(/^Acme visibility score: 53\.2 on Thu 19 Nov; 4 days /);
  expect(calls[1]?.args).toMatchObject({ channel_id: CHANNEL, thread_ts: POSTED.ts });
  expect(sent[0]).toBeGreaterThan(10_000);
});

it('where files are refused too, the log says so and nothing else happens', async () => {
  const { sent, lines } = await below(ALERT, 'missing_scope');
  expect(sent).toEqual([]);
  expect(lines()).toMatchObject([{ reason: 'missing_scope', delivery: 'd1' }]);
});

it('another post has no chart to show', async () => {
  expect((await below(DIGEST)).calls).toEqual([]);
});
