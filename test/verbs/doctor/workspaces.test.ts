import { expect, it } from 'vitest';
import { createApiKeys } from '../../../src/projects/api-keys.ts';
import { parseProjects } from '../../../src/projects/projects.ts';
import { createVault } from '../../../src/secrets.ts';
import { keepInstallation } from '../../../src/store/sealed.ts';
import { findWorkspaces } from '../../../src/verbs/doctor/diagnose.ts';
import { createSlackDoctor } from '../../../src/verbs/doctor/slack.ts';
import { ok, slackServer } from '../../support/slack-server.ts';
import { NINE, openedStore, TEAM } from '../../support/store-opened.ts';

const VAULT = createVault(new Uint8Array(32).fill(1));
const FILE = parseProjects(
  `projects:
  - { id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, workspace: ${TEAM} }
  - { id: b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18, name: Globex, workspace: T0OTHER }
  - { id: c0ffee00-1c6f-4e2b-8a05-7d9f6c4e2b18, name: Initech, workspace: T0OTHER }`,
  'projects.yml',
);

it('with many workspaces, reports one that the file names but that has not installed the bot', async () => {
  const { db } = await openedStore();
  const given = { team: TEAM, botUserId: 'U0BOT', botId: 'B0BOT', token: 'xoxb-of-one' };
  await keepInstallation(db, VAULT, { ...given, scopes: [], installedBy: 'U0ANA', installedAt: NINE });
  const { client } = await slackServer(ok({ team: 'One', team_id: TEAM, user: 'sightline' }));
  const slack = {
    mode: 'oauth',
    clientId: 'id',
    clientSecret: 'secret',
    stateSecret: 'state',
    signingSecret: 'signing',
    apiUrl: client.slackApiUrl,
  } as const;
  const there = await findWorkspaces({
    config: { slack },
    file: FILE,
    db,
    vault: VAULT,
    keys: createApiKeys(() => undefined),
    secrets: new Set(),
    slack: createSlackDoctor(
      slack,
      () => NINE,
      () => undefined,
    ),
  });
  expect(there.map(({ team, projects }) => [team, projects.projects.map(({ name }) => name)])).toEqual([
    [TEAM, ['Acme']],
    ['T0OTHER', ['Globex', 'Initech']],
  ]);
  expect(there[1]?.results.map(({ finding }) => finding)).toEqual([
    {
      level: 'fault',
      subject: 'Slack',
      sentence:
        'Globex and Initech belong to the workspace T0OTHER, but the bot isn’t in it. Nothing about them is posted or shown.',
      mend: 'Correct `workspace` of Globex and Initech in projects.yml, or install the bot there, at /slack/install.',
    },
  ]);
});
