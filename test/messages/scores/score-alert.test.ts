import { describe, expect, test } from 'vitest';
import { type ChangeAlert, MOST_NAMED, type ScoreAlert, type Standing } from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, ALERT, FRIDAY, STANDING } from '../cast.ts';
import { livingAlert, OPENED, standingWith } from '../every-alert.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

function draw(changes: Partial<ScoreAlert> = {}) {
  return render({ ...ALERT, ...changes }, STANDING);
}

function chartOf({ blocks }: ReturnType<typeof draw>) {
  return blocks.find(({ type }) => type === 'data_visualization');
}

test('says if the overall figure is our own mean', () => {
  const given = { noWhole: true, by: 'engine and region' } as const;
  const last = (changes: Partial<ScoreAlert>) => wordsOf(draw(changes).blocks).at(-1);
  expect(last({ ...given, alert: livingAlert() })).toContain(
    'The API gives no overall visibility score: this is our own mean of the API’s figures by engine and region.',
  );
  const lead = { ...livingAlert().lead, scope: { engine: { id: 'g', name: 'Gemini' } } };
  expect(last({ noWhole: true, alert: livingAlert({ lead }) })).toContain(
    'The API gives no overall visibility score.',
  );
});

test('says on which day other prompts leave nothing to judge', () => {
  const change = { day: '2026-11-20', of: 'prompts' as const, came: ['helm'], went: [] };
  const last = (promptChanges: ScoreAlert['promptChanges']) =>
    wordsOf(draw({ alert: livingAlert(), promptChanges }).blocks).at(-1);
  expect(last([change])).toContain('Fri 20 Nov can’t be judged');
  const shared = { of: 'prompts' as const, parts: 1, before: 50, after: 50 };
  expect(last([{ ...change, shared }])).not.toContain('can’t be judged');
});

