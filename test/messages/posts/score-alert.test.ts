import { describe, expect, test } from 'vitest';
import type { ChangeAlert, ScoreAlert, Standing } from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ALERT, FRIDAY, STANDING } from '../cast.ts';
import { livingAlert, OPENED, standingWith } from '../every-alert.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

function draw(changes: Partial<ScoreAlert> = {}) {
  return render({ ...ALERT, ...changes }, STANDING);
}

test('an alert says what changed, how sure that is, and which engines moved', () => {
  expect(wordsOf(draw().blocks)).toEqual([
    '*Acme visibility score fell 8.2 points: 61.4 → 53.2* · A37\n' +
      'Thu 19 Nov (complete) against Wed · well outside normal (usual range 58.9 to 63.5)',
    'Engines: Gemini −14.0 · ChatGPT −6.1 · Perplexity +0.3, normal · Claude no data\n' +
      'No data on 1 of 4 days.',
  ]);
});

test('its chart has the score and the usual range, for the days that have a figure', () => {
  const labels = ['Nov 16', 'Nov 18', 'Nov 19'];
  const line = (name: string, values: number[]) => ({
    name,
    data: values.map((value, i) => ({ label: labels[i], value })),
  });
  expect(draw().blocks.at(-1)).toEqual({
    type: 'data_visualization',
    title: 'Acme visibility score',
    chart: {
      type: 'line',
      series: [
        line('Score', [60.8, 61.4, 53.2]),
        line('Usual low', [58.9, 58.9, 58.9]),
        line('Usual high', [63.5, 63.5, 63.5]),
      ],
      axis_config: { categories: labels },
    },
  });
});

test('where a chart is refused, a line of signs takes its place', () => {
  const { plainBlocks = [] } = draw();
  expect(plainBlocks.every(({ type }) => type === 'section')).toBe(true);
  expect(wordsOf(plainBlocks).at(-1)).toBe('`▇·█▁` 4 days to Thu 19 Nov: lowest 53.2, highest 61.4');
});

test('the notification is complete in itself', () => {
  expect(draw().text.split('\n')).toEqual([
    'Acme visibility score fell 8.2 points to 53.2 on Thu 19 Nov, well outside normal.',
    '61.4 on Wed 18 Nov, 53.2 on Thu 19 Nov: well outside normal (usual range 58.9 to 63.5).',
    'Engines: Gemini −14.0; ChatGPT −6.1; Perplexity +0.3, normal; Claude no data.',
    '4 days to Thu 19 Nov: lowest 53.2, highest 61.4. No data on 1 of 4 days.',
  ]);
});

test('what would explain it and could not be read is named', () => {
  const { blocks, text } = draw({ unread: ['prompts', 'mentions'] });
  expect(wordsOf(blocks)[1]).toContain('\nPrompts and mentions couldn’t be read\n');
  expect(text.split('\n')).toContain('Prompts and mentions couldn’t be read.');
});

test('where other prompts are asked since it began, it says so, seen and heard', () => {
  const measured = [{ day: '2026-11-22', of: 'prompts' as const, came: ['a', 'b', 'c'], went: ['d'] }];
  const line =
    '3 prompts came, 1 prompt went on Sun 22 Nov: figures before and after are of different prompts.';
  const back = 'Back to normal: 53.2 on Wed 25 Nov, of other prompts. Lasted 6 days.';
  const ended = { ...OPENED, alert: livingAlert({ status: 'recovered', day: '2026-11-25' }), measured };
  const { blocks, text } = render(OPENED, standingWith(ended));
  expect(wordsOf(blocks)[0]?.split('\n').slice(-2)).toEqual([`*${back}*`, line]);
  expect(text.split('\n')).toContain(line);
  expect(text).toContain('of other prompts');
  expect(wordsOf(render(OPENED, standingWith(OPENED)).blocks).join()).not.toContain('other prompts');
});

test('where other engines and regions are measured since, what became of it is of those', () => {
  const day = '2026-11-22';
  const measured = [
    { day, of: 'engines' as const, came: ['Copilot'], went: ['Gemini'] },
    { day, of: 'regions' as const, came: ['France'], went: ['Germany'] },
  ];
  const ended = { ...OPENED, alert: livingAlert({ status: 'recovered', day: '2026-11-25' }), measured };
  const { text } = render(OPENED, standingWith(ended));
  expect(text).toContain('ack to normal: 53.2 on Wed 25 Nov, of other engines and regions. Lasted 6 days.');
  expect(text.split('\n')).toContain(
    'Copilot came, Gemini went, France came, Germany went on Sun 22 Nov: figures before and after are of different engines and regions.',
  );
});

