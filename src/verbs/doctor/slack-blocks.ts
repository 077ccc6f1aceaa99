/**
 * Asks Slack whether it would accept Sightline's messages, forms and Home tab, without posting any.
 * The samples have every kind of block that Sightline sends.
 */
import type { HomeView, ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { count } from '../../messages/figures.ts';
import type { Chart, Input, Part } from '../../messages/page.ts';
import { actions, button, field, headline, note, page, paragraph, rows, table } from '../../messages/page.ts';
import { bold, channel, code, link, say, user } from '../../messages/text.ts';
import { moment } from '../../messages/times.ts';
import type { Message } from '../../slack/blocks.ts';
import { draw, drawForm, drawHome, drawView } from '../../slack/draw.ts';
import { toSlackFailure } from '../../slack/failures.ts';
import { type LookResult, ok, skipped, trouble } from './report.ts';

const WHAT = 'blocks';

/** `cost`: what happens if Slack refuses one of these. */
type Surface = {
  name: string;
  samples: readonly (readonly [name: string, payload: Payload])[];
  level: 'fault' | 'loss';
  cost: string;
};

type Payload = NonNullable<Parameters<WebClient['blocks']['validate']>[0]>;

/**
 * Skipped if Slack doesn't know `blocks.validate` or doesn't answer. `callPatiently` waits if Slack asks for it.
 * https://docs.slack.dev/reference/methods/blocks.validate
 */
export async function lookAtBlocks(
  client: WebClient,
  callPatiently: <Answer>(call: () => Promise<Answer>) => Promise<Answer>,
  at: number,
): Promise<LookResult[]> {
  const results: LookResult[] = [];
  for (const { name, samples, level, cost } of surfaces(makeSamples(at))) {
    const refused: string[] = [];
    for (const [what, payload] of samples) {
      const verdict = await callPatiently(() => client.blocks.validate(payload)).then(
        () => undefined,
        readRefusal,
      );
      if (verdict && 'unknown' in verdict) {
        return [...results, { look: skipped(WHAT, `Slack can’t check them (${verdict.unknown})`) }];
      }
      if (verdict) refused.push(`${what} (${verdict.why})`);
    }
    results.push(
      refused.length === 0
        ? {
            look: ok(
              WHAT,
              `Slack accepts Sightline’s ${name} (${count(samples.length, 'sample')}, not posted)`,
            ),
          }
        : trouble(level, 'Slack', {
            what: WHAT,
            sentence: `Slack refuses ${refused.join(', ')}. ${cost}`,
            mend: 'Update Sightline. If that doesn’t help, open an issue with this line.',
          }),
    );
  }
  return results;
}

function surfaces({ messages, modals, home }: Samples): Surface[] {
  const all = Object.entries(messages);
  return [
    {
      name: 'messages',
      samples: all.map(([what, { blocks }]) => [what, { message: { blocks } }]),
      level: 'loss',
      cost: 'Messages with a plain form are posted in that; the others aren’t posted.',
    },
    {
      name: 'plain messages',
      samples: all.flatMap(([what, { plainBlocks: blocks }]) =>
        blocks ? [[`${what} in plain form`, { message: { blocks } }]] : [],
      ),
      level: 'fault',
      cost: 'They aren’t posted.',
    },
    {
      name: 'forms',
      samples: Object.entries(modals).map(([what, view]) => [what, { view }]),
      level: 'fault',
      cost: 'They don’t open.',
    },
    {
      name: 'Home tab',
      samples: [['the Home tab', { view: home }]],
      level: 'fault',
      cost: 'It stays empty.',
    },
  ];
}

const Refusal = z.object({
  errors: z.array(z.object({ pointer: z.string().optional(), message: z.string().optional() })).min(1),
});

/** `why` Slack refuses it, or why it is `unknown` whether it would. */
function readRefusal(error: unknown): { why: string } | { unknown: string } {
  const { reason } = toSlackFailure(error);
  const refusal = error instanceof WebAPIPlatformError ? Refusal.safeParse(error.data).data : undefined;
  const [first] = refusal?.errors ?? [];
  if (first) return { why: `${first.message ?? reason}${first.pointer ? ` at ${first.pointer}` : ''}` };
  return /^invalid_(blocks|view)/.test(reason) ? { why: reason } : { unknown: reason };
}

/** By the names that people see. */
type Samples = {
  messages: Readonly<Record<string, Message>>;
  modals: Readonly<Record<string, ModalView>>;
  home: HomeView;
};

const OPTIONS = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
];
const ADDRESS = 'https://example.com/1';

