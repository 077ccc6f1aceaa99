/** When Slack and the bot last heard each other: by a signed request, an open socket, or Slack's answer to a question. */
import { MINUTE_MS } from '../durations.ts';
import { slackFailure } from './failures.ts';
import type { Installations } from './installations.ts';

export type Heard = {
  /** A signed request came. */
  note(): void;
  /** Asks a Slack that was not heard for a while, so that a quiet workspace is no fault. Never fails. */
  ask(): Promise<void>;
  /** Epoch ms, real time. */
  at(): number | undefined;
};

/** Ticks come once a minute, not to the millisecond. */
const QUIET_MS = MINUTE_MS - 10_000;

/** `socketIsOpen` where requests come over a socket: then its word counts, for without it no request comes. */
export function createHeard({
  installations,
  socketIsOpen,
  realNow,
}: {
  installations: Pick<Installations, 'all' | 'suspect'>;
  socketIsOpen: (() => boolean) | undefined;
  realNow: () => number;
}): Heard {
  let heardAt: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let turn = 0;

  const note = () => {
    heardAt = realNow();
  };
  const listen = () => {
    if (socketIsOpen?.()) note();
  };

  async function ask(): Promise<void> {
    listen();
    const all = installations.all();
    // Workspaces take turns; every answer is Slack's, and a refused token is found out on the way.
    const installation = all[turn % all.length];
    if (!installation || realNow() - Math.max(heardAt ?? askedAt, askedAt) < QUIET_MS) return;
    turn += 1;
    askedAt = realNow();
    const failure = await installation.client.auth.test().then(() => undefined, slackFailure);
    if (failure?.kind === 'refused' && failure.spoilt === 'installation')
      installations.suspect(installation.team);
    const isAnswer = !failure || (failure.kind !== 'unclear' && failure.reason !== 'unreachable');
    if (isAnswer && !socketIsOpen) note();
  }

  return {
    note,
    ask,
    at() {
      listen();
      return heardAt;
    },
  };
}