describe('how sure it is', () => {
  test.each([
    [{ usual: undefined, sureness: undefined }, 'too few days to know what is normal'],
    [{ sureness: undefined }, 'within the usual range (58.9 to 63.5)'],
    [{ sureness: 'at the edge of normal' as const }, 'at the edge of normal (usual range 58.9 to 63.5)'],
  ])('%j', (changes, words) => {
    expect(wordsOf(draw(changes).blocks)[0]).toContain(words);
  });

  test('without a usual range the chart has one line', () => {
    expect(JSON.stringify(draw({ usual: undefined, sureness: undefined }).blocks)).not.toContain('Usual');
  });
});

test('a rise says so, on a scale of shares with decimals enough to see it', () => {
  const words = wordsOf(draw({ previousScore: 0.532, score: 0.614, usual: undefined }).blocks);
  expect(words[0]).toContain('*Acme visibility score rose 0.082 points: 0.532 → 0.614*');
});

test('a fall to zero is a fall to zero', () => {
  expect(wordsOf(draw({ previousScore: 61.4, score: 0 }).blocks)[0]).toContain(
    'fell 61.4 points: 61.4 → 0.0',
  );
});

test('an earlier day more than a week back is named in full', () => {
  expect(wordsOf(draw({ previousDay: '2026-11-09' }).blocks)[0]).toContain('against Mon 9 Nov');
});

test('an engine that is new has nothing to compare with; no engines are named as absent', () => {
  const engines = [{ engine: 'Gemini', score: 40, normal: false }];
  expect(wordsOf(draw({ engines }).blocks)[1]).toContain('Engines: Gemini nothing to compare with');
  expect(wordsOf(draw({ engines: [] }).blocks)[1]).toContain('the API gave no figures by engine');
});

/** As it is edited when it stands so; `latest` differs from what was opened. */
function stands(
  alert: Partial<ChangeAlert>,
  given: Partial<Standing['alert']> = {},
  latest: Partial<ScoreAlert> = {},
) {
  const now = { ...OPENED, alert: livingAlert(alert), ...latest };
  return render(OPENED, { ...standingWith(now, given), posted: true });
}