test('the chart shows the score and the usual range on days with a figure', () => {
  const labels = ['16 Nov', '18 Nov', '19 Nov'];
  const line = (name: string, values: number[]) => ({
    name,
    data: values.map((value, i) => ({ label: labels[i], value })),
  });
  expect(chartOf(draw())).toEqual({
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

test('a sparkline replaces a refused chart', () => {
  expect(wordsOf(draw().plainBlocks ?? [])).toContain(
    '`▇·█▁` 4 days to Thu 19 Nov: lowest 53.2, highest 61.4',
  );
});

test('the notification is complete, and the text has everything shown', () => {
  const { text, blocks } = draw();
  const [first, ...others] = text.split('\n');
  expect(first).toBe('🔻 Acme fell 8.2 points to 53.2 on Thu 19 Nov · A37');
  expect(others).toContain('4 days to Thu 19 Nov: lowest 53.2, highest 61.4');
  for (const line of wordsOf(blocks).slice(1).join('\n').split('\n')) expect(others).toContain(line);
});

test('the rival that gained is one click away', () => {
  const shown = render(OPENED, standingWith(OPENED));
  expect(buttonsOf(shown.blocks)).toContain('Acme vs Globex');
  expect(JSON.stringify(shown.blocks)).toContain('compare Globex');
  const { gained, ...nobody } = OPENED.explanation ?? expect.fail('not explained');
  const other = { ...OPENED, explanation: nobody };
  expect(gained?.name).toBe('Globex');
  expect(buttonsOf(render(other, standingWith(other)).blocks)).not.toContain('Acme vs Globex');
});

test('names explanations that could not be read', () => {
  expect(draw({ unread: ['prompts', 'mentions'] }).text).toContain(
    '\nPrompts and mentions couldn’t be read.',
  );
});

describe('if what is measured has changed since it began', () => {
  const day = '2026-11-22';
  const ended = (measured: ScoreAlert['measured']) => {
    const latest = { ...OPENED, alert: livingAlert({ status: 'recovered', day: '2026-11-25' }), measured };
    return render(OPENED, standingWith(latest)).text.split('\n');
  };

  test('says so, and that the latest figure is for other prompts', () => {
    const text = ended([{ day, of: 'prompts', came: ['a', 'b', 'c'], went: ['d'] }]);
    expect(text[0]).toContain('53.2 on Wed 25 Nov, with different prompts than before');
    expect(text.join()).toMatch(/3 prompts added, 1 prompt removed on Sun 22 Nov: .* different prompts/);
    expect(render(OPENED, standingWith(OPENED)).text).not.toContain('other prompts');
  });

  test('gives the range in which that figure is usual', () => {
    const measured = [{ day, of: 'engines' as const, came: ['Copilot'], went: [] }];
    const usualNow = { low: 51.1, high: 55.7 };
    const told = (change: Partial<ChangeAlert>) =>
      draw({ measured, alert: livingAlert({ day: '2026-11-25', usualNow, ...change }) }).text;
    const said = 'With the engines of Wed 25 Nov, 51.1 to 55.7 is usual.';
    expect(told({ status: 'recovered' })).toContain(said);
    expect(told({ status: 'open' })).toContain(said);
    expect(told({ status: 'recovered', usualNow: undefined })).not.toContain('is usual.');
  });
});

describe('how sure it is', () => {
  test.each([
    [{ usual: undefined }, '61.4 on Wed 18 Nov · too few days to know what’s normal'],
    [{ alert: livingAlert({ sureness: undefined }) }, 'usually 58.9 to 63.5 · within that range'],
    [
      { alert: livingAlert({ sureness: 'just outside normal' }) },
      'usually 58.9 to 63.5 · just outside normal',
    ],
    [{ previousDay: '2026-11-09' }, '61.4 on Mon 9 Nov · '],
    [{ againstLevel: true }, '61.4 until Wed 18 Nov · '],
  ])('%j', (changes, words) => {
    expect(wordsOf(draw(changes).blocks).at(-1)).toContain(words);
  });

  test('without a usual range the chart has one line', () => {
    expect(JSON.stringify(draw({ usual: undefined }).blocks)).not.toContain('Usual');
  });
});

test('a rise of shares has enough decimals to show', () => {
  const words = wordsOf(draw({ previousScore: 0.532, score: 0.614, usual: undefined }).blocks);
  expect(words[0]).toContain('🔺 *Acme rose 0.082 points to 0.614 on Thu 19 Nov*');
});

test('a fall to zero is a fall to zero', () => {
  expect(draw({ previousScore: 61.4, score: 0 }).text).toContain('fell 61.4 points to 0.0');
});

test('a change over several days names both, and one against a level says so', () => {
  const monday = { day: '2026-11-23', previousDay: '2026-11-20' };
  expect(draw(monday).text).toContain('fell 8.2 points to 53.2 between Fri 20 Nov and Mon 23 Nov');
  expect(draw({ againstLevel: true }).text).toContain('fell 8.2 points from its usual level to 53.2 on Thu');
});

test('says if an engine is new, or there are no engines', () => {
  const engines = [{ engine: 'Gemini', score: 40, normal: false }];
  expect(draw({ engines }).text).toContain('Gemini 40.0, nothing to compare it with');
  expect(draw({ engines: [] }).text).toContain('The API gives no figures by engine');
});

describe('what moved it', () => {
  const explained = (given: Partial<ScoreAlert['explanation']>, more: Partial<ScoreAlert> = {}) =>
    draw({ explanation: { change: -8.2, parts: [], ...given }, ...more }).text;

  test('is a share of the change per part, and the main one is in the headline', () => {
    const parts = [
      { of: [{ kind: 'engine' as const, name: 'Gemini' }], points: -6, share: 0.73 },
      {
        of: [
          { kind: 'topic' as const, name: 'pricing' },
          { kind: 'engine' as const, name: 'Claude' },
        ],
        points: -3,
        share: 0.37,
        prompts: 3,
      },
      {
        of: [
          { kind: 'prompt' as const, name: 'finops' },
          { kind: 'region' as const, name: 'Germany' },
        ],
        points: -0.8,
        share: 0.1,
      },
    ];
    const text = explained({ parts });
    expect(text.split('\n')[0]).toContain(' · mostly Gemini · A37');
    expect(text).toContain('Gemini 61.0 → 47.0, 73% of it · ');
    expect(text).toContain('Claude on 3 prompts about “pricing”, 37% of it · “finops” in Germany, 10% of it');
    expect(explained({ parts: parts.slice(1) }).split('\n')[0]).not.toContain('mostly');
    const most = [{ of: [{ kind: 'engine' as const, name: 'Gemini' }], points: -10, share: 1.22 }];
    expect(explained({ parts: most })).toContain(
      'Gemini 61.0 → 47.0, more than all of it, as the rest gained · ',
    );
    const exact = most.map((part) => ({ ...part, points: -4.1, share: 0.504 }));
    expect(explained({ parts: exact })).toMatch(/mostly Gemini .*Gemini 61\.0 → 47\.0, 50% of it/s);
  });

  test('is part of the two days’ difference if the alert is against a level', () => {
    const parts = [{ of: [{ kind: 'engine' as const, name: 'Gemini' }], points: -2, share: 0.65 }];
    const text = explained({ change: -3.1, parts }, { againstLevel: true });
    expect(text).toContain('Gemini 61.0 → 47.0, −2.0 of the −3.1 since Wed');
    expect(text).not.toMatch(/% of it|mostly/);
  });

  test('names what is no longer cited, or less, and how many prompts were not read', () => {
    const lost = (after: number) => explained({ lost: { domain: 'guide.example', before: 31, after } });
    expect(lost(0)).toMatch(/guide\.example is no longer cited: in no answer, 31 on Wed/);
    expect(lost(4)).toMatch(/guide\.example is cited less: in 4 answers, 31 on Wed/);
    expect(explained({ unread: 24 })).toContain('24 prompts not read');
  });

  test('says if nothing stands out', () => {
    const calm = ALERT.engines.map((engine) => ({ ...engine, normal: true }));
    expect(explained({}, { engines: calm })).toContain('No single prompt or engine explains it');
    expect(explained({})).not.toContain('explains it');
    const { lead } = ALERT.alert;
    const ofGemini = { ...ALERT.alert, lead: { ...lead, scope: { engine: { id: 'g', name: 'Gemini' } } } };
    for (const own of [{ engines: [] }, { engines: calm, alert: ofGemini }])
      expect(explained({}, own)).toContain('No single prompt explains it');
  });
});

/** The edited message; `latest` overrides what was opened. */
function stands(
  alert: Partial<ChangeAlert>,
  given: Partial<Standing['alert']> = {},
  latest: Partial<ScoreAlert> = {},
) {
  const now = { ...OPENED, alert: livingAlert(alert), ...latest };
  return render(OPENED, { ...standingWith(now, given), posted: true });
}

describe('an alert over its days', () => {
  test('has its day before the first thing that moved, where no engine is beside the one that leads', () => {
    const lead = { ...livingAlert().lead, scope: { engine: { id: 'g', name: 'Gemini' } } };
    const engines = OPENED.engines.filter(({ engine }) => engine === 'Gemini');
    const parts = [{ of: [{ kind: 'prompt' as const, name: 'finops' }], points: -6, share: 0.73 }];
    const explanation = { change: -8.2, parts };
    const { text } = stands({ day: '2026-11-21', lead }, {}, { engines, explanation });
    expect(text).toContain('On Thu 19 Nov: “finops”');
  });

  test('matches the sketch', () => {
    const { blocks } = render(OPENED, standingWith(OPENED));
    expect(wordsOf(blocks)).toEqual([
      '🔻 *Acme fell 8.2 points to 53.2 on Thu 19 Nov* · mostly “k8s cost alerts” · A37',
      '*Gemini 61.0 → 47.0*, 29% of it · ChatGPT 61.2 → 55.1 · Perplexity as usual · no data for Claude\n' +
        '*“k8s cost alerts”*, 62% of it\n' +
        '*Globex gained*: named first 57 times, up from 42 on Wed 18 Nov',
      'No data on 1 of 4 days, which the chart skips: Tue 17 Nov.',
      '61.4 on Wed 18 Nov · usually 58.9 to 63.5 · well outside normal',
    ]);
    expect(blocks.map(({ type }) => type)).toEqual([
      'section',
      'section',
      'data_visualization',
      'context',
      'actions',
      'context',
    ]);
    expect(buttonsOf(blocks)).toEqual(['Show me why', 'Acme vs Globex', 'I’m on it', 'Mute…', 'Not useful']);
  });

  test('figures of its first days keep their date and verdict', () => {
    const foot = (day: string, status: ChangeAlert['status'] = 'open') =>
      wordsOf(stands({ status, day }).blocks).at(-1);
    const usual = 'usually 58.9 to 63.5 · well outside normal on Thu 19 Nov';
    expect(foot('2026-11-25')).toBe(`61.4 on Wed 18 Nov · ${usual}`);
    expect(foot('2026-11-25', 'recovered')).toBe(`61.4 on Wed 18 Nov · ${usual}`);
    expect(stands({ day: '2026-11-25' }).text).toContain('named first 57 times, up from 42 on Wed 18 Nov');
  });

  test('on a later day, what moved is said to be of the first', () => {
    expect(stands({ day: '2026-11-21' }).text).toContain('On Thu 19 Nov: ');
    expect(stands({ day: '2026-11-19' }).text).not.toContain('On Thu 19 Nov: ');
  });

  test('every button names its alert', () => {
    const said = JSON.stringify(render(OPENED, standingWith(OPENED)).blocks);
    expect(said.match(/"accessibility_label":"[^"]*A37[^"]*"/g)).toHaveLength(4);
  });

  const { lead } = livingAlert();
  const fell = 'fell 8.2 points to 53.2 on Thu 19 Nov';
  test.each<[string, Partial<ChangeAlert>, string, string]>([
    [
      'goes on',
      { day: '2026-11-21', lead: { ...lead, value: 52.8 } },
      `🔻 *Acme ${fell}* · mostly “k8s cost alerts” · A37`,
      'Now 52.8 on Sat 21 Nov, day 3.',
    ],
    [
      'goes on, and began before the day of its headline',
      { day: '2026-11-21', lead: { ...lead, value: 52.8, changedOn: '2026-11-18' } },
      `🔻 *Acme ${fell}* · mostly “k8s cost alerts” · A37`,
      'Now 52.8 on Sat 21 Nov, day 4 (since Wed 18 Nov).',
    ],
    [
      'recovers',
      { status: 'recovered', day: '2026-11-23', calmDays: 2, lead: { ...lead, value: 60.8 } },
      '✅ *Acme is back to normal: 60.8 on Mon 23 Nov, after 4 days* · A37',
      `It ${fell}.`,
    ],
    [
      'becomes the new normal',
      { status: 'new_normal', day: '2026-11-25', level: 53 },
      '🔻 *Acme is at a new normal of 53.0* · A37',
      'From now on, changes are measured from there.',
    ],
    [
      'is withdrawn',
      { status: 'corrected' },
      '*Acme: alert withdrawn* · A37',
      'With the API’s figures and this feed’s settings as they are now, this is no longer an alert.',
    ],
    [
      'goes the other way',
      { status: 'reversed' },
      `*Acme ${fell}* · A37`,
      'It has since gone the other way, which counts as an alert of its own.',
    ],
  ])('%s in its own message', (_, alert, headline, line) => {
    const [head, body = ''] = wordsOf(stands(alert).blocks);
    expect(head).toBe(headline);
    expect(body.split('\n')[0]).toBe(line);
    expect(`${head}${body}`).toContain(fell);
  });

  test.each(['paused', 'ended'] as const)('claims nothing to be current once its feed is %s', (stalled) => {
    const words = (day: string, status: ChangeAlert['status'] = 'open') =>
      wordsOf(stands({ day, status }, { stalled }).blocks).join('\n');
    expect(words('2026-11-21')).toContain('53.2 on Sat 21 Nov, day 3.');
    expect(words('2026-11-21')).not.toContain('Now');
    expect(words('2026-11-21')).toMatch(new RegExp(`updated.* ${stalled}\\.`));
    expect(words('2026-11-19')).toContain(`${stalled}.`);
    expect(words('2026-11-23', 'recovered')).not.toContain(stalled);
  });

  test('where prompts were added since, draws no range of the days before', () => {
    const measured = [{ of: 'prompts' as const, day: '2026-11-21', came: ['new'], went: [] }];
    const charted = (latest: Partial<ScoreAlert>) => JSON.stringify(stands({}, {}, latest).blocks);
    expect(charted({})).toContain('Usual low');
    expect(charted({ measured })).not.toContain('Usual low');
    const usual = { low: 11.1, high: 22.2 };
    const series = OPENED.series.map((day, i, all) => (i === all.length - 1 ? { ...day, usual } : day));
    // Unless each day has its own.
    expect(charted({ measured, series })).toMatch(/Usual low.*\D11\.1\D.*Usual high.*\D22\.2\D/);
  });

  test('once over, the notification says so and there is nothing to mute', () => {
    const ended = stands({ status: 'recovered', day: '2026-11-23', calmDays: 2 }, { muted: { by: 'U0ANA' } });
    expect(ended.text.split('\n')[0]).toMatch(/^✅ Acme is back to normal: 53\.2 on Mon 23 Nov, after /);
    expect(buttonsOf(ended.blocks)).toEqual(['Show me why', 'Acme vs Globex', 'Not useful']);
    expect(wordsOf(ended.blocks).join()).not.toContain('Muted');
  });

  test('once over, says what isn’t back, in its message and in the thread', () => {
    const { project, key } = OPENED;
    const alert = livingAlert({ status: 'recovered', day: '2026-11-23' });
    const still = [{ engine: 'Gemini', score: 35.3, change: -22.7, normal: false }];
    const others = [{ ...OPENED, key: 'rate', alert: livingAlert({ metric: 'mentionRate' }) }];
    const standing = { ...standingWith(OPENED, { others }), handles: { [key]: 'A37', rate: 'A38' } };
    const edited = { ...OPENED, alert, still };
    const { text } = render({ kind: 'ended_alert', v: 2, project, key, alert: edited }, standing);
    expect(text).toMatch(/below usual on Mon 23 Nov: Gemini 35\.3/);
    expect(text).toMatch(/open: A38, Acme mention rate/);
    expect(render(OPENED, standingWith(edited)).text).toMatch(/below usual on Mon 23 Nov: Gemini 35\.3/);
  });

  test('withdrawn is told in the thread as that, not as a new normal', () => {
    const { project, key } = OPENED;
    const alert = { ...OPENED, alert: livingAlert({ status: 'corrected' }) };
    const { text } = render({ kind: 'ended_alert', v: 2, project, key, alert }, standingWith(OPENED));
    expect(text).toMatch(/withdrawn/);
    expect(text).not.toMatch(/normal|✅/);
  });

  test.each([
    ['recovered', true],
    ['new_normal', false],
    ['reversed', false],
  ] as const)('%s in the thread has a tick only if the fall was made good', (status, isTicked) => {
    const { project, key } = OPENED;
    const alert = { ...OPENED, alert: livingAlert({ status, day: '2026-11-25', level: 53 }) };
    const { text } = render({ kind: 'ended_alert', v: 2, project, key, alert }, standingWith(OPENED));
    expect(text.startsWith('✅')).toBe(isTicked);
  });

  test('says who is on it, and offers to release it', () => {
    const taken = stands({}, { taken: { by: 'U0ANA', since: FRIDAY } });
    expect(wordsOf(taken.blocks).join('\n')).toMatch(/✋ <@U0ANA> has been on it since <!date/);
    expect(buttonsOf(taken.blocks)).toContain('Release');
    expect(buttonsOf(taken.blocks)).not.toContain('I’m on it');
  });

  test('says who muted it and until when', () => {
    const until = stands({}, { muted: { by: 'U0ANA', until: FRIDAY } });
    expect(wordsOf(until.blocks).join('\n')).toMatch(/\*Muted by <@U0ANA> until <!date\^\d+\^[^>]+>\*: /);
    expect(buttonsOf(until.blocks)).toEqual([
      'Show me why',
      'Acme vs Globex',
      'I’m on it',
      'Unmute',
      'Not useful',
    ]);
    const open = stands({}, { muted: { by: 'U0ANA' } });
    expect(wordsOf(open.blocks).join('\n')).toContain('*Muted by <@U0ANA> until it recovers*');
  });

  test('mentions people in its first post, and shows them on the first day only', () => {
    const calling = { ...OPENED, mention: ['U0ANA', 'U0BEN'] };
    const first = render(calling, standingWith(calling));
    expect(wordsOf(first.blocks)).toContain('<@U0ANA> <@U0BEN>');
    expect(first.text).toContain('<@U0ANA> <@U0BEN>');
    const edited = (latest: ScoreAlert) => render(calling, { ...standingWith(latest), posted: true }).text;
    expect(edited(calling)).toContain('<@U0ANA> <@U0BEN>');
    expect(edited({ ...calling, alert: livingAlert({ day: '2026-11-20' }) })).not.toContain('<@U0');
  });

  test('mentions as many people as may be named, in the notification too', () => {
    const mention = Array.from({ length: MOST_NAMED }, (_, i) => `U0123456${i + 100}`);
    const { text } = render({ ...OPENED, mention }, standingWith(OPENED));
    for (const person of mention) expect(text).toContain(`<@${person}>`);
  });

  test('shows other metrics that moved with it', () => {
    const rate = {
      ...OPENED,
      score: 0.717,
      previousScore: 0.783,
      alert: livingAlert({ metric: 'mentionRate', status: 'recovered' }),
    };
    expect(stands({}, { also: [rate] }).text).toContain(
      '\nAlso: mention rate 78.3% → 71.7%, back to normal: 53.2% on Thu 19 Nov, after 0 days\n',
    );
  });

  test('names an engine or another metric', () => {
    const scope = { engine: { id: 'g', name: 'Gemini' } };
    const { text } = stands({ lead: { ...lead, scope } });
    expect(text).toMatch(/^🔻 Acme on Gemini fell 8\.2 points to 53\.2/);
    const rank = { score: 3.4, previousScore: 2.1, againstLevel: true };
    expect(stands({ metric: 'averageRank' }, {}, rank).text).toMatch(
      /^🔻 Acme average rank got worse by 1\.30 places from its usual level to 3\.40/,
    );
  });
});

test('an alert that gets graver compares with its usual level', () => {
  const lead = { ...livingAlert().lead, value: 47.1, delta: 47.1 - 61.2 };
  const alert = livingAlert({ day: '2026-11-20', lead });
  const { blocks } = render(
    { kind: 'graver_alert', v: 1, project: ACME, key: OPENED.key, alert, mention: ['U0ANA'] },
    STANDING,
  );
  expect(wordsOf(blocks)).toEqual([
    '🔻 *Acme: A37 is now well outside normal*',
    'Acme fell 14.1 points from its usual level of 61.2, to 47.1 on Fri 20 Nov.',
    '<@U0ANA>',
  ]);
});

test('once you’re ahead again, your own figure comes first', () => {
  const day = '2026-11-21';
  const about = {
    type: 'rival' as const,
    rival: 'Globex',
    since: day,
    until: '2026-11-18',
    figures: { day, own: 42, rival: 57, of: 240 },
    now: { day: '2026-11-24', own: 60, rival: 41, of: 240 },
  };
  const alert = { kind: 'mention_alert' as const, v: 1 as const, project: ACME, key: 'rival', about };
  expect(render({ ...alert, status: 'over' }, STANDING).text).toMatch(
    /named first in 60 of 240 .*, Globex in 41/,
  );
  expect(render({ ...alert, status: 'open' }, STANDING).text).toMatch(
    /named first in 57 of 240 .*, you in 42/,
  );
});
