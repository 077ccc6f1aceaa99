import { describe, expect, test } from 'vitest';
import { alertMuteModal, type WhyAlert, whyAlertAnswer } from '../../../src/messages/scores/alert-answers.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { livingAlert, OPENED } from '../every-alert.ts';
import { drawnView, heardOf, shownOf } from '../reading.ts';

const READER = { reader: 'U0ANA', mayAct: false, mayShow: false };

function lines(given: Partial<WhyAlert> = {}): string[] {
  const why = { alert: OPENED, handle: 'A37', muted: undefined, minChange: 5 };
  const answer = whyAlertAnswer({ ...why, posts: [], now: FRIDAY, ...READER, ...given });
  return shownOf(answer).flatMap((text) => text.split('\n'));
}

test('the alert of one engine lists the others apart from what moved', () => {
  const alert = livingAlert();
  const lead = { ...alert.lead, scope: { engine: { id: 'g', name: 'Gemini' } } };
  const headings = (given: Partial<WhyAlert['alert']>) =>
    lines({ alert: { ...OPENED, alert: { ...alert, lead }, ...given } }).filter((line) =>
      /moved\*$/.test(line),
    );
  expect(headings({ explanation: undefined })).toEqual(['*What else moved*']);
  expect(headings({})).toEqual(['*What moved*']);
});

describe('how an alert turned out', () => {
  test('is given once settled, and before that the day it will be', () => {
    expect(lines({ settled: { after: '2026-12-03' } })).toContain(
      'Whether it lasts will be clear from the figures of Thu 3 Dec.',
    );
    expect(lines({ settled: { outcome: 'held', settled: 'held' } })).toContain(
      '*Held.* It still held two weeks later.',
    );
    expect(lines().join()).not.toMatch(/held|settled|clear/i);
    const over = { ...OPENED, alert: livingAlert({ status: 'recovered' }) };
    expect(lines({ alert: over, settled: { after: '2026-12-03' } }).join()).not.toContain('Whether it lasts');
  });

  test('will be known of an alert after prompts came, too, if those asked before and after tell how it moved', () => {
    const came = { day: '2026-11-21', of: 'prompts' as const, came: ['k8s'], went: [] };
    const shared = { of: 'prompts' as const, parts: 9, before: 50, after: 51 };
    const said = (alert: Partial<WhyAlert['alert']>) =>
      lines({ alert: { ...OPENED, ...alert }, settled: { after: '2026-12-03' } }).join('\n');
    const known = said({ measured: [came], promptChanges: [{ ...came, shared }] });
    expect(known).toContain('figures of Thu 3 Dec');
    for (const promptChanges of [[came], undefined])
      expect(said({ measured: [came], promptChanges })).toContain('can’t be told');
    expect(said({ measured: [{ ...came, of: 'engines' }] })).toContain('can’t be told');
  });

  test('says who called it false, or why it is unclear', () => {
    const said = (settled: WhyAlert['settled']) => lines({ settled }).join('\n');
    expect(said({ outcome: 'false', settled: 'corrected' })).toContain(
      'The API has since given another figure',
    );
    expect(said({ outcome: 'false', settled: 'held' })).toContain('People here found it');
    expect(said({ outcome: 'unclear', settled: 'unclear' })).toContain('*Unclear.* Too few of the days');
  });

  test.each([
    [
      { counts: { held: 9, false: 1, faded: 1 } },
      '11 alerts settled in the last 90 days: 9 held, 1 faded, 1 false.',
    ],
    [{ counts: { held: 1 } }, '1 alert settled in the last 90 days: 1 held.'],
    [
      { counts: { unclear: 1 }, raised: { minChange: 6, without: { unclear: 1 } } },
      '1 alert settled in the last 90 days: 1 unclear. An alert threshold of 6 would have dropped 1: 1 unclear.',
    ],
    [
      { counts: { held: 2, false: 2 }, raised: { minChange: 6, without: { held: 1, false: 2 } } },
      '4 alerts settled in the last 90 days: 2 held, 2 false. An alert threshold of 6 would have dropped 3: 1 held, 2 false.',
    ],
  ])('comes with how all alerts turned out: %j', (given, words) => {
    expect(lines({ ledger: { days: 90, ...given } }).at(-1)).toBe(words);
  });
});

test('asked whether it’s over, an open alert says how far from normal it still is', () => {
  const first = (value: number, usualNow?: { low: number; high: number }) => {
    const lead = { ...livingAlert().lead, value };
    const alert = livingAlert({
      status: 'open',
      day: '2026-11-25',
      lead,
      usual: { low: 58.9, high: 63.5 },
      usualNow,
    });
    return lines({ alert: { ...OPENED, alert }, aspect: 'over' })[0];
  };
  expect(first(55.3)).toContain('since Thu 19 Nov: 55.3 on Wed 25 Nov, below its usual 58.9 to 63.5.');
  expect(first(59.5)).toContain('59.5 on Wed 25 Nov, within its usual 58.9 to 63.5.');
  expect(first(55.3, { low: 54.1, high: 58.7 })).toContain('within its usual 54.1 to 58.7.');
});