const INPUTS: readonly Input[] = [
  { type: 'text', initial: 'Example', max: 100, everyLetter: true },
  { type: 'text', max: 100 },
  { type: 'choice', as: 'list', options: OPTIONS },
  { type: 'choice', as: 'radio', options: OPTIONS, initial: 'one' },
  { type: 'choices', as: 'list', options: OPTIONS, initial: ['one'] },
  { type: 'choices', as: 'checkboxes', options: OPTIONS, initial: ['one'] },
  { type: 'day' },
  { type: 'people', most: 1 },
  { type: 'people', initial: [], most: 20 },
  { type: 'channel', initial: 'C00000000' },
];

const chart = (type: Chart['type']): Chart => ({
  kind: 'chart',
  title: 'Example',
  type,
  categories: ['1 Nov', '2 Nov'],
  series: [{ name: 'Score', values: [58, 59] }],
  words: say`58, 59`,
  sparkline: '▁█',
});

/** `at` in epoch ms. */
export function makeSamples(at: number): Samples {
  const text = say`${bold('Example')} in ${channel('C00000000')}, ${code('example')}, ${link(ADDRESS, 'a page')}, ${user('U00000000')}, ${moment(at)}`;
  const confirm = { title: 'Sure?', text: 'Example', confirm: 'Yes', deny: 'No' };
  const click = (id: string) => button(id, 'Example', 'Example', 'example', { confirm });
  const menu = { kind: 'menu', id: ACTIONS.leadMenu, options: OPTIONS } as const;
  const select = { kind: 'select', id: ACTIONS.lineOpen, label: 'Choose…', options: OPTIONS } as const;
  const parts: (Part | undefined)[] = [
    headline(text, click(ACTIONS.leadMore)),
    paragraph(text, click(ACTIONS.leadClaim)),
    note(text),
    { kind: 'quote', text },
    { kind: 'copy', text: 'Example' },
    rows([
      { text, note: text, control: menu },
      { text, control: click(ACTIONS.leadWhy), controls: [click(ACTIONS.leadAssign), select, menu] },
    ]),
    actions([click(ACTIONS.lineTab), select, menu]),
  ];
  const cells = [{ link: ADDRESS, label: 'Example' }, { figure: 59, text: '59.0' }, 'Example'];
  const plainTable = table(['Engine', 'Score'], [['Example', '59.0']], text);
  const sortable = { ...table(['Page', 'Score', 'Kind'], [cells, cells]), caption: 'Example' };
  return {
    messages: {
      'text with buttons': draw(page(...parts)),
      'a line chart': draw(page(headline('Example'), chart('line'))),
      'a bar chart': draw(page(headline('Example'), chart('bar'))),
      'a table': draw(page(headline('Example'), plainTable)),
      'a sortable table': draw(page(headline('Example'), sortable)),
    },
    modals: {
      'a form': drawForm({
        id: VIEWS.feedForm,
        title: 'Example',
        submit: 'Save',
        carries: '',
        parts: [
          ...parts,
          ...INPUTS.map((input, i) =>
            field(`field${i}`, 'Example', input, { hint: 'Example', optional: true, live: i % 2 === 0 }),
          ),
        ],
      }),
      'a page': drawView(page(...parts, plainTable)),
    },
    home: drawHome(page(...parts)),
  };
}
