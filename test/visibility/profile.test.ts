/** The profile: what is believed of the API, and the file in which a person corrects it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { readBody } from '../../src/visibility/answer.ts';
import { OPERATIONS } from '../../src/visibility/operations.ts';
import {
  BELIEFS,
  createProfiles,
  type Line,
  lookUp,
  NO_LINES,
  parsePath,
  pathText,
  profileOf,
} from '../../src/visibility/profile.ts';
import { describeBody, parseProfile, profileText } from '../../src/visibility/profile-file.ts';
import { clientOf, json, PROJECT } from './api.ts';

const line = (
  what: string,
  there: string | null,
  known: Line['known'],
  operation = 'communityLeads',
): Line => ({
  operation,
  what,
  there,
  known,
});
const of = (lines: readonly Line[]) => profileOf(lines).get('communityLeads') ?? NO_LINES;

describe('what is lookUp', () => {
  it('is what a person says, then the description, a refusal, an answer, a guess, in whatever order they came', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...BELIEFS], { minLength: 1 }), (known) => {
        const lines = known.map((each) => line('score', each, each));
        const first = BELIEFS.find((each) => known.includes(each));
        expect(lookUp(of(lines), 'score')).toBe(first);
      }),
    );
  });

  it('is the later of two that are known alike', () => {
    expect(lookUp(of([line('score', 'a', 'answered'), line('score', 'b', 'answered')]), 'score')).toBe('b');
  });

  it('is read where it says, and elsewhere only where the answer has no such place', async () => {
    const leads = async (lines: readonly Line[], row: object) => {
      const profiles = { of: () => profileOf(lines), learn: () => undefined };
      const { client } = await clientOf(json({ rows: [row], other: [{ title: 'x', score: 1 }] }), {
        profiles,
      });
      return (await client.communityLeads(PROJECT))[0];
    };
    const told = [line('list', 'rows', 'described'), line('score', 'match.points', 'described')];
    const row = { title: 'Thread', score: 4, match: { points: 91 } };
    expect(await leads(told, row)).toMatchObject({ title: 'Thread', score: 91 });
    expect(await leads(told, { title: 'Thread', score: 4 })).toMatchObject({ score: 4 });
    expect((await leads([...told, line('score', null, 'corrected')], row))?.score).toBeUndefined();
  });

  it('is read under any name, also one that looks like code, and only in rows that have it themselves', () => {
    const odd = fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'a"]; throw 1; //',
      '\u2028',
      '$&',
      '`',
    );
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ minLength: 1 })), (name) => {
        const lines = of([line('title', pathText([name]), 'corrected')]);
        const body = JSON.parse(JSON.stringify([{ score: 1, [name]: 'Thread' }, { score: 2 }]));
        const asked = { operation: '', status: 200, lines, called: [], redact: (text: string) => text };
        const { value } = readBody(OPERATIONS.communityLeads.answer, body, asked);
        expect(value).toMatchObject([{ title: 'Thread' }, { title: undefined }]);
      }),
    );
  });
});

describe('the file', () => {
  it('gives back every line that it was written from', () => {
    const there = fc.oneof(
      fc.string({ minLength: 1 }).filter((each) => each !== 'none' && each.trim() === each && each !== ''),
      fc.constant(null),
    );
    fc.assert(
      fc.property(there, there, (score, list) => {
        const written = profileText(
          profileOf([line('score', score, 'answered'), line('list', list, 'described')]),
        );
        expect(parseProfile(written, 'p.yml')).toEqual(
          [line('list', list, 'corrected'), line('score', score, 'corrected')].sort(
            (a, b) => written.indexOf(`  ${a.what}:`) - written.indexOf(`  ${b.what}:`),
          ),
        );
      }),
    );
  });

  it('says nothing where nothing is known: guesses stand in comments', () => {
    expect(parseProfile(profileText(profileOf([])), 'p.yml')).toEqual([]);
  });

  it('takes every guess as a line once its "# " is removed', () => {
    const written = profileText(profileOf([]));
    const guesses = written.split('\n').filter((each) => /^ {2}# /.test(each));
    expect(guesses.length).toBeGreaterThan(100);
    for (const guess of guesses) {
      const [only, ...more] = parseProfile(written.replace(guess, guess.replace('# ', '')), 'p.yml');
      expect(more).toEqual([]);
      expect(guess).toBe(`  # ${only?.what}: ${only?.there}`);
    }
  });

  it('has the names of an answer that could not be read, and where its list is', () => {
    const body = { payload: { threads: [{ ref: 'x1', 'a: b\n# c': { link: 'y' } }] } };
    const came = describeBody(body, (text) => text.replaceAll('\n', ' '));
    const written = profileText(profileOf([]), new Map([['communityLeads', came ?? { fields: [] }]]));
    for (const name of ['list: payload.threads', 'ref  x1', 'a: b # c.link']) expect(written).toContain(name);
    expect(parseProfile(written, 'p.yml')).toEqual([]);
  });

  it.each([
    ['an operation that there is not', 'leads:\n  score: x', 'p.yml:1'],
    ['a field that there is not', 'communityLeads:\n  title: x\n  points: x', 'p.yml:3'],
    ['a value that is no place', 'communityLeads:\n  score: [a]', 'p.yml:2'],
    ['no map', '- a', 'p.yml'],
    ['no YAML', 'communityLeads: {', 'p.yml'],
  ])('refuses %s with its line', (_, written, place) => {
    const faults = (() => {
      try {
        return parseProfile(written, 'p.yml').map(String);
      } catch (error) {
        return error instanceof ConfigError ? error.faults : [];
      }
    })();
    expect(faults[0]).toContain(place);
  });

  it('knows a place with dots in its name', () => {
    expect(parsePath(pathText(['a.b', 'c']))).toEqual(['a.b', 'c']);
  });
});

it('what is learned for one key is not known for another, and what is loaded for all is', () => {
  const profiles = createProfiles({
    corrected: () => [],
    keep: async () => undefined,
    onLost: () => undefined,
  });
  profiles.load([{ ...line('title', 't', 'described'), keyMark: '' }]);
  profiles.learn('one', [line('score', 's', 'refused')]);
  expect(lookUp(profiles.of('one').get('communityLeads') ?? NO_LINES, 'score')).toBe('s');
  expect(profiles.of('two').get('communityLeads')?.has('score')).toBe(false);
  expect(profiles.of('two').get('communityLeads')?.has('title')).toBe(true);
});