describe('why an alert was raised', () => {
  test('names each limit: what is normal, what alerts, and what ends it', () => {
    const all = lines();
    for (const line of [
      '61.4 on Wed 18 Nov · usually 58.9 to 63.5 · well outside normal',
      'It jumped: on Thu 19 Nov it was further from its level of 61.2 than chance makes likely.',
      'This feed’s alert threshold is 5 points, or more if days vary a lot.',
      'It ends after two days back in its usual range',
    ])
      expect(all.join('\n')).toContain(line);
  });

  test('keeps to the level it was raised at, even if its past is reread', () => {
    const readAgain = livingAlert({ day: '2026-11-25', lead: { ...livingAlert().lead, base: 61.8 } });
    const later = { ...OPENED, alert: readAgain };
    const foundBy = (all: string[]) => all.join('\n').match(/It jumped.*|It ends.*/g);
    expect(foundBy(lines({ alert: later }))).toEqual(foundBy(lines()));
    // A shift must be back near its level; once other things are measured, where that is in their figures.
    const measured = livingAlert({
      ...readAgain,
      usualNow: { low: 68.9, high: 73.5 },
      lead: { ...readAgain.lead, kind: 'shift', base: 71.2 },
    });
    expect(lines({ alert: { ...OPENED, alert: measured } }).join()).toContain('two days back near 71.2');
    expect(foundBy(lines())).toHaveLength(2);
    const shift = { ...readAgain, lead: { ...readAgain.lead, kind: 'shift' as const } };
    const anew = { ...later, alert: shift, day: '2026-11-21', foundAs: { ...shift.lead, base: 60.9 } };
    expect(lines({ alert: anew }).join()).toContain('back near 60.9, or');
  });

  test('says since when a jump lasted that began before its headline’s day', () => {
    const foundAs = { ...livingAlert().lead, changedOn: '2026-11-17' };
    expect(lines({ alert: { ...OPENED, foundAs } }).join()).toContain(
      'It jumped: from Tue 17 Nov to Thu 19 Nov it was',
    );
  });

  test('says if the measured prompts changed since it began', () => {
    const measured = [{ day: '2026-11-22', of: 'prompts' as const, came: ['a', 'b', 'c'], went: [] }];
    const ended = livingAlert({ status: 'recovered', day: '2026-11-25' });
    const said = lines({ alert: { ...OPENED, alert: ended, measured } });
    expect(said).toContain(
      '3 prompts added on Sun 22 Nov: figures before and after are for different prompts.',
    );
    expect(said).toContain(
      'Back to normal: 53.2 on Wed 25 Nov, with different prompts than before, after 6 days.',
    );
  });

  test.each([
    ['recovered', /^Back to normal: 53\.2 on Wed 25 Nov, after 6 days\.$/],
    ['reversed', /^It has since gone the other way/],
    ['corrected', /^Withdrawn\./],
  ] as const)('says how it ended: %s', (status, line) => {
    const ended = livingAlert({ status, day: '2026-11-25' });
    expect(lines({ alert: { ...OPENED, alert: ended } }).at(-1)).toMatch(line);
  });

  test('says if too few days were known to call it unusual', () => {
    expect(lines({ aspect: 'sure', alert: { ...OPENED, usual: undefined } }).join()).toContain(
      'Too few days are known',
    );
  });
});

test('the text has every line uncut, with where it was posted, its state and who muted it', () => {
  const posts = [{ channel: 'C0ACME', at: FRIDAY, state: 'sent' as const, notBefore: FRIDAY }];
  const why = { project: ACME, alert: OPENED, handle: 'A37', minChange: 5 };
  const heard = heardOf(
    whyAlertAnswer({ ...why, posts, muted: { by: 'U0BEN', until: undefined }, now: FRIDAY, ...READER }),
  );
  expect(heard.join()).not.toContain('…');
  expect(heard).toEqual(
    expect.arrayContaining([
      'In <#C0ACME>: posted after the check of Fri 20 Nov, 08:00 UTC.',
      'Muted by <@U0BEN> until it recovers.',
    ]),
  );
  expect(heard.join('\n')).toMatch(/^Open\./m);
});

test('against a level, parts add up to the two days’ difference', () => {
  const alert = { ...OPENED, againstLevel: true };
  expect(lines({ alert }).join()).toContain('−2.4 of the −8.2 since Wed');
});

test('whoever mutes a fall reads that a rise still comes, and the other way round', () => {
  const delta = OPENED.alert.lead.delta;
  const said = (sign: number) => {
    const lead = { ...OPENED.alert.lead, delta: sign * delta };
    const alert = { ...OPENED, alert: { ...OPENED.alert, lead } };
    return JSON.stringify(drawnView(alertMuteModal(alert, 'A1', '')).blocks);
  };
  expect(delta).toBeLessThan(0);
  expect(said(1)).toContain('unless the visibility score improves');
  expect(said(-1)).toContain('unless the visibility score gets worse');
});
