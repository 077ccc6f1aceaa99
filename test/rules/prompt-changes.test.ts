import { expect, test } from 'vitest';
import { promptsMoved } from '../../src/rules/prompt-changes.ts';

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const wrote = (action: string, subject: string, time: string) => ({ action, subject, at: at(time) });

test('prompts that people track or that the dashboard made are asked from the next day on', () => {
  const tracked = [
    { text: 'K8s cost', createdAt: at('21T10:00') },
    { text: 'helm', createdAt: at('21T12:00') },
  ];
  const here = [wrote('prompt.track', 'k8s cost', '21T10:00')];
  expect(promptsMoved(tracked, here, 'UTC')).toMatchObject([
    { day: '2026-11-22', of: 'prompts', came: [expect.stringMatching(/k8s/i), 'helm'], went: [] },
  ]);
});

test('those that went and those that got other words are known of what was done here', () => {
  const here = [wrote('prompt.untrack', 'helm', '20T10:00'), wrote('prompt.edit', 'k8s', '21T10:00')];
  expect(promptsMoved([], here, 'UTC')).toEqual([
    { day: '2026-11-21', of: 'prompts', came: [], went: ['helm'] },
    { day: '2026-11-22', of: 'prompts', came: [], went: [], reworded: 1 },
  ]);
});

test('what was tracked and untracked on one day was never asked', () => {
  const here = [wrote('prompt.track', 'helm', '20T10:00'), wrote('prompt.untrack', 'Helm', '20T11:00')];
  expect(promptsMoved([], here, 'UTC')).toEqual([]);
});

test('the day ends where the project lives', () => {
  expect(promptsMoved([{ text: 'helm', createdAt: at('20T23:30') }], [], 'Europe/Berlin')).toMatchObject([
    { day: '2026-11-22' },
  ]);
});
