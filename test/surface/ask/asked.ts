/** Questions to a sandbox project over HTTP, with the store, Slack and people that a test describes. */
import { expect, onTestFinished } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import { type Answered, answerQuestion, type Question } from '../../../src/surface/ask/answer-question.ts';
import { createProjectNames } from '../../../src/surface/ask/project-names.ts';
import type { ProjectAsk } from '../../../src/surface/ask.ts';
import { createVisibility, type VisibilityClient } from '../../../src/visibility/client.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';
import { keptLog } from '../../support/log-kept.ts';
import { ACME, API_KEY, BEFORE_NINE, startTestSandbox } from '../../support/sandbox.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { type Asked, memberNamed, surfaceOver, unforeseen } from '../../support/surface-over.ts';

async function startApi(days: number, dialect: string, realNow?: () => number) {
  const sandbox = await startTestSandbox(dialect, BEFORE_NINE, realNow);
  await sandbox.advance({ days });
  const baseUrl = sandbox.botEnvironment.VISIBILITY_BASE_URL ?? expect.fail('the sandbox has no API');
  const visibility = createVisibility({ baseUrl });
  const close = () => Promise.all([visibility.close(), sandbox.close()]);
  return { sandbox, client: visibility.open(API_KEY), close };
}

/** Those that stand still, for as long as this process lives: most questions change nothing. */
const still = new Map<string, Promise<{ client: VisibilityClient; now: number }>>();

async function findStillApi(days: number, dialect: string) {
  const key = `${days} ${dialect}`;
  const start = async () => {
    const { sandbox, client } = await startApi(days, dialect, () => 0);
    return { client: askingOnce(client), now: await sandbox.now() };
  };
  const found = still.get(key) ?? start();
  still.set(key, found);
  return found;
}

/** The same client, but that it asks for nothing twice. */
function askingOnce(client: VisibilityClient): VisibilityClient {
  const known = new Map<string, Promise<unknown>>();
  const ids = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];
  const once = ids.map((id) => {
    if (OPERATIONS[id].effect !== 'read') return [id, unforeseen];
    const ask: (...args: never[]) => Promise<unknown> = client[id];
    const askOnce = (...args: never[]) => {
      const key = JSON.stringify([id, args]);
      const answer = known.get(key) ?? ask(...args);
      known.set(key, answer);
      answer.catch(() => known.delete(key));
      return answer;
    };
    return [id, askOnce];
  });
  return { ...client, ...Object.fromEntries(once) };
}

/** Acme in its channel, some days after the simulation began. */
export async function askingAcme({
  days = 20,
  dialect = 'plain',
  alone = false,
  elsewhere = [],
  feeds,
}: {
  days?: number;
  dialect?: string;
  /** For a test that uses the sandbox: time passes there, and nobody else asks it. */
  alone?: boolean;
  /** Other channels that show it, which the asker isn't in. */
  elsewhere?: string[];
  /** Its feeds, as in projects.yml. */
  feeds?: string;
} = {}) {
  const own = alone ? await startApi(days, dialect) : undefined;
  if (own) onTestFinished(() => void own.close());
  const { now, ...found } = own
    ? { client: own.client, now: await own.sandbox.now() }
    : await findStillApi(days, dialect);
  // Tests put answers of their own in it.
  const client = { ...found.client };
  const api = () => client;
  const file = `projects: [{ id: ${ACME.id}, name: Acme, visible_in: [${[CHANNEL, ...elsewhere].join(', ')}]${feeds ? `, ${feeds}` : ''} }]`;
  const isMember = async (channel: string) => channel === CHANNEL;
  const personOf = async () => memberNamed('Ana', 'U0ANA');
  const over = await surfaceOver(file, unforeseen, ok(), { workspace: { personOf, isMember }, bot: { api } });
  const { db, time, ask, workspace } = over;
  time.now = now;
  const projectNames = createProjectNames({ db, visibilityOf: api, log: keptLog().log }, () => time.now);
  const asker = (asked?: Asked): ProjectAsk => ({
    ...ask(asked),
    projectNames,
    project: workspace.projects().projects[0] ?? expect.fail('Acme is not in the file'),
    words: '',
    line: '',
    channels: {},
    options: {},
    page: 0,
  });
  return {
    ...over,
    get sandbox() {
      return own?.sandbox ?? expect.fail('this sandbox is everybody’s: ask alone');
    },
    client,
    asker,
    answer: (question: Question, asked?: Asked): Promise<Answered> => answerQuestion(question, asker(asked)),
    plan: (plan: Plan, asked?: Asked): Promise<Answered> => answerQuestion({ plan }, asker(asked)),
  };
}
