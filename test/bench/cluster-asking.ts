/** The people of the cluster bench: commands, signed as Slack signs them, spread over the processes that are ready. */
import { setTimeout as delay } from 'node:timers/promises';
import { realNow } from '../../src/clock.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';
import { commandBody, signed } from '../support/slack-request.ts';
import type { Seat } from './cluster-seats.ts';
import type { Asked } from './cluster-tally.ts';
import { channelOf, projectOf, SIGNING_SECRET, workspaceOf } from './world.ts';

export type Sizes = { projects: number; channels: number; workspaces: number };

/** As long as Slack waits, and more, so that what is slow is seen as such. */
const GIVE_UP_MS = 10_000;
/** Of a hundred commands so many track a prompt; of ten of those so many come twice, to two processes at once. */
const WRITES_OF_100 = 40;
const TWICE_OF_10 = 2;

/** `answersUrl`: each answer's address is that and the request's id. */
export function createAsking(seats: readonly Seat[], answersUrl: string, sizes: Sizes, seed: number) {
  const random = randomOf(seed, 'asking');
  const asked: Asked[] = [];
  const underWay = new Set<Promise<void>>();
  let clicks = 0;
  let unheard = 0;

  async function send(seat: Seat, one: Asked, project: number): Promise<void> {
    const { id, click, prompt } = one;
    const about = `in ${projectOf(project).name}`;
    const body = commandBody({
      command: '/visibility',
      text: prompt === undefined ? `leads ${about}` : `track ${prompt} ${about}`,
      team_id: workspaceOf(project % sizes.workspaces),
      channel_id: channelOf(project % sizes.channels),
      user_id: 'U0ANA',
      trigger_id: click,
      response_url: `${answersUrl}/${id}`,
    });
    const request = signed(body, { secret: SIGNING_SECRET, at: realNow() });
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const { ok } = await fetch(seat.eventsUrl, { ...request, signal }).catch(() => ({ ok: false }));
    if (ok) one.acknowledgedAt = realNow();
  }

  /** One command, to these or to one of all that are ready. */
  function ask(to = seats.filter((seat) => seat.ready())): void {
    clicks += 1;
    if (to.length === 0) {
      unheard += 1;
      return;
    }
    const project = random.int(0, sizes.projects - 1);
    const click = `click-${clicks}`;
    const isWrite = random.int(1, 100) <= WRITES_OF_100;
    const isTwice = isWrite && random.int(1, 10) <= TWICE_OF_10;
    const prompt = isWrite ? `which of the tools is the best for case ${clicks}` : undefined;
    for (const [i, seat] of random
      .shuffled(to)
      .slice(0, isTwice ? 2 : 1)
      .entries()) {
      const { id: life = 0 } = seat.ready() ?? {};
      const one: Asked = { id: `${click}-${i}`, click, prompt, life, sentAt: realNow() };
      asked.push(one);
      const sending = send(seat, one, project).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }

  return {
    asked: (): readonly Asked[] => asked,
    /** Commands that nobody was there to hear. */
    unheard: () => unheard,
    ask,
    /** Asks at this pace until `over` aborts. */
    async keepAsking(everyMs: number, over: AbortSignal): Promise<void> {
      while (!over.aborted) {
        ask();
        await delay(everyMs, undefined, { signal: over }).catch(() => undefined);
      }
    },
    /** Resolves when every request was acknowledged, refused or given up. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
