import { describe, expect, it } from 'vitest';
import { parseProjects } from '../../src/projects/projects.ts';
import { type Pieces, readQuickly } from '../../src/projects/read-projects.ts';

const idOf = (number: number) => `6f0c2b1e-4d5a-4c8e-9b7f-${String(number).padStart(12, '0')}`;

/** A project as people write it, with `indent` before its dash. */
const project = (number: number, indent = '  ') =>
  [
    `${indent}- id: ${idOf(number)}`,
    `${indent}  name: "Project ${number}" # the ${number}th`,
    `${indent}  visible_in:`,
    `${indent}  - C0${number}`,
    `${indent}  leads: { channel: C0${number}, schedule: "*/5 9 * * *", words: { never: [hiring] } }`,
    `${indent}  suggestions:`,
    `${indent}    channel: C0${number}`,
    `${indent}    schedule: Mondays 10:00`,
    '',
  ].join('\n');

const many = (count = 600, indent?: string) =>
  Array.from({ length: count }, (_, number) => project(number, indent)).join('');
const FIRST = 'owners: [U0123]\ndefaults: { timezone: Europe/Berlin }\n';

const read = (text: string, known: Pieces = new Map()) => readQuickly(text, known);

describe('a large projects file', () => {
  it.each([
    ['with the projects last', `${FIRST}projects:\n${many()}`],
    ['with other keys after them', `projects: # all\n# of them\n\n${many()}\n# what else\n${FIRST}`],
    ['without an indent', `${FIRST}projects:\n${many(600, '')}on_unclear: resend\n`],
  ])('%s is parsed as if it were read whole', async (_, text) => {
    expect(await read(text)).toEqual(parseProjects(text, 'projects.yml'));
  });

  it('is parsed again only where it changed', async () => {
    const known: Pieces = new Map();
    const before = await read(`projects:\n${many()}`, known);
    const kept = [...known.values()];
    const changed = `projects:\n${many()}`.replace('Project 77"', 'Globex"');
    const after = await read(changed, known);
    expect(after?.projects[77]?.name).toBe('Globex');
    expect(after?.projects.toSpliced(77, 1)).toEqual(before?.projects.toSpliced(77, 1));
    expect([...known.values()].filter((piece) => !kept.includes(piece))).toHaveLength(1);
  });

  it.each([
    ['small', `projects:\n${many(3)}`],
    ['faulty', `projects:\n${many()}`.replace('C077,', '"#seventy-seven",')],
    ['not YAML', `projects:\n${many()}`.replace('{ never: [hiring] }', '{ never: [hiring }')],
    ['with a duplicate name', `projects:\n${many()}`.replace('Project 77"', 'project 78"')],
    ['with a duplicate id', `projects:\n${many()}`.replace(`id: ${idOf(77)}`, `id: ${idOf(78)}`)],
    ['with a duplicate key', `${FIRST}projects:\n${many()}owners: []\n`],
    ['with two lists of projects', `"projects": []\nprojects:\n${many()}`],
    ['with anchors', `projects:\n${many()}`.replace('[hiring]', '&words [hiring]')],
    ['made of several documents', `projects:\n${many()}---\n`],
    ['in one line', `projects: [${'{}, '.repeat(40_000)}]`],
    ['with a quote that spans items', `projects:\n${many()}`.replace('"Project 77"', '"Project 77')],
  ])('that is %s is left to the full parser', async (_, text) => {
    expect(await read(text)).toBeUndefined();
  });
});
