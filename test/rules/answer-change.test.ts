/** What changed between two answers, and between the pages that answers cite. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFirstName, namingSentences, sourceChanges } from '../../src/rules/answer-change.ts';
import { Citations } from '../../src/visibility/assumed.ts';

const TOOLS = ['Acme', 'Globex', 'Node.js (hosted)'];
const BEFORE = 'Acme is a strong choice. Globex costs more. Many teams use spreadsheets.';
const AFTER = 'Globex is what most teams pick. Acmeister is new. Acme is a strong choice.';

describe('an answer', () => {
  test('names first whom it names first, and nobody whose name only begins a longer word', () => {
    expect([findFirstName(BEFORE, TOOLS), findFirstName(AFTER, TOOLS)]).toEqual(['Acme', 'Globex']);
    expect(findFirstName('Acmeister is new.', TOOLS)).toBeUndefined();
    expect(findFirstName('I’d take node.js (Hosted).', TOOLS)).toBe('Node.js (hosted)');
  });

  test('is quoted where it names a tool, what the other answer does not say first', () => {
    expect(namingSentences(AFTER, BEFORE, TOOLS)).toEqual([
      { text: 'Globex is what most teams pick.', isNew: true },
      { text: 'Acme is a strong choice.', isNew: false },
    ]);
  });

  test('of any text is quoted in its own words', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }),
        (text, other, names) => {
          for (const { text: quoted } of namingSentences(text, other, names)) expect(text).toContain(quoted);
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe('the pages cited', () => {
  const cited = (domain: string, day: string, many = 2, prompt = 'p1') =>
    Array.from({ length: many }, () => ({ domain, prompt_id: prompt, created_at: `${day}T08:00:00Z` }));
  const changes = (rows: object[]) =>
    sourceChanges(Citations.parse(rows), { since: '2026-11-20', day: '2026-11-20', promptId: 'p1' });
  const older = cited('old.example', '2026-11-18', 1);

  test('since the change and not before, and the other way round, in answers to this prompt', () => {
    const rows = [
      ...cited('docs.globex.example', '2026-11-20', 3),
      ...cited('both.example', '2026-11-20'),
      ...cited('once.example', '2026-11-20', 1),
      ...cited('other.example', '2026-11-20', 2, 'p2'),
      ...cited('both.example', '2026-11-19'),
      ...cited('docs.acme.example', '2026-11-19'),
      ...older,
    ];
    expect(changes(rows)).toEqual({
      gained: [{ domain: 'docs.globex.example', times: 3 }],
      lost: [{ domain: 'docs.acme.example', times: 2 }],
    });
  });

  test('are not known where the list does not reach back beyond as many days before', () => {
    expect(
      changes([...cited('a.example', '2026-11-20'), ...cited('b.example', '2026-11-19')]),
    ).toBeUndefined();
    expect(changes([...cited('a.example', '2026-11-20'), ...older])).toBeUndefined();
  });
});
