import { describe, expect, it } from 'vitest';
import { appliesTo } from '../../../src/sandbox/world/suggestions.ts';
import { later, projectNamed, START } from './story.ts';

describe('segment suggestions', () => {
  it('start with “Cost monitoring” for Acme and one for Tidewater', () => {
    const [acme, ...more] = projectNamed('Acme').suggestions.at(START);
    expect(acme).toMatchObject({
      name: 'Cost monitoring',
      description: 'Buyers comparing tools by cloud cost.',
      status: 'open',
    });
    expect(more).toHaveLength(0);
    expect(projectNamed('Tidewater').suggestions.at(START)).toHaveLength(1);
  });

  it('apply to some of the tracked prompts, but not all', () => {
    for (const name of ['Acme', 'Tidewater']) {
      const project = projectNamed(name);
      for (const suggestion of project.suggestions.at(later(60))) {
        const applying = project.prompts.all().filter(({ text }) => appliesTo(suggestion, text)).length;
        expect(applying, suggestion.name).toBeGreaterThan(0);
        expect(applying, suggestion.name).toBeLessThan(10);
      }
    }
  });

  it.each([1, 2, 60])('arrive about every third day for one of the projects (seed %i)', (seed) => {
    const made = ['Acme', 'Tidewater'].flatMap((name) => projectNamed(name, seed).suggestions.at(later(30)));
    const times = made.map(({ createdAt }) => createdAt).filter((time) => time > START);
    expect(times.length).toBeGreaterThanOrEqual(9);
    expect(times.length).toBeLessThanOrEqual(11);
    expect(new Set(times).size).toBe(times.length);
  });

  it('are accepted once, at the first click', () => {
    const { suggestions } = projectNamed('Acme');
    const id = suggestions.at(START)[0]?.id ?? '';
    const accepted = { kind: 'closed', suggestion: { status: 'accepted', acceptedAt: START } };
    expect(suggestions.close(id, 'accepted', START)).toMatchObject(accepted);
    expect(suggestions.close(id, 'accepted', later(1))).toMatchObject(accepted);
    expect(suggestions.close(id, 'dismissed', later(1))).toMatchObject({ kind: 'conflict' });
    expect(suggestions.at(later(1))[0]).toMatchObject({ status: 'accepted', dismissedAt: null });
  });

  it('cannot be closed before they exist', () => {
    const { suggestions } = projectNamed('Acme');
    const future = suggestions.at(later(60)).at(-1)?.id ?? '';
    expect(suggestions.close(future, 'accepted', START)).toBeUndefined();
  });
});
