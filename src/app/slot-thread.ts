/** The second thread, if there are many feeds: polls, decides and commits, and knows nothing of Slack. */
import { once } from 'node:events';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { realNow } from '../clock.ts';
import { readConfig } from '../config.ts';
import { messageOf } from '../errors.ts';
import { createLog } from '../log.ts';
import { openOtlp } from '../otlp.ts';
import { feedOf } from '../projects/projects.ts';
import { useProxy } from '../proxy.ts';
import { secretsOf } from '../redact.ts';
import { openClock } from '../serve.ts';
import { openStore } from '../store/open.ts';
import { createWriteTurn } from '../store/write-turn.ts';
import { createSlotWork } from '../watch/slot-work.ts';
import { createTroubles } from '../watch/troubles.ts';
import { createApiSide, openProjects } from './api-side.ts';
import {
  type FromThread,
  STORE_FAULTS,
  type ThreadData,
  type ThreadMetrics,
  type ToThread,
} from './threaded-slots.ts';

// The bundle can't await here; a failure ends the thread all the same.
if (!isMainThread && parentPort) void serve(parentPort, workerData);

async function serve(port: NonNullable<typeof parentPort>, data: ThreadData): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message);
  const count =
    <Name extends keyof ThreadMetrics>(name: Name) =>
    (...of: Parameters<ThreadMetrics[Name]>) =>
      tell({ kind: 'metric', name, of });
  const config = readConfig(data.environment);
  await useProxy(data.environment);
  const secrets = new Set(secretsOf(config));
  const log = createLog(config.logLevel, secrets, { write: (line) => tell({ kind: 'line', line }) });
  const spans = await openOtlp(config.otlpEndpoint);
  const clock = openClock(config);
  const beside = createWriteTurn(data.turn, 'beside');
  const db = await openStore(config, realNow, { beside, onFailed: count('countStoreError') });
  let installed = data.installed;
  const teams = () => installed.map(({ team }) => team);
  const set = await openProjects({
    config,
    secrets,
    db: () => db,
    installed: () => installed,
    rereadMs: 0,
    // The main thread logs changes of the file.
    log: createLog('silent', secrets),
  });
  const { keys, projects } = set;
  await projects.reread();
  const api = await createApiSide({
    ...set,
    db,
    now: clock.now,
    log,
    timeouts: data.apiTimeouts,
    over: new AbortController().signal,
    metrics: { countApiRequest: count('countApiRequest') },
  });
  const onFault = (error: unknown) => {
    const store = STORE_FAULTS.find(([, Fault]) => error instanceof Fault)?.[0];
    tell({ kind: 'fault', message: messageOf(error), store });
  };

  /** The main thread may have just read a feed that isn't known here yet. */
  async function findFeed(team: string, id: string) {
    await projects.refresh();
    return feedOf(projects.of(team), id);
  }

  const pending = new Map<number, (isMember: boolean | undefined) => void>();
  let questions = 0;
  function isMember(team: string, channel: string, person: string): Promise<boolean | undefined> {
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
    questions += 1;
    pending.set(questions, resolve);
    tell({ kind: 'is_member', question: questions, who: [team, channel, person] });
    return promise;
  }

  const slots = createSlotWork({
    db,
    clock,
    teams,
    projects: projects.of,
    findFeed,
    visibilityOf: api.forFeeds,
    isMember,
    troubles: createTroubles({ db, projects: projects.of, keyNameOf: keys.nameOf, onFault }),
    wakePump: () => tell({ kind: 'wake' }),
    timing: { leaseMs: data.leaseMs },
    onFault,
    metrics: { setPollTime: count('setPollTime'), countSlot: count('countSlot') },
    spans,
    log,
  });

  async function stop(): Promise<void> {
    try {
      await slots.stop();
      await api.close();
      await db.destroy();
      await spans?.close();
    } finally {
      // Else the bot would wait for this thread for ever.
      port.close();
    }
  }

  async function hear(message: Exclude<ToThread, { kind: 'member' }>): Promise<void> {
    if (message.kind === 'stop') return stop();
    if (message.kind === 'changed') return projects.refresh();
    installed = message.installed;
    await clock.refresh();
    await projects.refresh();
    await api.profile.refresh();
    slots.call();
  }

  // One after the other, so that changes are read before the slots that depend on them.
  let hearing = Promise.resolve();
  port.on('message', (message: ToThread) => {
    if (message.kind === 'member') {
      pending.get(message.question)?.(message.isMember);
      pending.delete(message.question);
      return;
    }
    hearing = hearing.then(() => hear(message)).catch(onFault);
  });
  await once(port, 'close');
}
