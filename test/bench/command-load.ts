/** People who type commands, and the address at which they are answered: the load of `bench -- commands` and `bench -- soak`. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { realNow } from '../../src/clock.ts';
import { commandBody, signed } from '../support/slack-request.ts';
import { TEAM } from './hostile-slack.ts';
import { startLocalServer } from './local-server.ts';
import { channelOf, SIGNING_SECRET } from './world.ts';

const GIVE_UP_MS = 30_000;

/** `ackMs`: until it was acknowledged; missing, where it was not. `isRefused`: that nothing would be done, said at once. */
export type Typed = { ackMs?: number; isRefused: boolean };

export type CommandLoad = Awaited<ReturnType<typeof startCommandLoad>>;

/** People of the first so many channels, in turn. What doesn't hold the words of an answer is none. */
export async function startCommandLoad(channels: number, wordsOfAnAnswer: string) {
  const waiting = new Map<string, (isAnswer: boolean) => void>();
  let asked = 0;
  const answers = await startLocalServer(({ path, body }, response) => {
    response.end('ok');
    waiting.get(path)?.(body.includes(wordsOfAnAnswer));
    waiting.delete(path);
  });

  /** Sends one; `answered` resolves with whether an answer came. */
  async function type(pool: Pool, eventsPath: string, line: string, from = performance.now()) {
    asked += 1;
    const to = `/answer-${asked}`;
    const body = commandBody({
      command: '/visibility',
      text: line,
      team_id: TEAM,
      channel_id: channelOf(asked % channels),
      user_id: 'U0ANA',
      trigger_id: `click-${asked}`,
      response_url: answers.url + to,
    });
    const { headers } = signed(body, { secret: SIGNING_SECRET, at: realNow() });
    const { promise: answered, resolve } = Promise.withResolvers<boolean>();
    const lost = setTimeout(() => {
      waiting.delete(to);
      resolve(false);
    }, GIVE_UP_MS);
    waiting.set(to, (isAnswer) => {
      clearTimeout(lost);
      resolve(isAnswer);
    });
    const typed: Typed = await pool
      .request({ path: eventsPath, method: 'POST', headers: headers as Record<string, string>, body })
      .then(async ({ statusCode, body: said }) => {
        const words = await said.text();
        const isRefused = words !== '';
        return statusCode === 200 ? { ackMs: performance.now() - from, isRefused } : { isRefused: false };
      });
    if (typed.isRefused) waiting.get(to)?.(false);
    return { typed, answered };
  }

  return {
    /** So many a second, whatever becomes of them, for `ms`. Resolves with all of them when the last is acknowledged. */
    async atPace(eventsUrl: string, line: string, { perSecond, ms }: { perSecond: number; ms: number }) {
      const { origin, pathname } = new URL(eventsUrl);
      const pool = new Pool(origin, { connections: 200 });
      const began = performance.now();
      const all: ReturnType<typeof type>[] = [];
      for (let i = 0; i < (perSecond * ms) / 1_000; i += 1) {
        const due = began + (i * 1_000) / perSecond;
        const wait = due - performance.now();
        if (wait > 0) await pause(wait);
        // From when it was due: who sends late must not hide that it was waited for.
        all.push(type(pool, pathname, line, wait > 0 ? performance.now() : due));
      }
      const typed = (await Promise.all(all)).map((one) => one.typed);
      await pool.close();
      return typed;
    },

    /** So many people for `ms`, each of whom asks again once answered. Without answers, once acknowledged. */
    async atOnce(
      eventsUrl: string,
      line: string,
      { people, ms, isAnswered }: { people: number; ms: number; isAnswered: boolean },
    ) {
      const { origin, pathname } = new URL(eventsUrl);
      const pool = new Pool(origin, { connections: people });
      const began = performance.now();
      const typed: Typed[] = [];
      let answers = 0;
      const person = async () => {
        while (performance.now() - began < ms) {
          const one = await type(pool, pathname, line);
          typed.push(one.typed);
          if (isAnswered && (await one.answered) && !one.typed.isRefused) answers += 1;
        }
      };
      await Promise.all(Array.from({ length: people }, person));
      const seconds = (performance.now() - began) / 1_000;
      await pool.close();
      return { typed, answers, perSecond: (isAnswered ? answers : typed.length) / seconds };
    },

    close: () => answers.close(),
  };
}
