import { describe, expect, test } from 'vitest';
import type { Who } from '../../src/projects/projects.ts';
import { type Actor, mayWrite } from '../../src/rules/permission.ts';

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
  expect(mayWrite(person, rule)).toEqual({ allowed: true });
});

test.each([
  ['a member where admins may', ana, 'admins' as const, /Only an admin/],
  ['an admin who is not on the list', admin, ['UANA'], /listed for this in the projects file/],
  ['anybody where the list is empty', ana, [], /listed for this/],
])('%s may not, and hears who may', (_, person, rule, sentence) => {
  expect(mayWrite(person, rule)).toMatchObject({
    allowed: false,
    reason: expect.stringMatching(sentence),
    who: Array.isArray(rule) ? rule : [],
  });
});

test.each([
  ['members' as const, 'Only full members of this workspace can.'],
  ['admins' as const, 'Only an admin of this workspace can do this.'],
  [['UBEN'], 'Only the people and groups listed for this in the projects file can do this.'],
])('a guest hears who may where the rule is %j', (rule, sentence) => {
  expect(mayWrite(guest, rule)).toMatchObject({
    reason: `Guests can look things up, but can’t do this. ${sentence}`,
  });
});

describe('never, whatever the rule says', () => {
  test.each(rules)('a guest (%j)', (rule) => {
    expect(mayWrite(guest, rule)).toMatchObject({
      allowed: false,
      reason: expect.stringMatching(/^Guests/),
    });
  });

  test.each(rules)('a person of another organisation, even an admin there (%j)', (rule) => {
    expect(mayWrite({ ...ana, isAdmin: true, isStranger: true }, rule)).toMatchObject({
      allowed: false,
      reason: expect.stringMatching(/^People from other organisations/),
    });
  });
});
