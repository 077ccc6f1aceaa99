import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/slack/blocks.ts';
import { lookAtBlocks, makeSamples } from '../../../src/verbs/doctor/slack-blocks.ts';
import { FRIDAY } from '../../messages/cast.ts';
import { everyMessage, everyModal } from '../../messages/every-message.ts';
import { startWorkspace } from '../../sandbox/workspace/local-workspace.ts';
import { type Answering, broken, no, ok, slackServer } from '../../support/slack-server.ts';

const once = <Answer>(call: () => Promise<Answer>) => call();

/** What the doctor finds if Slack answers like this. */
async function findingsOf(answering: Answering) {
  const { client, calls } = await slackServer(answering);
  const results = await lookAtBlocks(client, once, FRIDAY);
  return {
    methods: new Set(calls.map(({ method }) => method)),
    outcomes: results.map(({ look }) => look.outcome),
    said: results.map(({ look }) => look.said).join('\n'),
    findings: results.flatMap(({ finding }) => finding ?? []),
  };
}

const refusing =
  (isRefused: (args: string) => boolean): Answering =>
  (response, call, number) => {
    const errors = [{ code: 'failed_constraint', message: 'unsupported type: table', pointer: '/blocks/0' }];
    const refusal: Answering = (to) => to.end(JSON.stringify({ ok: false, error: 'invalid_blocks', errors }));
    (isRefused(JSON.stringify(call.args)) ? refusal : ok())(response, call, number);
  };

describe('Sightline’s messages and forms', () => {
  it('are accepted by the local Slack, on every surface, and not posted', async () => {
    await using here = await startWorkspace();
    const results = await lookAtBlocks(here.web, once, FRIDAY);
    expect(results.map(({ look }) => look.outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(results.flatMap(({ finding }) => finding ?? [])).toEqual([]);
  });

  it('refused only in rich form are a loss: they are posted plain', async () => {
    const { findings, outcomes } = await findingsOf(refusing((args) => args.includes('data_visualization')));
    expect(outcomes).toEqual(['partly', 'ok', 'ok', 'ok']);
    expect(findings).toEqual([
      expect.objectContaining({
        level: 'loss',
        sentence: expect.stringMatching(/a score alert \(unsupported type: table at \/blocks\/0\)/),
      }),
    ]);
  });

  it('refused in any form are a fault, surface by surface', async () => {
    const { findings, methods } = await findingsOf(refusing(() => true));
    expect(findings.map(({ level }) => level)).toEqual(['loss', 'fault', 'fault', 'fault']);
    expect(methods).toEqual(new Set(['blocks.validate']));
  });

  it.each([
    ['does not know the method', no('unknown_method')],
    ['has no such address', broken(404)],
    ['is out of order', broken(500)],
  ])('are skipped, once, if Slack %s', async (_, answering) => {
    const { findings, outcomes } = await findingsOf(answering);
    expect(findings).toEqual([]);
    expect(outcomes).toEqual(['skipped']);
  });
});

/** Every kind of block and element with its parent: "section>button". */
function kindsIn(value: unknown, inside = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => kindsIn(each, inside));
  if (typeof value !== 'object' || value === null) return [];
  const type = 'type' in value && typeof value.type === 'string' ? value.type : undefined;
  const own = type === undefined ? [] : [`${inside}>${type}`];
  return [...own, ...Object.values(value).flatMap((each) => kindsIn(each, type ?? inside))];
}

const ofMessages = (messages: Readonly<Record<string, Message>>) =>
  Object.values(messages).flatMap(({ blocks, plainBlocks }) => kindsIn([blocks, plainBlocks]));

describe('the doctor’s samples', () => {
  const { messages, modals } = makeSamples(FRIDAY);

  it('have every kind of block in messages', () => {
    const shown = new Set(ofMessages(messages));
    const sent = new Set(ofMessages(everyMessage('text', 'https://forum.example/1', 3)));
    expect([...sent].filter((kind) => !shown.has(kind))).toEqual([]);
  });

  it('have every kind of block in forms and the Home tab', () => {
    const shown = new Set(Object.values(modals).flatMap(({ blocks }) => kindsIn(blocks)));
    const { home, 'home of a newcomer': _home, ...forms } = everyModal('text', 3);
    const sent = new Set(Object.values(forms).flatMap(({ blocks }) => kindsIn(blocks)));
    expect([...sent].filter((kind) => !shown.has(kind))).toEqual([]);
    const ofHome = new Set(kindsIn(makeSamples(FRIDAY).home.blocks));
    expect(kindsIn(home?.blocks).filter((kind) => !ofHome.has(kind))).toEqual([]);
  });
});
