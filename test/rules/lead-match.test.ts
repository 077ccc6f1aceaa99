import { describe, expect, test } from 'vitest';
import { findBestMatch, phraseFinder } from '../../src/rules/lead-filter.ts';

const match = (texts: (string | undefined)[], names: string[]) => findBestMatch(texts, names, (name) => name);

describe('a thread touches', () => {
  test.each([
    ['the prompt whose words it has', ['How do you alert on Kubernetes costs?'], 'kubernetes cost alerts'],
    ['one that the API’s reason names', ['What now?', 'Asks for what “best crm” covers.'], 'best crm'],
    ['the one with more words in common', ['cut our aws bill'], 'cut aws bill'],
  ])('%s', (_, texts, found) => {
    expect(
      match(texts, ['globex alternatives', 'aws', 'kubernetes cost alerts', 'best crm', 'cut aws bill']),
    ).toBe(found);
  });

  test.each([
    ['nothing in common', ['Leaving Globex'], ['kubernetes cost alerts']],
    ['only common words in common', ['How do you do it?'], ['how to do what you do with it for the team']],
    ['one word of many in common', ['The cost of coffee'], ['kubernetes cost alerts']],
    ['no words at all', [undefined, ''], ['kubernetes cost alerts', '']],
  ])('nothing where there is %s', (_, texts, names) => {
    expect(match(texts, names)).toBeUndefined();
  });
});

test.each([
  ['Alerts on Kubernetes cost', 'k8s cost', true],
  ['My k8s bill doubled', 'Kubernetes bill', true],
  ['K8s costs', 'k8s', true],
  ['Rehirings at r/memes', 'hiring', false],
  ['Keyboards', 'k8s', false],
  ['a16z invests', 'a16z', true],
])('“%s” contains “%s”: %s', (text, phrase, holds) => {
  expect(phraseFinder(text)(phrase)).toBe(holds);
});
