/** What Slack refuses: each case has one fault, and where Slack locates it. */
import { expect, test } from 'vitest';
import { checkMessage, checkView } from '../../../src/sandbox/workspace/limits-check.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (text = 'x', more = {}) => ({ type: 'section', text: mrkdwn(text), ...more });
const button = (more = {}) => ({ type: 'button', action_id: 'go', text: plain('Go'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const option = (value: string, text = value) => ({ text: plain(text), value });
const options = (count: number) => Array.from({ length: count }, (_, i) => option(`v${i}`));
const select = (more = {}) => ({ type: 'static_select', action_id: 's', options: options(2), ...more });
const overflow = (count: number) => ({ type: 'overflow', action_id: 'm', options: options(count) });
const checkboxes = (count: number) => ({ type: 'checkboxes', action_id: 'c', options: options(count) });
const confirm = (more: object) => button({ confirm: { text: plain('Sure?'), ...more } });
const long = (count: number) => 'x'.repeat(count);
const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

const series = (name: string, labels: string[]) => ({
  name,
  data: labels.map((label) => ({ label, value: 1 })),
});
function chart(more: object = {}, title = 'Score') {
  return {
    type: 'data_visualization',
    title,
    chart: {
      type: 'line',
      series: [series('Score', ['Mon', 'Tue'])],
      axis_config: { categories: ['Mon', 'Tue'] },
      ...more,
    },
  };
}
const days = (count: number) => times(count, (i) => `d${i}`);
const points = (count: number) => ({
  series: [series('Score', days(count))],
  axis_config: { categories: days(count) },
});
const raw = (text: string) => ({ type: 'raw_text', text });
const dataTable = (...rows: object[][]) => ({ type: 'data_table', caption: 'By engine', rows });
const input = (element: object, more = {}) => ({ type: 'input', label: plain('Name'), element, ...more });
const typed = { type: 'plain_text_input', action_id: 'name' };

test.each<[string, object[], string]>([
  ['51 blocks', times(51, () => section()), '/blocks'],
  ['a section of 3001 characters', [section(long(3_001))], '/blocks/0/text/text'],
  ['an empty text', [section('')], '/blocks/0/text/text'],
  ['a section without text', [{ type: 'section' }], '/blocks/0/text'],
  ['a header of 151', [{ type: 'header', text: plain(long(151)) }], '/blocks/0/text/text'],
  ['a header in mrkdwn', [{ type: 'header', text: mrkdwn('x') }], '/blocks/0/text/type'],
  [
    '11 context elements',
    [{ type: 'context', elements: times(11, () => mrkdwn('x')) }],
    '/blocks/0/elements',
  ],
  ['26 buttons', [actions(...times(26, (i) => button({ action_id: `b${i}` })))], '/blocks/0/elements'],
  ['an actions block without any', [actions()], '/blocks/0/elements'],
  ['a button text of 76', [actions(button({ text: plain(long(76)) }))], '/blocks/0/elements/0/text/text'],
  ['a button text in mrkdwn', [actions(button({ text: mrkdwn('x') }))], '/blocks/0/elements/0/text/type'],
  ['a button value of 2001', [actions(button({ value: long(2_001) }))], '/blocks/0/elements/0/value'],
  [
    'a button address that is no web address',
    [actions(button({ url: 'javascript:x' }))],
    '/blocks/0/elements/0/url',
  ],
  [
    'an address of 3001',
    [actions(button({ url: `https://x.y/${long(2_990)}` }))],
    '/blocks/0/elements/0/url',
  ],
  ['a style of its own', [actions(button({ style: 'green' }))], '/blocks/0/elements/0/style'],
  [
    'an accessibility label of 76',
    [actions(button({ accessibility_label: long(76) }))],
    '/blocks/0/elements/0/accessibility_label',
  ],
  ['an action_id of 256', [actions(button({ action_id: long(256) }))], '/blocks/0/elements/0/action_id'],
  ['two elements with one action_id', [actions(button(), button())], '/blocks/0/elements/1/action_id'],
  ['a block_id of 256', [section('x', { block_id: long(256) })], '/blocks/0/block_id'],
  [
    'two blocks with one block_id',
    [section('x', { block_id: 'a' }), section('y', { block_id: 'a' })],
    '/blocks/1/block_id',
  ],
  ['an empty overflow menu', [actions(overflow(0))], '/blocks/0/elements/0/options'],
  ['an overflow menu of 6', [actions(overflow(6))], '/blocks/0/elements/0/options'],
  ['a select of 101', [actions(select({ options: options(101) }))], '/blocks/0/elements/0/options'],
  ['a select without options', [actions(select({ options: undefined }))], '/blocks/0/elements/0/options'],
  [
    'an option text of 76',
    [actions(select({ options: [option('v', long(76))] }))],
    '/blocks/0/elements/0/options/0/text/text',
  ],
  [
    'a choice that is not offered',
    [actions(select({ initial_option: option('other') }))],
    '/blocks/0/elements/0',
  ],
  ['11 checkboxes', [actions(checkboxes(11))], '/blocks/0/elements/0/options'],
  [
    'a confirm title of 101',
    [actions(confirm({ title: plain(long(101)) }))],
    '/blocks/0/elements/0/confirm/title/text',
  ],
  [
    'a confirm text of 301',
    [actions(confirm({ text: plain(long(301)) }))],
    '/blocks/0/elements/0/confirm/text/text',
  ],
  [
    'a confirm button of 31',
    [actions(confirm({ deny: plain(long(31)) }))],
    '/blocks/0/elements/0/confirm/deny/text',
  ],
  ['an unknown block', [{ type: 'marquee' }], '/blocks/0/type'],
  ['an unknown element', [actions({ type: 'slider', action_id: 'x' })], '/blocks/0/elements/0/type'],
  ['an unknown property', [section('x', { colour: 'red' })], '/blocks/0'],
  ['a text that is a string', [{ type: 'section', text: 'x' }], '/blocks/0/text'],
  [
    'a table of 101 rows',
    [{ type: 'table', rows: times(101, () => [{ type: 'raw_text', text: 'x' }]) }],
    '/blocks/0/rows',
  ],
  [
    'a row of 21 cells',
    [{ type: 'table', rows: [times(21, () => ({ type: 'raw_text', text: 'x' }))] }],
    '/blocks/0/rows/0',
  ],
  ['data rows of different length', [dataTable([raw('Engine'), raw('Score')], [raw('Claude')])], '/blocks/0'],
  ['a data table without a row', [dataTable([raw('Engine')])], '/blocks/0/rows'],
  ['a rich column heading', [dataTable([{ type: 'rich_text', elements: [] }], [raw('x')])], '/blocks/0'],
  ['a data table of 102 rows', [dataTable(...times(102, () => [raw('x')]))], '/blocks/0/rows'],
  ['a data table of too much text', [dataTable([raw('x')], [raw(long(10_000))])], '/blocks/0'],
  ['a chart title of 51', [chart({}, long(51))], '/blocks/0/title'],
  [
    '7 series',
    [chart({ series: times(7, (i) => series(`s${i}`, ['Mon', 'Tue'])) })],
    '/blocks/0/chart/series',
  ],
  ['21 points', [chart(points(21))], '/blocks/0/chart/series/0/data'],
  [
    'a label of 21',
    [chart({ axis_config: { categories: [long(21), 'Tue'] } })],
    '/blocks/0/chart/axis_config/categories/0',
  ],
  [
    'labels beside the categories',
    [chart({ axis_config: { categories: ['Mon', 'Wed'] } })],
    '/blocks/0/chart',
  ],
  [
    'two series of one name',
    [chart({ series: times(2, () => series('Score', ['Mon', 'Tue'])) })],
    '/blocks/0/chart',
  ],
  [
    'a chart with a category twice',
    [chart({ series: [series('Score', ['Mon', 'Mon'])], axis_config: { categories: ['Mon', 'Mon'] } })],
    '/blocks/0/chart',
  ],
  ['three charts', times(3, () => chart()), '/blocks'],
])('a message with %s is refused, with the fault’s place', (_, blocks, pointer) => {
  const checked = checkMessage({ text: 'x', blocks });
  expect(checked).toMatchObject({ ok: false, error: 'invalid_blocks' });
  expect(checked.ok ? [] : checked.messages.map((line) => /json-pointer:([^\]]*)/.exec(line)?.[1])).toContain(
    pointer,
  );
});

test.each<[string, object[]]>([
  ['50 blocks', times(50, () => section())],
  ['a section of 3000 characters', [section(long(3_000))]],
  ['25 buttons', [actions(...times(25, (i) => button({ action_id: `b${i}` })))]],
  ['one action_id in many blocks', times(10, () => section('x', { accessory: button({ value: '1' }) }))],
  ['an overflow menu of 2', [actions(overflow(2))]],
  ['an overflow menu of 5', [section('x', { accessory: overflow(5) })]],
  ['a select of 100', [actions(select({ options: options(100), initial_option: option('v7') }))]],
  ['two charts of 20 points', times(2, () => chart(points(20)))],
  [
    'rich text',
    [
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] }],
      },
    ],
  ],
  [
    'a table',
    [
      {
        type: 'table',
        rows: [
          [
            { type: 'raw_text', text: 'a' },
            { type: 'raw_number', value: 1, text: '1' },
          ],
        ],
      },
    ],
  ],
  ['a data table', [dataTable([raw('Engine')], [{ type: 'raw_number', value: 38, text: '38' }])]],
  ['8,900 characters', times(3, () => section(long(2_966)))],
])('a message with %s is accepted', (_, blocks) => {
  expect(checkMessage({ text: 'x', blocks })).toMatchObject({ ok: true });
});

