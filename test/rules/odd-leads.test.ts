import { describe, expect, test } from 'vitest';
import { oddLeads } from '../../src/rules/odd-leads.ts';
import type { Lead } from '../../src/visibility/assumed.ts';
import { lead } from './cast.ts';

const whole = (given: Partial<Lead>) =>
  lead({ id: '1', title: 'CRM?', url: `https://a.example/${given.id ?? 1}`, score: 50, ...given });
const odd = (leads: Lead[], known: string[] = []) => oddLeads(leads, new Set(known));

describe('the log is told', () => {
  test.each(['id', 'title', 'url', 'score'] as const)('of a lead without %s', (field) => {
    expect(odd([whole({ [field]: undefined })])).toMatchObject([{ missing: [field] }]);
  });

  test('of one id with two addresses', () => {
    expect(odd([whole({}), whole({ url: 'https://a.example/2' })])).toEqual([
      { lead: 'id:1', otherUrl: true },
    ]);
  });

  test('of a lead that comes twice', () => {
    expect(odd([whole({}), whole({})])).toEqual([{ lead: 'id:1', twice: true }]);
  });

  test('of a lead that stands below a worse one', () => {
    const list = [
      whole({ id: '1', score: 50 }),
      whole({ id: '2', score: 40 }),
      whole({ id: '3', score: 45 }),
    ];
    expect(odd(list)).toEqual([{ lead: 'id:3', outOfOrder: true }]);
  });
});

test('it is told nothing of a list as it should be', () => {
  expect(odd([whole({ id: '1', score: 50 }), whole({ id: '2', score: 50 })])).toEqual([]);
});

test('it is told once: what an earlier poll brought is not odd any more', () => {
  expect(odd([whole({ score: undefined })], ['id:1'])).toEqual([]);
});
