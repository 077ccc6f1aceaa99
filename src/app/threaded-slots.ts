/** Runs slots in a second thread if there are many feeds. If it dies, the main thread runs them until the next tick. */
import { Worker } from 'node:worker_threads';
import type { Environment } from '../config.ts';
import { StoreError, StoreFull, StoreGone } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { freeTurnOf } from '../store/write-turn.ts';
import type { Timeouts } from '../visibility/http.ts';
import type { SlotWork, SlotWorkDeps } from '../watch/slot-work.ts';

/** From this many feeds on, a thread is worth its memory: fewer are polled within seconds. */
export const MANY_FEEDS = 500;

/** The thread's young generation, MB. Twice as much would save no work that can be measured. */
const MOST_YOUNG_MB = 24;

type Installed = { team: string; installedBy?: string | undefined };

export type ThreadData = {
  /** It reads its configuration from these variables. */
  environment: Environment;
  turn: SharedArrayBuffer;
  installed: readonly Installed[];
  apiTimeouts: Partial<Timeouts>;
  leaseMs: number;
};

/** `work`: slots may be due. `changed`: projects or feeds have changed. `member` answers is_member. */
export type ToThread =
  | { kind: 'work'; installed: readonly Installed[] }
  | { kind: 'changed' }
  | { kind: 'member'; question: number; isMember: boolean | undefined }
  | { kind: 'stop' };

export type FromThread =
  | { kind: 'line'; line: string }
  | { kind: 'wake' }
  | { kind: 'is_member'; question: number; who: Parameters<IsMember> }
  | { kind: 'fault'; message: string; store: StoreFault | undefined }
  | { kind: 'metric'; name: keyof ThreadMetrics; of: unknown[] };

export type ThreadMetrics = Pick<
  Metrics,
  'countApiRequest' | 'setPollTime' | 'countSlot' | 'countStoreError'
>;

type StoreFault = (typeof STORE_FAULTS)[number][0];

/** A thread can send only the name of a fault of the store; the most special first. */
export const STORE_FAULTS = [
  ['gone', StoreGone],
  ['full', StoreFull],
  ['failed', StoreError],
] as const;

type IsMember = SlotWorkDeps['isMember'];

type ThreadedSlotsDeps = Omit<ThreadData, 'installed'> & {
  here: SlotWork;
  installed: () => readonly Installed[];
  isMember: IsMember;
  wakePump: () => void;
  writeLine: (line: string) => void;
  onFault: (error: unknown) => void;
  metrics: ThreadMetrics;
  log: Log;
};

/** Call `noteChange` whenever projects and feeds were reread. */
type ThreadedSlots = SlotWork & { noteChange(): void };

export function createThreadedSlots(deps: ThreadedSlotsDeps): ThreadedSlots {
  const { here, metrics, log } = deps;
  let thread: Worker | undefined;
  let isStopping = false;
  const { environment, turn, apiTimeouts, leaseMs } = deps;
  const say = (message: ToThread) => thread?.postMessage(message);
  const installed = () => deps.installed().map(({ team, installedBy }) => ({ team, installedBy }));

  function start(): Worker {
    const worker = new Worker(new URL(ENTRY, import.meta.url), {
      workerData: {
        environment: { ...environment },
        turn,
        installed: installed(),
        apiTimeouts,
        leaseMs,
      } satisfies ThreadData,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: MOST_YOUNG_MB },
    });
    log.info('Running slots in a thread of their own because there are many feeds');
    worker.on('message', hear);
    worker.on('error', (error) => log.error({ err: error }, 'The thread that runs slots failed'));
    worker.on('exit', () => {
      thread = undefined;
      freeTurnOf(turn, 'beside');
      if (isStopping) return;
      log.warn('The thread that runs slots ended; the main thread runs them until the next tick');
      here.call();
    });
    return worker;
  }

  function hear(message: FromThread): void {
    if (message.kind === 'line') deps.writeLine(message.line);
    else if (message.kind === 'wake') deps.wakePump();
    else if (message.kind === 'fault') deps.onFault(faultOf(message));
    else if (message.kind === 'metric') (metrics[message.name] as (...of: unknown[]) => void)(...message.of);
    else void answer(message);
  }

  async function answer({ question, who }: FromThread & { kind: 'is_member' }): Promise<void> {
    const isMember = await deps.isMember(...who).catch(() => undefined);
    say({ kind: 'member', question, isMember });
  }

  return {
    call() {
      if (isStopping) return;
      thread ??= start();
      say({ kind: 'work', installed: installed() });
    },
    noteChange: () => say({ kind: 'changed' }),
    async stop() {
      isStopping = true;
      // Not Node's `once`, which fails if the thread does.
      const ended = new Promise((resolve) => (thread ? thread.once('exit', resolve) : resolve(undefined)));
      say({ kind: 'stop' });
      await Promise.all([ended, here.stop()]);
    },
  };
}

/** In the bundle it's next to this one, too. */
const ENTRY = import.meta.url.endsWith('.ts') ? './slot-thread.ts' : './slot-thread.cjs';

function faultOf({ store, message }: FromThread & { kind: 'fault' }): Error {
  const Fault = STORE_FAULTS.find(([name]) => name === store)?.[1] ?? Error;
  return new Fault(message);
}
