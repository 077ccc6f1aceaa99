import { describe, expect, test } from 'vitest';
import { barrierWords } from '../../src/messages/refusal.ts';
import { type Actor, findBarrier, type Who } from '../../src/projects/projects.ts';

const ana: Actor = {
  id: 'UANA',
  isAdmin: false,
  isGuest: false,
  isStranger: false,
  groups: ['SGROWTH'],
};
const admin = { ...ana, id: 'UADMIN', isAdmin: true, groups: [] };
const guest = { ...ana, isGuest: true };
const rules: Who[] = ['members', 'admins', ['UANA', 'SGROWTH']];

test.each([
  ['a member where members may', ana, 'members' as const],
  ['an admin where members may', admin, 'members' as const],
  ['an admin where admins may', admin, 'admins' as const],
  ['a listed person', ana, ['UANA']],
  ['a person of a listed group', ana, ['UOTHER', 'SGROWTH']],
])('%s may write', (_, person, rule) => {
  expect(findBarrier(person, rule)).toBeUndefined();
});

test.each([
  ['a member where admins may', ana, 'admins' as const, /Only an admin/],
  ['an admin who is not on the list', admin, ['UANA'], /listed for this in the projects file/],
  ['anybody where the list is empty', ana, [], /listed for this/],
])('%s may not, and hears who may', (_, person, rule, sentence) => {
  expect(findBarrier(person, rule)).toBe('rule');
  expect(barrierWords('rule', rule)).toMatch(sentence);
});

describe('never, whatever the rule says', () => {
  test.each(rules)('a guest (%j), who hears who may', (rule) => {
    expect(findBarrier({ ...guest, isAdmin: true }, rule)).toBe('guest');
    expect(barrierWords('guest', rule)).toContain(barrierWords('rule', rule));
  });

  test.each(rules)('a person of another organisation, even an admin there (%j)', (rule) => {
    expect(findBarrier({ ...ana, isAdmin: true, isStranger: true }, rule)).toBe('stranger');
  });
});
