import { expect, test } from 'vitest';
import type { Project } from '../../../src/projects/projects.ts';
import { subscribe } from '../../../src/surface/feeds/subscribe.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-deps.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;

test('of those named in grave alerts the bot itself is none, though Slack lists it', async () => {
  const { deps, installation } = await surfaceOver(FILE, json([]), ok({ channel: { is_member: true } }));
  const project = deps.projects().projects[0] as Project;
  const asker = { id: '1', installation, person: 'U0BEN', channel: CHANNEL, triggerId: 't' };
  const naming = (...mention: string[]) => ({
    kind: 'scores' as const,
    values: { channel: CHANNEL, schedule: 'every day at 9:00' },
    lists: { mention },
  });
  expect(await subscribe(project, naming('U0ANA', installation.botUserId), asker, deps)).toEqual({
    kind: 'faulty',
    faults: { mention: 'Sightline posts the alert and reads none: choose people.' },
  });
  expect(await subscribe(project, naming('U0ANA'), asker, deps)).toMatchObject({
    kind: 'kept',
    feed: { settings: { mention: ['U0ANA'] } },
  });
});
