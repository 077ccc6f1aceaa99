/** Which tool of an answer is the brand itself. */
import { expect, test } from 'vitest';
import { matchOwnBrand } from '../../src/words/answers.ts';

type Tool = [name: string, type: string];

/** The names taken for the brand. */
function ours(tools: readonly Tool[], brand?: string): string[] {
  const all = tools.map(([entity_name, entity_type]) => ({ entity_name, entity_type }));
  return all.filter(matchOwnBrand(all, brand)).map(({ entity_name }) => entity_name);
}

const RIVALS: Tool[] = [
  ['Globex', 'competitor'],
  ['Initech', 'competitor'],
];

test.each<[string, Tool[], string | undefined, string[]]>([
  ['the only one of that type', [['Acme', 'own'], ...RIVALS], undefined, ['Acme']],
  [
    'the only one of that type, under another name',
    [['Acme Cloud', 'brand'], ...RIVALS],
    'x',
    ['Acme Cloud'],
  ],
  ['the only one named at all', [['Acme Cloud', 'self']], 'x', ['Acme Cloud']],
  ['one named several times', [['Acme', 'own'], ['Acme', 'own'], ...RIVALS], undefined, ['Acme', 'Acme']],
  [
    'the one with the project’s name, of any type',
    [['ACME  cloud', 'tool'], ...RIVALS],
    'AcmeCloud',
    ['ACME  cloud'],
  ],
  [
    'the one with the name if all are brands',
    [
      ['Globex', 'brand'],
      ['Acme', 'brand'],
    ],
    'acme',
    ['Acme'],
  ],
  [
    'nobody if all are brands and none has the name',
    [
      ['Globex', 'brand'],
      ['Initech', 'brand'],
    ],
    'Acme',
    [],
  ],
  ['nobody if the only tool is a brand', [['Globex', 'brand']], 'Acme', []],
  ['nobody if two are “own”', [['Acme', 'own'], ['Acme Cloud', 'own'], ...RIVALS], 'x', []],
  ['nobody without type and name', RIVALS, 'Acme', []],
  ['nobody if names are empty', [['', 'tool'], ...RIVALS], ' ', []],
])('the brand is %s', (_, tools, brand, names) => {
  expect(ours(tools, brand)).toEqual(names);
});
