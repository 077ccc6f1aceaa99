/** What a handler is asked with, over a real store, a Slack and an API that answer as a test tells them. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { App } from '@slack/bolt';
import { expect } from 'vitest';
import { createApiKeys } from '../../src/projects/api-keys.ts';
import { createProjectsSource } from '../../src/projects/projects-source.ts';
import { createSetup, loadMade } from '../../src/store/setup.ts';
import { createProjectNames } from '../../src/surface/ask/project-names.ts';
import type { Ask, Bot } from '../../src/surface/ask.ts';
import { attachSurface } from '../../src/surface/dispatch.ts';
import { COMMANDS } from '../../src/surface/index.ts';
import { createUnderWay } from '../../src/surface/restarting.ts';
import { createRecentScores } from '../../src/surface/scores/scores.ts';
import type { Workspace } from '../../src/surface/workspace.ts';
import { type Answering as ApiAnswering, clientOf } from '../visibility/api.ts';
import { temporaryFolder } from './folder.ts';
import { keptLog } from './log-kept.ts';
import { type Answering as SlackAnswering, slackServer } from './slack-server.ts';
import { CHANNEL, NINE, openedStore, TEAM } from './store-opened.ts';

/** The project of most tests, and a projects.yml with nothing else. */
export const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
export const ACME_FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;

/** A full member as Slack describes them. */
export function memberNamed(name: string, id: string) {
  return { id, name, isAdmin: false, isGuest: false, isStranger: false, groups: [] };
}

/** Whoever asks for what a test did not foresee, fails it. */
export const unforeseen = () => expect.fail('nobody asks for this here');

/** What of an ask is otherwise than usual. */
export type Asked = Partial<Pick<Ask, 'id' | 'person' | 'channel' | 'commands'>>;

/**
 * `file` is the text of projects.yml; `given` is what the workspace or the bot has otherwise than usual. `ask` is Ana's, in
 * CHANNEL, unless told otherwise. `calls` are those that Slack got.
 */
export async function surfaceOver(
  file: string,
  api: ApiAnswering,
  slack: SlackAnswering,
  given: { workspace?: Partial<Workspace>; bot?: Partial<Bot> } = {},
) {
  const { db, time } = await openedStore();
  const location = path.join(temporaryFolder(), 'projects.yml');
  writeFileSync(location, file);
  const { log, lines } = keptLog();
  const keys = createApiKeys(() => undefined);
  const projects = await createProjectsSource({
    location,
    mayBeEmpty: false,
    check: () => undefined,
    readMade: async () => [await loadMade(TEAM, { db, vault: undefined, keys, secrets: new Set() })],
    realNow: () => NINE,
    log,
  });
  const { client, calls } = await slackServer(slack);
  const asked = await clientOf(api);
  const now = () => time.now;
  const sent: string[] = [];
  const workspace: Workspace = {
    team: TEAM,
    botUserId: 'U0BOT',
    botId: 'B0BOT',
    client,
    projects: () => projects.of(TEAM),
    setup: createSetup({ db, vault: undefined, projects, hasOwnKey: () => false }),
    personOf: unforeseen,
    isMember: async () => true,
    findJoined: async () => undefined,
    feeds: { look: unforeseen, health: unforeseen, preview: unforeseen },
    ...given.workspace,
  };
  const bot: Bot = {
    commands: COMMANDS,
    db,
    log,
    now,
    api: () => asked.client,
    openApi: unforeseen,
    refusedFile: () => undefined,
    recentScores: createRecentScores({ db, api: unforeseen, log }, now),
    projectNames: createProjectNames({ db, visibilityOf: () => asked.client, log }, now),
    clockAheadMs: () => undefined,
    send: async (url) => {
      sent.push(url);
      return new Response('OK');
    },
    wakePump: () => undefined,
    ...given.bot,
  };
  const ask = (otherwise: Asked = {}): Ask => ({
    ...bot,
    workspace,
    team: TEAM,
    id: '1',
    person: 'U0ANA',
    channel: CHANNEL,
    triggerId: 't',
    ...otherwise,
  });
  return { db, time, workspace, bot, ask, calls, sent, lines };
}

/** A Slack app over such a surface, which hears what Slack sends. */
export function appOver({
  bot,
  workspace,
}: Pick<Awaited<ReturnType<typeof surfaceOver>>, 'bot' | 'workspace'>) {
  const receiver = { init: () => undefined, start: async () => undefined, stop: async () => undefined };
  const authorize = async () => ({ botToken: 'xoxb-1', botId: 'B0BOT', botUserId: 'U0BOT' });
  const app = new App({ receiver, authorize });
  attachSurface(app, { bot, workspaceOf: () => workspace, underWay: createUnderWay() });
  return (body: object) => app.processEvent({ body: { team_id: TEAM, ...body }, ack: async () => undefined });
}
