import { describe, expect, it } from 'vitest';
import {
  type DetailedAlert,
  type DetailsPicture,
  scoreDetailsMessage,
} from '../../../src/messages/scores/score-details.ts';
import { ALERT, STANDING } from '../cast.ts';
import { livingAlert } from '../every-alert.ts';
import { expectHarmless, expectWithinLimits, seen, wordsOf } from '../reading.ts';

const PICTURE: DetailsPicture = {
  altText: 'Acme visibility score: 53.2 on Thu 19 Nov. Alerts: A37 on Thu 19 Nov (down).',
  posted: true,
};

function draw(changes: Partial<DetailedAlert> = {}, picture: DetailsPicture | undefined = PICTURE) {
  return scoreDetailsMessage({ ...ALERT, ...changes }, STANDING, picture);
}

function cells(message = draw()) {
  const table = message.blocks.find((block) => block.type === 'table');
  return table?.rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : cell.type)));
}

describe('the details of an alert', () => {
  it('show both days of the whole project and of every engine', () => {
    expect(cells()).toEqual([
      ['Engine', 'Wed', 'Thu 19 Nov', 'Change', 'Usual'],
      ['All engines', '61.4', '53.2', '−8.2', 'not normal'],
      ['Gemini', '61.0', '47.0', '−14.0', 'not normal'],
      ['ChatGPT', '61.2', '55.1', '−6.1', 'not normal'],
      ['Perplexity', '61.0', '61.3', '+0.3', 'normal'],
      ['Claude', 'no data', 'no data', 'none given', 'not known'],
    ]);
  });

  it('of an alert without a score of the whole have no row that is called so', () => {
    const engine = { id: 'g', name: 'Gemini' };
    const alert = livingAlert({ lead: { ...livingAlert().lead, scope: { engine } } });
    const names = cells(draw({ alert, score: 47, previousScore: 61 }))?.map(([name]) => name);
    expect(names).toEqual(['Engine', 'Gemini', 'ChatGPT', 'Perplexity', 'Claude']);
  });

  it('name what came since the alert began, seen and heard', () => {
    const measured = [{ day: '2026-11-22', of: 'prompts' as const, came: ['a', 'b', 'c'], went: [] }];
    const line = '3 prompts came on Sun 22 Nov: figures before and after are of different prompts.';
    const message = draw({ measured });
    expect(wordsOf(message.blocks).join('\n')).toContain(line);
    expect(message.text).toContain(line);
  });

  it('say nothing of normal of an engine that was asked in other regions since', () => {
    const regions = { of: 'regions' as const, came: ['France'], went: [] };
    const verdicts = (day: string) =>
      cells(draw({ measured: [{ ...regions, day }] }))?.map((row) => row.at(-1));
    expect(verdicts(ALERT.day)).toEqual(['Usual', 'not normal', ...Array(4).fill('not known')]);
    expect(verdicts('2026-11-22')).toEqual(cells()?.map((row) => row.at(-1)));
  });

  it('say nothing of normal while too few days are known', () => {
    expect(cells(draw({ usual: undefined }))?.map((row) => row.at(-1))).toEqual([
      'Usual',
      ...Array(5).fill('not known'),
    ]);
  });

  it('say the same in lines where a table is refused', () => {
    expect(wordsOf(draw().plainBlocks ?? [])).toEqual([
      '*Acme visibility score by engine* · A37\n' +
        'All engines: 53.2 on Thu 19 Nov, 61.4 on Wed, change −8.2, not normal\n' +
        'Gemini: 47.0 on Thu 19 Nov, 61.0 on Wed, change −14.0, not normal\n' +
        'ChatGPT: 55.1 on Thu 19 Nov, 61.2 on Wed, change −6.1, not normal\n' +
        'Perplexity: 61.3 on Thu 19 Nov, 61.0 on Wed, change +0.3, normal\n' +
        'Claude: no data on Thu 19 Nov, no data on Wed, change none given, not known',
    ]);
  });

  it('leave the 90 days to the picture where it stands in the thread', () => {
    expect(wordsOf(draw().blocks)).toEqual(['*Acme visibility score by engine* · A37']);
  });

  it('say how the parts of the change are related to what each engine moved', () => {
    const parts = [{ kind: 'engine' as const, name: 'Gemini', points: -3.5 }];
    const explained = draw({ explanation: { change: -8.2, parts, rest: -4.7 } });
    expect(wordsOf(explained.blocks).at(-1)).toBe(
      '“What moved” shares out the headline’s −8.2: how far a part moved by itself, times its share of the answers (Gemini: −14.0 by itself, −3.5 of the whole). “Engines” says how far each moved by itself.',
    );
  });

  it('say the 90 days in words where the picture was refused', () => {
    expect(wordsOf(draw({}, { ...PICTURE, posted: false }).blocks).at(-1)).toBe(PICTURE.altText);
  });

  it('read the picture out in either case', () => {
    expect(draw().text.split('\n').slice(-2)).toEqual([
      'Acme visibility score: 53.2 on Thu 19 Nov.',
      'Alerts: A37 on Thu 19 Nov (down).',
    ]);
  });

  it('admit what the API did not give', () => {
    const message = scoreDetailsMessage({ ...ALERT, engines: [] }, STANDING, undefined);
    expect(wordsOf(message.blocks).slice(1)).toEqual([
      'The API gave no figures by engine.',
      'No day has a figure, so there is no picture.',
    ]);
  });

  it('stay within what Slack takes, whatever the names are', () => {
    const hostile = '<!channel> *x* & '.repeat(30);
    const engines = Array.from({ length: 60 }, (_, i) => ({
      engine: `${i} ${hostile}`,
      score: i,
      change: -i,
      normal: false,
    }));
    const altText = hostile.repeat(2).slice(0, 1_000);
    const message = draw({ engines, project: { id: 'p', name: hostile } }, { altText, posted: false });
    expectWithinLimits(message);
    for (const words of wordsOf([...message.blocks, ...(message.plainBlocks ?? [])])) expectHarmless(words);
    expect(wordsOf(message.blocks).map(seen)).toContain('40 more engines not shown.');
  });
});