test('the texts of all blocks together have a limit', () => {
  const blocks = times(4, () => section(long(2_300)));
  expect(checkMessage({ text: 'x', blocks })).toEqual({
    ok: false,
    error: 'msg_blocks_too_long',
    messages: [],
  });
});

test('a message can’t be empty or too long', () => {
  expect(checkMessage({})).toMatchObject({ error: 'no_text' });
  expect(checkMessage({ text: '', blocks: [] })).toMatchObject({ error: 'no_text' });
  expect(checkMessage({ text: long(40_001) })).toMatchObject({ error: 'msg_too_long' });
  expect(checkMessage({ blocks: [section()] })).toMatchObject({ ok: true });
});

test('faults are in Slack’s words', () => {
  const messages = (blocks: unknown) => {
    const checked = checkMessage({ text: 'x', blocks });
    return checked.ok ? [] : checked.messages;
  };
  expect(messages([section(long(3_001))])).toEqual([
    '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
  ]);
  expect(messages([{ type: 'marquee' }])).toEqual([
    '[ERROR] unsupported type: marquee [json-pointer:/blocks/0/type]',
  ]);
  expect(messages([{ type: 'header' }])).toEqual([
    '[ERROR] missing required field: text [json-pointer:/blocks/0/text]',
  ]);
  expect(messages([section('x', { colour: 'red' })])).toEqual([
    '[ERROR] invalid additional property: colour [json-pointer:/blocks/0]',
  ]);
  expect(messages({ type: 'section' })).toEqual(['[ERROR] must provide an array [json-pointer:/blocks]']);
});