describe('an alert with a life', () => {
  test('is as it was sketched', () => {
    const { blocks } = render(OPENED, standingWith(OPENED));
    expect(wordsOf(blocks)).toEqual([
      '*Acme visibility score fell 8.2 points: 61.4 → 53.2* · A37\n' +
        'Thu 19 Nov (complete) against Wed · well outside normal (usual range 58.9 to 63.5)',
      'What moved: prompt “k8s cost alerts” −5.1 · Gemini −2.4 · other −0.7 (sum −8.2)\n' +
        'Who gained: Globex, named first 57 times (42 on Wed)\n' +
        'Engines: Gemini −14.0 · ChatGPT −6.1 · Perplexity +0.3, normal · Claude no data\n' +
        'No data on 1 of 4 days.',
    ]);
    expect(blocks.map(({ type }) => type)).toEqual(['section', 'section', 'data_visualization', 'actions']);
    expect(buttonsOf(blocks)).toEqual(['Details', 'Mute…', 'Not useful']);
  });

  test('every button says which alert it is of', () => {
    const said = JSON.stringify(render(OPENED, standingWith(OPENED)).blocks.at(-1));
    expect(said.match(/"accessibility_label":"[^"]*A37[^"]*"/g)).toHaveLength(3);
  });

  test.each<[string, Partial<ChangeAlert>, string]>([
    [
      'goes on',
      { day: '2026-11-21', lead: { ...livingAlert().lead, value: 52.8 } },
      'Latest: 52.8 on Sat 21 Nov, day 3 of it.',
    ],
    [
      'recovers',
      { status: 'recovered', day: '2026-11-23', calmDays: 2, lead: { ...livingAlert().lead, value: 60.8 } },
      '*Back to normal: 60.8 on Mon 23 Nov. Lasted 4 days.*',
    ],
    [
      'goes on, and began before the day of its headline',
      { day: '2026-11-21', lead: { ...livingAlert().lead, value: 52.8, changedOn: '2026-11-18' } },
      'Latest: 52.8 on Sat 21 Nov, day 4 of it (began Wed 18 Nov).',
    ],
    [
      'becomes the new normal',
      { status: 'new_normal', day: '2026-11-25', level: 53 },
      '*New normal since Thu 19 Nov: 53.0. Changes are told against it from now on.*',
    ],
    [
      'becomes the new normal where it came to rest',
      { status: 'new_normal', day: '2026-11-28', level: 47, levelSince: '2026-11-22' },
      '*New normal since Sun 22 Nov: 47.0. Changes are told against it from now on.*',
    ],
    [
      'is taken back',
      { status: 'corrected' },
      '*Taken back: the API’s figures of these days and the smallest change told, as they are now, give no reason for an alert any more.*',
    ],
  ])('%s in its own message, under its own headline', (_, alert, line) => {
    const [head = ''] = wordsOf(stands(alert).blocks);
    expect(head.split('\n')[0]).toBe('*Acme visibility score fell 8.2 points: 61.4 → 53.2* · A37');
    expect(head.split('\n')[2]).toBe(line);
  });

  test('once it has ended, the notification says so and nothing is left to mute', () => {
    const ended = stands({ status: 'recovered', day: '2026-11-23', calmDays: 2 }, { muted: { by: 'U0ANA' } });
    expect(ended.text.split('\n')[0]).toBe(
      'Acme visibility score: back to normal: 53.2 on Mon 23 Nov. Lasted 4 days.',
    );
    expect(buttonsOf(ended.blocks)).toEqual(['Details', 'Not useful']);
    expect(wordsOf(ended.blocks).join()).not.toContain('Muted');
  });

  test('says who muted it and until when', () => {
    const until = stands({}, { muted: { by: 'U0ANA', until: FRIDAY } });
    expect(wordsOf(until.blocks)[0]).toMatch(
      /\*Muted by <@U0ANA> until <!date\^\d+\^[^>]+>\*: no new score alerts/,
    );
    expect(buttonsOf(until.blocks)).toEqual(['Details', 'Unmute', 'Not useful']);
    const open = stands({}, { muted: { by: 'U0ANA' } });
    expect(wordsOf(open.blocks)[0]).toContain('*Muted by <@U0ANA> until it has recovered*');
  });

  test('calls people in its first post, never in an edit', () => {
    const calling = { ...OPENED, mention: ['U0ANA', 'U0BEN'] };
    const first = render(calling, standingWith(calling));
    expect(wordsOf(first.blocks)[0]?.split('\n').at(-1)).toBe('<@U0ANA> <@U0BEN>');
    expect(first.text.split('\n').slice(-2)).toEqual(['<@U0ANA>', '<@U0BEN>']);
    const edit = render(calling, { ...standingWith(calling), posted: true });
    expect(JSON.stringify(edit)).not.toContain('<@U0');
  });

  test('tells other metrics that moved with it', () => {
    const rate = {
      ...OPENED,
      score: 0.717,
      previousScore: 0.783,
      alert: livingAlert({ metric: 'mentionRate', status: 'recovered' }),
    };
    expect(wordsOf(stands({}, { also: [rate] }).blocks)[1]).toContain(
      '\nAlso: mention rate 78.3 % → 71.7 %, back to normal on Thu 19 Nov\n',
    );
  });

  test('that got another headline says under which one it began', () => {
    const scope = { engine: { id: 'p', name: 'Perplexity' } };
    const first: ScoreAlert = {
      ...OPENED,
      score: 60.7,
      previousScore: 36.7,
      alert: livingAlert({ lead: { ...livingAlert().lead, scope } }),
    };
    const now: ScoreAlert = {
      ...OPENED,
      day: '2026-11-20',
      score: 50.5,
      previousScore: 43.8,
      alert: livingAlert({ day: '2026-11-20' }),
    };
    const rate = {
      ...first,
      score: 0.767,
      previousScore: 0.6,
      alert: livingAlert({ metric: 'mentionRate' }),
    };
    const words = wordsOf(render(first, standingWith(now, { also: [rate] })).blocks);
    expect(words[0]?.split('\n').slice(0, 3)).toEqual([
      '*Acme visibility score rose 6.7 points: 43.8 → 50.5* · A37',
      'Fri 20 Nov (complete) against Wed · well outside normal (usual range 58.9 to 63.5)',
      'Began on Thu 19 Nov: visibility score on Perplexity rose 24.0 points, 36.7 → 60.7.',
    ]);
    expect(words[1]).toContain('\nAlso: mention rate 60.0 % → 76.7 % on Thu 19 Nov\n');
  });

  test('of an engine, or of another metric, names it', () => {
    const scope = { engine: { id: 'g', name: 'Gemini' } };
    const [head] = wordsOf(stands({ lead: { ...livingAlert().lead, scope } }).blocks);
    expect(head).toContain('*Acme visibility score on Gemini fell 8.2 points: 61.4 → 53.2*');
    const rank = { score: 3.4, previousScore: 2.1, againstLevel: true };
    const [worse] = wordsOf(stands({ metric: 'averageRank' }, {}, rank).blocks);
    expect(worse).toContain('*Acme average rank got worse 1.30 places: 2.10 → 3.40*');
    expect(worse).toContain('Thu 19 Nov (complete) against the level until Wed');
  });
});
