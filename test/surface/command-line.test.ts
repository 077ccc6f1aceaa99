import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Project, parseProjects } from '../../src/projects/projects.ts';
import { readChoice, splitCommand, takeOptions, takeProject } from '../../src/surface/command-line.ts';
import { Refused } from '../../src/surface/refused.ts';

function findProjectsNamed(...names: string[]): readonly Project[] {
  const rows = names.map((name, i) => ({ id: `6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b9${i}`, name }));
  return parseProjects(JSON.stringify({ projects: rows }), 'projects.yml').projects;
}

const ACME = findProjectsNamed('Acme');
const BOTH = findProjectsNamed('Acme', 'Tidewater');

/** The words and the project's name, or the refusal. */
function taken(rest: string, visible: readonly Project[], words: 'none' | 'free' = 'free') {
  try {
    const found = takeProject(rest, { visible, channel: 'C0ACME' }, { name: 'topic', words });
    return [found.words, found.project.name];
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

describe('a command line', () => {
  it.each([
    ['', '', ''],
    ['  ', '', ''],
    ['leads', 'leads', ''],
    ['  LEADS  ', 'leads', ''],
    ['topic pricing', 'topic', 'pricing'],
    ['track  best crm  for startups ', 'track', 'best crm  for startups'],
    ['track one\ntwo', 'track', 'one\ntwo'],
    ['Ümlaut x', 'ümlaut', 'x'],
  ])('%j is the command “%s” with “%s”', (text, name, rest) => {
    expect(splitCommand(text)).toEqual({ name, rest });
  });

  it('loses no word of any line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { name, rest } = splitCommand(text);
        const spaceless = (words: string) => words.replace(/\s/g, '').toLowerCase();
        expect(spaceless(name + rest)).toBe(spaceless(text));
        expect(name).not.toMatch(/\s/);
      }),
      { seed: 31 },
    );
  });
});

describe('the project', () => {
  it('is the only visible one, unless another is named', () => {
    expect(taken('', ACME)).toEqual(['', 'Acme']);
    expect(taken(' pricing ', ACME)).toEqual(['pricing', 'Acme']);
    expect(taken('best crm for Acme', ACME)).toEqual(['best crm for Acme', 'Acme']);
  });

  it.each([
    ['pricing in Acme', 'pricing'],
    ['pricing in acme', 'pricing'],
    ['pricing IN Acme', 'pricing'],
    ['pricing in "Acme"', 'pricing'],
    ['pricing in Ac', 'pricing'],
    ['pricing in 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', 'pricing'],
    ['in Acme', ''],
    ['for Acme', ''],
    ['best crm in germany in Acme', 'best crm in germany'],
  ])('is named by “%s”', (rest, words) => {
    expect(taken(rest, BOTH)).toEqual([words, 'Acme']);
  });

  it.each([
    ['best crm in germany', ACME],
    ['what is in', ACME],
    ['in', ACME],
    ['"in"', ACME],
  ])('is not looked for in “%s”', (rest, visible) => {
    expect(taken(rest, visible)).toEqual([rest, 'Acme']);
  });

  it('is found despite a missing quote', () => {
    expect(taken('pricing in "Acme', BOTH)).toEqual(['pricing', 'Acme']);
    expect(taken('pricing in ""', ACME)).toEqual(['pricing in ""', 'Acme']);
  });

  it('may have “in” in its name', () => {
    expect(taken('pricing in Made in Berlin', findProjectsNamed('Made in Berlin', 'Acme'))).toEqual([
      'pricing',
      'Made in Berlin',
    ]);
  });

  it('may come first only by its whole name, as a prompt may begin with “in”', () => {
    expect(taken('in acm we trust', ACME)).toEqual(['in acm we trust', 'Acme']);
  });

  it('is found by its whole name if that begins another one', () => {
    expect(taken('in Acme', findProjectsNamed('Acme Labs', 'Acme'))).toEqual(['', 'Acme']);
  });
});

describe('options', () => {
  it.each([
    ['30 min_change:5', '30', { min_change: '5' }],
    ['MIN_CHANGE:5 30', '30', { min_change: '5' }],
    ['schedule:"weekdays at 9:00" leads', 'leads', { schedule: 'weekdays at 9:00' }],
    ['schedule:“weekdays at 9:00”', '', { schedule: 'weekdays at 9:00' }],
    ['what is site:example.com', 'what is site:example.com', {}],
    ['at 9:00', 'at 9:00', {}],
  ])('of “%s”', (rest, words, options) => {
    expect(takeOptions(rest, ['min_change', 'schedule'])).toEqual({ words, options });
  });
});

describe('a fixed word', () => {
  const WORDS = ['7d', '30d', '90d'] as const;
  const chosen = (words: string) => {
    try {
      return readChoice(words, WORDS, { name: 'scores', example: 'scores 30d' });
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  };

  it('is case-insensitive and optional', () => {
    expect(chosen('30D')).toBe('30d');
    expect(chosen('')).toBeUndefined();
  });

  it('that is unknown is answered with the known ones, the nearest and an example', () => {
    expect(chosen('30')).toEqual({
      sentence: 'After “scores” you can say 7d, 30d, 90d or nothing, but not “30”.',
      tries: ['scores 30d'],
      example: '/visibility scores 30d',
    });
  });
});

describe('a refusal', () => {
  it('asks which of several projects, with a whole line for each', () => {
    expect(taken('pricing', BOTH)).toMatchObject({
      tries: [
        { label: 'Acme', line: 'topic pricing in Acme' },
        { label: 'Tidewater', line: 'topic pricing in Tidewater' },
      ],
    });
  });

  it('offers the project with the nearest name', () => {
    expect(taken('pricing in Tidewatr', BOTH)).toEqual({
      sentence: 'No project “Tidewatr” is shown in this channel.',
      tries: [{ label: 'Tidewater', line: 'topic pricing in Tidewater' }],
    });
  });

  it('lists the projects if an unknown one was named', () => {
    expect(taken('in Globex', BOTH, 'none')).toEqual({
      sentence: 'No project “Globex” is shown in this channel.',
      tries: [
        { label: 'Acme', line: 'topic in Acme' },
        { label: 'Tidewater', line: 'topic in Tidewater' },
      ],
    });
  });

  it('says what to do if no project is shown', () => {
    expect(taken('pricing', [])).toMatchObject({
      sentence: expect.stringMatching(
        /^No project is shown in this channel\. .*projects\.yml \(visible_in\)\.$/,
      ),
    });
  });

  it('never names a project that is not shown here', () => {
    expect(JSON.stringify(taken('in Tidewater', ACME, 'none'))).not.toMatch(/b91/);
    expect(taken('in Tidewater', ACME, 'none')).toMatchObject({
      tries: [{ label: 'Acme', line: 'topic in Acme' }],
    });
  });

  it('is the only error for any line', () => {
    const word = fc.constantFrom(
      'in',
      'Acme',
      'acm',
      '"Acme"',
      '"',
      'pricing',
      'Tidewater',
      '',
      ' ',
      '\n',
      'i\u0000n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 6 }), fc.nat(2), (words, many) => {
        const result = taken(words.join(' '), BOTH.slice(0, many));
        if (Array.isArray(result)) expect(BOTH.map(({ name }) => name)).toContain(result[1]);
        else expect(result.sentence).toMatch(/[.?]$/);
      }),
      { seed: 37 },
    );
  });
});
