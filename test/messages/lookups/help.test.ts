import { expect, test } from 'vitest';
import { ALL_TERMS } from '../../../src/ask/small-talk.ts';
import { definitionPage, helpPage, launcherPage } from '../../../src/messages/lookups/help.ts';
import { buttonsOf, drawn, shownOf } from '../reading.ts';

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

test.each(ALL_TERMS)('“%s” is explained, with somewhere to see it', (term) => {
  const page = definitionPage([term]);
  expect(shownOf(page)[0]).toMatch(/^\*[^*]+\*: .+\.$/);
  expect(buttonsOf(drawn(page).blocks)[0]).toMatch(/^[A-Z]/);
});
