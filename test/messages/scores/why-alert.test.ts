import { describe, expect, test } from 'vitest';
import type { ScoreAlert } from '../../../src/decision.ts';
import { type WhyAlert, whyAlertAnswer } from '../../../src/messages/scores/why-alert.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { livingAlert, OPENED } from '../every-alert.ts';
import { wordsOf } from '../reading.ts';

const LIMIT = { around: 61.2, below: 55, above: 67.4, least: 6.2 };

function lines(given: Partial<WhyAlert> = {}): string[] {
  const why = { project: ACME, alert: OPENED, first: OPENED, handle: 'A37', muted: undefined, minChange: 5 };
  const answer = whyAlertAnswer({ ...why, limit: LIMIT, posts: [], now: FRIDAY, ...given });
  return wordsOf(answer.blocks).flatMap((text) => text.split('\n'));
}

describe('why an alert came', () => {
  test('names the limits apart: what is normal, what alerts, and what ends it', () => {
    expect(lines().slice(1, 7)).toEqual([
      '• Thu 19 Nov (complete) against Wed: well outside normal (usual range 58.9 to 63.5).',
      '• Rule: a jump. On Thu 19 Nov it was further from the level before, 61.2, than single days usually are.',
      '• Threshold: changes of at least 5 points, more where its days differ much.',
      '• A day alone alerts from 6.2 points away from 61.2, what is usual for a Thursday: below 55.0 or above 67.4; two days in a row on one side from less.',
      '• The usual range is narrower: a day outside it is not normal, but no alert by that alone.',
      '• It is over after two days within 2.5 points of the level before, 61.2; when the middle of a week lies there or in the usual range; or when a new level has lasted a week.',
    ]);
  });

  test('has limits that whoever reckons with what is read finds there, to the tenth', () => {
    const limit = { around: 60.65, below: 54.4375, above: 66.8625, least: 6.2125 };
    const said = lines({ limit }).join();
    const [, away, around, below, above] =
      said.match(/from ([\d.]+) points away from ([\d.]+), .*: below ([\d.]+) or above ([\d.]+);/) ?? [];
    expect(Number(around) - Number(below)).toBeCloseTo(Number(away), 5);
    expect(Number(above) - Number(around)).toBeCloseTo(Number(away), 5);
  });

  test('goes on saying by which level it was found and ends, however its past is read later', () => {
    const readAgain = livingAlert({ day: '2026-11-25', lead: { ...livingAlert().lead, base: 61.8 } });
    const later = { ...OPENED, alert: readAgain };
    expect(lines({ alert: later }).slice(1, 7)).toEqual(lines().slice(1, 7));
    const anew = { ...later, day: '2026-11-21', foundAs: { ...livingAlert().lead, base: 60.9 } };
    expect(lines({ alert: anew }).join()).toContain('the level before, 60.9; when');
  });

  test('of a jump that began before the day of its headline says since when', () => {
    const foundAs = { ...livingAlert().lead, changedOn: '2026-11-17' };
    expect(lines({ alert: { ...OPENED, foundAs } }).join()).toContain(
      'From Tue 17 Nov to Thu 19 Nov it was further from',
    );
  });

  test('says so where only two days together were enough', () => {
    const alert = { ...OPENED, score: 55.4 };
    expect(lines({ alert }).join()).toContain('two days in a row on one side from less, as here.');
  });

  test('of a shift has no limit of a day, and while nobody knows what is usual neither', () => {
    const shift = livingAlert({ lead: { ...livingAlert().lead, kind: 'shift' } });
    const told = { ...OPENED, alert: shift };
    expect(lines({ alert: told, first: told })).toContain(
      '• Threshold: changes of at least 5 points, from level to level.',
    );
    expect(lines({ limit: undefined })).toContain('• Threshold: changes of at least 5 points.');
  });

  test('explains how its parts and its engines are related', () => {
    expect(lines()).toContain(
      '• “What moved” shares out the headline’s −8.2: how far a part moved by itself, times its share of the answers (Gemini: −14.0 by itself, −2.4 of the whole). “Engines” says how far each moved by itself.',
    );
    const alone = { ...OPENED, engines: [] };
    expect(lines({ alert: alone }).join()).toContain('shares out the headline’s −8.2: ');
    const alert = { ...OPENED, explanation: undefined };
    expect(lines({ alert }).join()).not.toContain('shares out');
  });

  test('says under which headline it began, where it has another one now', () => {
    const first: ScoreAlert = {
      ...OPENED,
      day: '2026-11-18',
      previousDay: '2026-11-17',
      score: 55,
      previousScore: 61,
    };
    expect(lines({ first })[2]).toBe('• Began on Wed 18 Nov: visibility score fell 6.0 points, 61.0 → 55.0.');
    const posts = [{ channel: 'C0ACME', at: FRIDAY, state: 'sent' as const, notBefore: FRIDAY }];
    expect(lines({ first, posts }).join('\n')).toMatch(/posted, decided .*, changed since\.$/m);
    expect(lines({ posts }).join('\n')).toMatch(/posted, decided [^,]*(, [^c,]*)?\.$/m);
    expect(lines().join()).not.toContain('Began');
  });

  test('says so where the measured prompts changed since it began', () => {
    const measured = [{ day: '2026-11-22', of: 'prompts' as const, came: ['a', 'b', 'c'], went: [] }];
    const ended = livingAlert({ status: 'recovered', day: '2026-11-25' });
    const said = lines({ alert: { ...OPENED, alert: ended, measured } });
    expect(said).toContain(
      '• 3 prompts came on Sun 22 Nov: figures before and after are of different prompts.',
    );
    expect(said.at(-1)).toBe('• Back to normal: 53.2 on Wed 25 Nov, of other prompts. Lasted 6 days.');
  });

  test('says how it ended', () => {
    const ended = livingAlert({ status: 'recovered', day: '2026-11-25' });
    expect(lines({ alert: { ...OPENED, alert: ended } }).at(-1)).toBe(
      '• Back to normal: 53.2 on Wed 25 Nov. Lasted 6 days.',
    );
  });
});

test('whoever listens hears all of it: no line is cut, and where it was posted, how it stands and who muted it are there', () => {
  const posts = [{ channel: 'C0ACME', at: FRIDAY, state: 'sent' as const, notBefore: FRIDAY }];
  const why = { project: ACME, alert: OPENED, first: OPENED, handle: 'A37', minChange: 5, limit: LIMIT };
  const { text } = whyAlertAnswer({ ...why, posts, muted: { by: 'U0BEN', until: undefined }, now: FRIDAY });
  expect(text).not.toContain('…');
  expect(text.split('\n').slice(-3)).toEqual([
    'In <#C0ACME>: posted, decided Fri 20 Nov, 08:00 UTC.',
    'Now: open.',
    'Muted until it has recovered.',
  ]);
});

test('against a level, the parts are those of the two days, and a level carried over is said to be', () => {
  const alert = { ...OPENED, againstLevel: true };
  expect(lines({ alert }).join()).toContain('“What moved” shares out the −8.2 since Wed: ');
  const other = { ...OPENED, againstLevel: true, carriedOver: true };
  const why = { project: ACME, first: OPENED, handle: 'A37', muted: undefined, minChange: 5, posts: [] };
  const { text } = whyAlertAnswer({ ...why, alert: other, now: FRIDAY });
  const carried =
    'The level before and the usual range are carried over to what is measured now; the chart has the API’s own figures.';
  expect(lines({ alert: other })).toContain(`• ${carried}`);
  expect(text.split('\n')).toContain(carried);
});
