import { describe, expect, it } from 'vitest';
import type { ScoreAlert } from '../../../src/decision.ts';
import { type DetailsPicture, scoreDetailsMessage } from '../../../src/messages/scores/what-moved.ts';
import { draw as drawn } from '../../../src/slack/draw.ts';
import { ALERT, STANDING } from '../cast.ts';
import { livingAlert } from '../every-alert.ts';
import { expectHarmless, expectWithinLimits, seen, wordsOf } from '../reading.ts';

const PICTURE: DetailsPicture = {
  altText: 'Acme visibility score: 53.2 on Thu 19 Nov. Alerts: A37 on Thu 19 Nov (down).',
  posted: true,
};

function draw(changes: Partial<ScoreAlert> = {}, picture: DetailsPicture | undefined = PICTURE) {
  return drawn(scoreDetailsMessage({ ...ALERT, ...changes }, STANDING, picture));
}

function cells(message = draw()) {
  const table = message.blocks.find((block) => block.type === 'table');
  return table?.rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : cell.type)));
}

describe('the details of an alert', () => {
  it('show both days for the whole project and every engine', () => {
    expect(cells()).toEqual([
      ['Engine', 'Wed 18 Nov', 'Thu 19 Nov', 'Change', 'Verdict'],
      ['All engines', '61.4', '53.2', '−8.2', 'well outside normal'],
      ['Gemini', '61.0', '47.0', '−14.0', 'well outside normal'],
      ['ChatGPT', '61.2', '55.1', '−6.1', 'just outside normal'],
      ['Perplexity', '61.0', '61.3', '+0.3', 'normal'],
      ['Claude', 'no data', 'no data', 'not known', 'not known'],
    ]);
  });

  it('give the unit of changes in shares once, below', () => {
    const alert = livingAlert({ metric: 'mentionRate' });
    const message = draw({ alert, score: 0.717, previousScore: 0.783, engines: [] });
    expect(cells(message)?.[0]).toEqual(['Engine', 'Wed 18 Nov', 'Thu 19 Nov', 'Change', 'Verdict']);
    expect(
      wordsOf(message.blocks)
        .join('\n')
        .match(/percentage points/g),
    ).toHaveLength(1);
  });

  it('show the whole, as it moved between both days, if one engine leads the alert, or it compares with a level', () => {
    const engine = { id: 'g', name: 'Gemini' };
    const alert = livingAlert({ lead: { ...livingAlert().lead, scope: { engine } } });
    for (const given of [{ alert, score: 47, previousScore: 61 }, { againstLevel: true }]) {
      const whole = { engine: '', score: 60, change: -1.4, normal: true };
      expect(cells(draw({ ...given, whole }))?.[1]).toEqual([
        'All engines',
        '61.4',
        '60.0',
        '−1.4',
        'normal',
      ]);
      // Unless the API gave none.
      const names = cells(draw(given))?.map(([name]) => name);
      expect(names).toEqual(['Engine', 'Gemini', 'ChatGPT', 'Perplexity', 'Claude']);
    }
  });

  it('name what changed since the alert began', () => {
    const measured = [{ day: '2026-11-22', of: 'prompts' as const, came: ['a', 'b', 'c'], went: [] }];
    const line = '3 prompts added on Sun 22 Nov: figures before and after are for different prompts.';
    const message = draw({ measured });
    expect(wordsOf(message.blocks).join('\n')).toContain(line);
    expect(message.text).toContain(line);
  });

  it('are lines if a table is refused', () => {
    expect(
      wordsOf(draw().plainBlocks ?? [])
        .join('\n')
        .split('\n'),
    ).toEqual([
      '*Acme visibility score by engine* · Thu 19 Nov · A37',
      'All engines: Wed 18 Nov 61.4, Thu 19 Nov 53.2, change −8.2, verdict well outside normal',
      'Gemini: Wed 18 Nov 61.0, Thu 19 Nov 47.0, change −14.0, verdict well outside normal',
      'ChatGPT: Wed 18 Nov 61.2, Thu 19 Nov 55.1, change −6.1, verdict just outside normal',
      'Perplexity: Wed 18 Nov 61.0, Thu 19 Nov 61.3, change +0.3, verdict normal',
      'Claude: Wed 18 Nov no data, Thu 19 Nov no data, change not known, verdict not known',
    ]);
  });

  it('leave the 90 days to the picture if it was posted', () => {
    expect(wordsOf(draw().blocks)).toEqual(['*Acme visibility score by engine* · Thu 19 Nov · A37']);
  });

  it('describe the 90 days if the picture was refused', () => {
    const { blocks, text } = draw({}, { ...PICTURE, posted: false });
    expect(wordsOf(blocks).at(-1)?.replace('\n', ' ')).toBe(PICTURE.altText);
    expect(text.split('\n').slice(-2).join(' ')).toBe(PICTURE.altText);
  });

  it('say what the API did not give', () => {
    const { blocks } = drawn(scoreDetailsMessage({ ...ALERT, engines: [] }, STANDING, undefined));
    expect(wordsOf(blocks).slice(1)).toEqual(['The API gives no figures by engine.']);
  });

  it('stay within Slack’s limits whatever the names', () => {
    const hostile = '<!channel> *x* & '.repeat(30);
    const engines = Array.from({ length: 150 }, (_, i) => ({
      engine: `${i} ${hostile}`,
      score: i,
      change: -i,
      normal: false,
    }));
    const altText = hostile.repeat(2).slice(0, 1_000);
    const message = draw({ engines, project: { id: 'p', name: hostile } }, { altText, posted: false });
    expectWithinLimits(message);
    for (const words of wordsOf([...message.blocks, ...(message.plainBlocks ?? [])])) expectHarmless(words);
    const table = message.blocks.find(({ type }) => type === 'table');
    // The first row names the columns; the whole project's is not among the engines.
    const shown = table?.type === 'table' ? table.rows.length - 2 : 0;
    expect(wordsOf(message.blocks).map(seen)).toContain(`${150 - shown} more are not shown here.`);
  });
});