const CHANNELS = {
  type: 'conversations_select',
  action_id: 'where',
  filter: { include: ['public', 'private'] },
};

const modal = (more: object) => ({ type: 'modal', title: plain('Track'), blocks: [section()], ...more });

test.each<[string, object, string]>([
  ['a title of 25', modal({ title: plain(long(25)) }), '/view/title/text'],
  ['no title', { type: 'modal', blocks: [] }, '/view/title'],
  ['a submit text of 25', modal({ submit: plain(long(25)) }), '/view/submit/text'],
  ['101 blocks', modal({ blocks: times(101, () => section()) }), '/view/blocks'],
  ['private_metadata of 3001', modal({ private_metadata: long(3_001) }), '/view/private_metadata'],
  ['a callback_id of 256', modal({ callback_id: long(256) }), '/view/callback_id'],
  ['a field but nothing to submit with', modal({ blocks: [input(typed)] }), '/view/submit'],
  [
    'a button as a field',
    modal({ submit: plain('Go'), blocks: [input(button())] }),
    '/view/blocks/0/element/type',
  ],
  ['a chart', modal({ blocks: [chart()] }), '/view/blocks/0/type'],
  ...(
    [
      ['a field that holds more than its own limit', { ...typed, initial_value: 'abc', max_length: 2 }],
      ['a field that holds less than it asks for', { ...typed, initial_value: 'a', min_length: 2 }],
      [
        'more people preset than may be chosen',
        { type: 'multi_users_select', action_id: 'who', initial_users: ['U1', 'U2'], max_selected_items: 1 },
      ],
      ...['D0ANA', 'U0ANA'].map((initial_conversation): [string, object] => [
        `${initial_conversation} preset among channels`,
        { ...CHANNELS, initial_conversation },
      ]),
    ] satisfies [string, object][]
  ).map(([what, element]): [string, object, string] => [
    what,
    modal({ submit: plain('Go'), blocks: [input(element)] }),
    '/view/blocks/0/element',
  ]),
  ['an unknown kind', { type: 'drawer', blocks: [] }, '/view/type'],
])('a view with %s is refused, with the fault’s place', (_, view, pointer) => {
  const checked = checkView(view);
  expect(checked).toMatchObject({ ok: false, error: 'invalid_arguments' });
  expect(checked.ok ? '' : checked.messages.join()).toContain(`json-pointer:${pointer}]`);
});

test('a view of more than 250 kB is refused', () => {
  const blocks = times(100, () => section(long(2_600)));
  expect(checkView(modal({ blocks }))).toMatchObject({ ok: false, error: 'view_too_large' });
});

test('a form and a Home tab are accepted', () => {
  const blocks = [
    input(typed, { block_id: 'name' }),
    input({ type: 'users_select', action_id: 'who' }),
    input({ ...CHANNELS, initial_conversation: 'C0ACME' }),
    ...times(97, () => section()),
  ];
  expect(checkView(modal({ submit: plain('Go'), blocks }))).toMatchObject({ ok: true });
  expect(checkView({ type: 'home', blocks: [section()] })).toMatchObject({ ok: true });
});
