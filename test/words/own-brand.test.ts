/** Which tool of an answer is the brand itself. */
import { expect, test } from 'vitest';
import { matchOwnBrand } from '../../src/words/own-brand.ts';

type Tool = [name: string, type: string];

/** The names that are taken for the brand's own. */
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
  ['the only one that is named at all', [['Acme Cloud', 'self']], 'x', ['Acme Cloud']],
  ['one that is named often', [['Acme', 'own'], ['Acme', 'own'], ...RIVALS], undefined, ['Acme', 'Acme']],
  [
    'that of the project’s name, of any type',
    [['ACME  cloud', 'tool'], ...RIVALS],
    'AcmeCloud',
    ['ACME  cloud'],
  ],
  [
    'that of the name where all are brands',
    [
      ['Globex', 'brand'],
      ['Acme', 'brand'],
    ],
    'acme',
    ['Acme'],
  ],
  [
    'nobody where all are brands and none has the name',
    [
      ['Globex', 'brand'],
      ['Initech', 'brand'],
    ],
    'Acme',
    [],
  ],
  ['nobody where the only tool is a brand', [['Globex', 'brand']], 'Acme', []],
  ['nobody where two are called own', [['Acme', 'own'], ['Acme Cloud', 'own'], ...RIVALS], 'x', []],
  ['nobody without type and name', RIVALS, 'Acme', []],
  ['nobody without a name for either', [['', 'tool'], ...RIVALS], ' ', []],
])('is %s', (_, tools, brand, names) => {
  expect(ours(tools, brand)).toEqual(names);
});
