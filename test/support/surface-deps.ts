/** What the handlers of a click work with, over a real store and an API that answers as a test tells it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createProjectsSource } from '../../src/projects/projects-source.ts';
import { connectedProjects, madeFeeds } from '../../src/store/made.ts';
import { createSetup } from '../../src/store/setup.ts';
import { createRecentScores } from '../../src/surface/home/recent-scores.ts';
import type { SurfaceDeps } from '../../src/surface/request.ts';
import { createUnderWay } from '../../src/surface/restarting.ts';
import { type Answering as ApiAnswering, clientOf } from '../visibility/api.ts';
import { temporaryFolder } from './folder-temporary.ts';
import { keptLog } from './log-kept.ts';
import { type Answering as SlackAnswering, slackServer } from './slack-server.ts';
import { NINE, openedStore, TEAM } from './store-opened.ts';

/** A full member as Slack describes them. */
export function memberNamed(name: string, id: string) {
  return { id, teamId: TEAM, name, isAdmin: false, isGuest: false, isStranger: false, groups: [] };
}

/** Whoever asks for what a test did not foresee, fails it. */
const unforeseen = () => expect.fail('nobody asks for this here');

/** `file` is the text of projects.yml. `calls` are those that Slack got. */
export async function surfaceOver(file: string, api: ApiAnswering, slack: SlackAnswering) {
  const { db, time } = await openedStore();
  const location = path.join(temporaryFolder(), 'projects.yml');
  writeFileSync(location, file);
  const { log, lines } = keptLog();
  const projects = await createProjectsSource({
    location,
    mayBeEmpty: false,
    check: () => undefined,
    readMade: async () => [
      { team: TEAM, projects: await connectedProjects(db, TEAM), feeds: await madeFeeds(db, TEAM) },
    ],
    realNow: () => NINE,
    log,
  });
  const { client, calls } = await slackServer(slack);
  const asked = await clientOf(api);
  const installation = { team: TEAM, botUserId: 'U0BOT', botId: 'B0BOT', client };
  const sent: string[] = [];
  const deps: SurfaceDeps = {
    db,
    clock: { now: () => time.now, refresh: async () => time.now },
    installations: {
      all: () => [installation],
      of: () => installation,
      suspect: unforeseen,
      confirm: async () => undefined,
    },
    personOf: unforeseen,
    isMember: async () => true,
    projects: () => projects.of(TEAM),
    setup: createSetup({ db, vault: undefined, projects, hasOwnKey: () => false }),
    openApi: unforeseen,
    visibilityOf: () => asked.client,
    clockAheadMs: () => undefined,
    refusedLines: () => [],
    recentScores: createRecentScores({
      db,
      visibilityOf: unforeseen,
      clock: { now: () => time.now, refresh: unforeseen },
      log,
    }),
    look: unforeseen,
    health: unforeseen,
    preview: unforeseen,
    send: async (url) => {
      sent.push(url);
      return new Response('OK');
    },
    wakePump: () => undefined,
    underWay: createUnderWay(),
    log,
  };
  return { db, time, deps, installation, calls, sent, lines };
}
