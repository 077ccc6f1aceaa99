import { expect, test } from 'vitest';
import { helpPage, launcherPage } from '../../../src/messages/lookups/help.ts';
import { shownOf } from '../reading.ts';

const GROUPS = [
  { heading: 'Leads', commands: [{ example: '/visibility leads', summary: 'The open leads' }] },
  { heading: 'Settings', commands: [{ example: '/visibility feeds', summary: 'What is posted where' }] },
];

test('help lists an example of every command, by purpose', () => {
  const [, leads, settings, notes] = shownOf(helpPage(GROUPS, false));
  expect(leads).toMatch(/Leads[\s\S]*`\/visibility leads` The open leads/);
  expect(settings).toMatch(/Settings[\s\S]*`\/visibility feeds` What is posted where/);
  expect(notes).toContain('“in” and the project’s name');
});

test('help has something to press where a project is shown', () => {
  const pressed = (shown: boolean) => JSON.stringify(helpPage(GROUPS, shown)).includes('"Open leads"');
  expect([pressed(true), pressed(false)]).toEqual([true, false]);
});

test('where no project is shown, whoever may connect one has a button for that, and nobody else', () => {
  const labels = (mayConnect: boolean) =>
    JSON.stringify(launcherPage({ shown: false, mayConnect }).parts).match(
      /"line":|"text":"connect"|connect/g,
    );
  expect(labels(true)).not.toBeNull();
  expect(labels(false)).toBeNull();
});
