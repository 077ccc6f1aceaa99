/** Questions to a sandbox project over HTTP, with the store, Slack and people that a test describes. */
import { expect, onTestFinished } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import { type Answered, answerQuestion, type Question } from '../../../src/surface/ask/answer-question.ts';
import { createProjectNames } from '../../../src/surface/ask/project-names.ts';
import type { ProjectAsk } from '../../../src/surface/ask.ts';
import { createVisibility } from '../../../src/visibility/client.ts';
import { keptLog } from '../../support/log-kept.ts';
import { ACME, API_KEY, startTestSandbox } from '../../support/sandbox.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { type Asked, memberNamed, surfaceOver, unforeseen } from '../../support/surface-over.ts';

/** Acme in its channel, some days after the simulation began. */
export async function askingAcme({
  days = 20,
  dialect,
  elsewhere = [],
  feeds,
}: {
  days?: number;
  dialect?: string;
  /** Other channels that show it, which the asker isn't in. */
  elsewhere?: string[];
  /** Its feeds, as in projects.yml. */
  feeds?: string;
} = {}) {
  const sandbox = await startTestSandbox(dialect);
  onTestFinished(() => sandbox.close());
  await sandbox.advance({ days });
  const baseUrl = sandbox.botEnvironment.VISIBILITY_BASE_URL ?? expect.fail('the sandbox has no API');
  const visibility = createVisibility({ baseUrl });
  onTestFinished(() => visibility.close());
  const client = visibility.open(API_KEY);
  const api = () => client;
  const file = `projects: [{ id: ${ACME.id}, name: Acme, visible_in: [${[CHANNEL, ...elsewhere].join(', ')}]${feeds ? `, ${feeds}` : ''} }]`;
  const isMember = async (channel: string) => channel === CHANNEL;
  const personOf = async () => memberNamed('Ana', 'U0ANA');
  const over = await surfaceOver(file, unforeseen, ok(), { workspace: { personOf, isMember }, bot: { api } });
  const { db, time, ask, workspace } = over;
  time.now = await sandbox.now();
  const projectNames = createProjectNames({ db, visibilityOf: api, log: keptLog().log }, () => time.now);
  const asker = (asked?: Asked): ProjectAsk => ({
    ...ask(asked),
    projectNames,
    project: workspace.projects().projects[0] ?? expect.fail('Acme is not in the file'),
    ...{ words: '', line: '', channels: {}, options: {}, page: 0 },
  });
  return {
    ...over,
    sandbox,
    client,
    asker,
    answer: (question: Question, asked?: Asked): Promise<Answered> => answerQuestion(question, asker(asked)),
    plan: (plan: Plan, asked?: Asked): Promise<Answered> => answerQuestion({ plan }, asker(asked)),
  };
}
