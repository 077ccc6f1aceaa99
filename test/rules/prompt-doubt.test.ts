import { expect, test } from 'vitest';
import { findPromptDoubt } from '../../src/rules/lead-filter.ts';

const TRACKED = ['best crm for startups', 'k8s cost alerts', 'crm api for developers'];

test.each([
  ['k8s cost alert', 'k8s cost alerts'],
  ['K8s cost alerts?', 'k8s cost alerts'],
  ['alerts on k8s costs', 'k8s cost alerts'],
  ['best crm for statups', 'best crm for startups'],
  ['which crm is good for startups', 'best crm for startups'],
])('“%s” nearly equals “%s”', (prompt, similar) => {
  expect(findPromptDoubt(prompt, TRACKED)).toEqual({ similar });
});

test.each(['asdf', 'crm', '???', ''])('“%s” is no more than a word', (prompt) => {
  expect(findPromptDoubt(prompt, TRACKED)).toEqual({ similar: undefined });
});

test.each(['best crm for vets', 'k8s cost reports', 'crm pricing', '小型团队最好的客户管理软件'])(
  '“%s” is tracked without asking',
  (prompt) => {
    expect(findPromptDoubt(prompt, TRACKED)).toBeUndefined();
  },
);
