/** Suggested prompts that are already tracked aren't offered. */
import { describe, expect, test } from 'vitest';
import type { Control } from '../../../src/messages/page.ts';
import type { Send } from '../../../src/slack/poster.ts';
import {
  promptTrackSuggested,
  promptUntrack,
  readAllSuggestions,
  suggestions,
} from '../../../src/surface/prompts/suggestions.ts';
import { promptTrackOpen } from '../../../src/surface/prompts/track.ts';
import { drawn, drawnView, heardOf, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { ACME, ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { apiWith } from '../../support/watch-over.ts';
import { json } from '../../visibility/api.ts';

/** The answer, as blocks and as text, for these suggested and tracked prompts. */
async function answerTo(suggested: readonly object[], tracked: readonly string[]) {
  const api = apiWith({
    '/prompt-suggestions': json(suggested),
    '/prompts': json(tracked.map((text) => ({ id: text, text }))),
  });
  const { ask, workspace } = await surfaceOver(ACME_FILE, api, ok());
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (suggestions.scope !== 'project') expect.fail('asked for a project');
  const asker = ask();
  const asked = { ...asker, project, words: 'prompts', line: '', channels: {}, options: {}, page: 0 };
  const answer = await suggestions.run(asked);
  const message = answer && 'message' in answer ? drawn(answer.message) : undefined;
  if (!message) expect.fail('nothing is answered');
  return { shown: wordsOf(message.blocks).join('\n'), heard: message.text };
}

test('a prompt that the API calls tracked is left out and counted', async () => {
  const { shown, heard } = await answerTo(
    [
      { prompt: 'best crm', status: 'tracked' },
      { prompt: 'cheapest crm', status: 'open' },
    ],
    [],
  );
  expect(shown).toMatch(/^\*Acme\* · 1 suggested prompt · you already track 1 more\n\*“cheapest crm”\*/);
  expect(heard).toBe('Acme · 1 suggested prompt · you already track 1 more\n“cheapest crm”');
  expect(shown).not.toContain('best crm');
});

test('so is one whose words are tracked, ignoring case and spaces', async () => {
  const suggested = [{ prompt: 'Best  CRM' }, { prompt: '“best crm for banks”' }, { prompt: 'cheapest crm' }];
  const { heard } = await answerTo(suggested, ['best crm', 'Best CRM for banks']);
  expect(heard).toBe('Acme · 1 suggested prompt · you already track 2 more\n“cheapest crm”');
});

test('says so if all of them are tracked', async () => {
  const { shown } = await answerTo([{ prompt: 'best crm' }], ['best crm']);
  expect(shown).toBe('*Acme* · no suggested prompts · you already track 1');
});

test('says nothing about tracked ones if there are none', async () => {
  const { heard } = await answerTo([{ prompt: 'best crm' }, { status: 'open' }], ['cheapest crm']);
  expect(heard).toMatch(/^Acme · 2 suggested prompts\n/);
});

test('Track takes the suggestion out of the list', async () => {
  const tracked = [{ id: 'p1', prompt: 'best crm' }];
  const api = apiWith({
    '/prompt-suggestions': json([{ prompt: 'cheapest crm' }, { prompt: 'crm for banks' }]),
    '/prompts': (response, request, number) => {
      const added = { id: 'p2', prompt: 'cheapest crm' };
      if (request.method === 'POST') tracked.push(added);
      json(request.method === 'POST' ? added : tracked)(response, request, number);
    },
  });
  const { ask } = await surfaceOver(ACME_FILE, api, ok());
  const value = JSON.stringify({ project: ACME, prompt: 'cheapest crm', list: 0 });
  const answer = await promptTrackSuggested.run({ ...ask(), value, ts: '1', isPrivate: true });
  const { message, behind } = answer && 'message' in answer ? answer : expect.fail('nothing is answered');
  expect(drawn(message).text).toContain('Tracked for Acme: “cheapest crm”');
  const list = wordsOf(drawn((await behind?.()) ?? expect.fail('the list stays as it was')).blocks).join(
    '\n',
  );
  expect(list).toContain('crm for banks');
  expect(list).not.toContain('cheapest crm');
});

describe('the category of a suggestion', () => {
  const track = async (refused?: object) => {
    const bodies: Record<string, unknown>[] = [];
    const api = apiWith({
      '/prompts': (response, request, number) => {
        if (request.method !== 'POST') return json([])(response, request, number);
        const body = JSON.parse(request.body);
        bodies.push(body);
        const isRefused = refused && Object.keys(body).length > 1;
        (isRefused ? json(refused, 422) : json({ id: 'p2', ...body }))(response, request, number);
      },
    });
    const { ask } = await surfaceOver(ACME_FILE, api, ok());
    const value = JSON.stringify({ project: ACME, prompt: 'cheapest crm', category: 'pricing' });
    const answer = await promptTrackSuggested.run({ ...ask(), value, ts: '1', isPrivate: true });
    const text = answer && 'message' in answer ? drawn(answer.message).text : '';
    return { bodies, text };
  };

  test('goes with it when it is tracked', async () => {
    expect((await track()).bodies).toEqual([{ prompt: 'cheapest crm', category: 'pricing' }]);
  });

  test.each([
    ['an unknown field', [{ loc: ['body', 'category'], msg: 'Extra inputs', type: 'extra_forbidden' }]],
    ['an unknown value', [{ loc: ['body', 'category'], msg: 'Unknown segment', type: 'value_error' }]],
  ])('is left out where the API refuses it: %s', async (_, detail) => {
    const { bodies, text } = await track({ detail });
    expect(bodies.at(-1)).toEqual({ prompt: 'cheapest crm' });
    expect(text).toContain('Tracked for Acme');
  });
});

test('a suggestion that was tracked and undone is listed again, and can be tracked again', async () => {
  const added = { id: '9f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', prompt: 'cheapest crm' };
  let tracked: object[] = [];
  const api = apiWith({
    '/prompt-suggestions': json([{ prompt: 'cheapest crm' }]),
    '/prompts': (response, request, number) => {
      if (request.method === 'POST') tracked.push(added);
      json(request.method === 'POST' ? added : tracked)(response, request, number);
    },
    [added.id]: (response, request, number) => {
      tracked = [];
      json({})(response, request, number);
    },
  });
  const { ask } = await surfaceOver(ACME_FILE, api, ok());
  const sent: string[] = [];
  const send: Send = async (url, { body }) => {
    sent.push(`${url} ${body}`);
    return new Response('ok');
  };
  const value = JSON.stringify({ project: ACME, prompt: 'cheapest crm', list: 0 });
  const answerAt = 'https://hooks.slack.example/actions/1';
  const track = (id: string) =>
    promptTrackSuggested.run({ ...ask({ id }), value, ts: '', isPrivate: true, answerAt });
  const answer = await track('1');
  const page = answer && 'message' in answer ? answer.message : expect.fail('nothing is answered');
  const undo = page.parts.flatMap((part) => (part && 'control' in part ? part.control : []))[0];
  if (undo?.kind !== 'button') return expect.fail('there is no Undo');
  const undone = await promptUntrack.run({
    ...ask({ id: '2' }),
    value: undo.value,
    ts: '',
    isPrivate: true,
    send,
  });
  expect(tracked).toEqual([]);
  await undone?.behind?.();
  expect(sent).toEqual([
    expect.stringMatching(`^${answerAt} .*"replace_original":true.*1 suggested prompt.*cheapest crm`),
  ]);
  await track('3');
  expect(tracked).toHaveLength(1);
});

test('Track that the API refused can be clicked again', async () => {
  const answers = [json({ detail: 'slow down' }, 429), json({ id: 'p2', prompt: 'cheapest crm' })];
  const api = apiWith({
    '/prompts': (response, request, number) =>
      (request.method === 'POST' ? answers.shift() : json([]))?.(response, request, number),
  });
  const { ask } = await surfaceOver(ACME_FILE, api, ok());
  const value = JSON.stringify({ project: ACME, prompt: 'cheapest crm' });
  const click = () => promptTrackSuggested.run({ ...ask(), value, ts: '1', isPrivate: true });
  await expect(click()).rejects.toThrow('429');
  const answer = await click();
  expect(answer && 'message' in answer && drawn(answer.message).text).toContain('Tracked for Acme');
  await expect(click()).rejects.toThrow('already');
});

describe('suggested content', () => {
  const advice = [
    { title: 'One page', description: 'Answers to “best crm” cite an old review.' },
    { title: 'Answer where "Cheapest CRM" is discussed' },
    { title: 'Say what a small team pays' },
    { description: 'Without a title' },
  ];
  const world = async (suggested: readonly object[] = advice) => {
    const api = apiWith({
      '/suggestions': json(suggested),
      '/suggestions/status': json({}),
      '/prompts': json([{ id: 'p1', text: 'best crm' }]),
    });
    const { ask, workspace } = await surfaceOver(ACME_FILE, api, ok());
    const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
    const asked = { ...ask(), project, words: 'content', line: '', channels: {}, options: {}, page: 0 };
    if (suggestions.scope !== 'project') expect.fail('asked for a project');
    const answer = await suggestions.run(asked);
    const parts = answer && 'message' in answer ? answer.message.parts : [];
    const rows = parts.flatMap((part) => (part && part.kind === 'rows' ? part.rows : []));
    const all = await readAllSuggestions({ ...ask(), project });
    const said = answer && 'message' in answer ? heardOf(answer.message).join() : '';
    return { ask, rows: said, all: all.page, controls: rows.map(({ control }) => control) };
  };
  const carriedBy = (control: Control | undefined) => (control?.kind === 'button' ? control.value : '{}');

  test('is listed most important first, and what is done last, wherever it is listed', async () => {
    const { rows, all } = await world([
      { title: 'Later', priority: 'low' },
      { title: 'Written', priority: 'high', status: 'done' },
      { title: 'Soon', priority: 'High' },
    ]);
    const order = (said: string) => said.match(/Later|Soon|Written/g);
    expect(order(rows)).toEqual(['Soon', 'Later', 'Written']);
    expect(order(heardOf(all).join())).toEqual(['Soon', 'Later']);
  });

  test('opens the prompt it quotes, or offers to track that prompt or its title', async () => {
    const { controls } = await world();
    const carries = controls.map((control) => JSON.parse(carriedBy(control)));
    expect(carries.map(({ text, prompt }) => text ?? prompt)).toEqual([
      'prompt-history best crm',
      'Cheapest CRM',
      'Say what a small team pays',
      undefined,
    ]);
  });

  test('opens a form with these words, without tracking anything yet', async () => {
    const { ask, controls } = await world();
    const click = { ...ask(), value: carriedBy(controls[1]), ts: '1', isPrivate: true };
    const opened = await promptTrackOpen.run(click);
    const form = opened && 'modal' in opened ? drawnView(opened.modal) : expect.fail('no form');
    expect(JSON.stringify(form)).toContain('"initial_value":"Cheapest CRM"');
  });
});
