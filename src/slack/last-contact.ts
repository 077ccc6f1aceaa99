/** When the bot last heard from Slack: a signed request, an open socket, or an answer to auth.test. */
import { MINUTE_MS } from '../durations.ts';
import { toSlackFailure } from './failures.ts';
import type { Installations } from './installations.ts';

/** A little less than the time between two ticks. */
const QUIET_MS = MINUTE_MS - 10_000;

type LastContactDeps = {
  installations: Pick<Installations, 'all' | 'suspect'>;
  /** In socket mode only the socket counts, since requests come over nothing else. */
  socketIsOpen: (() => boolean) | undefined;
  realNow: () => number;
};

export function createLastContact({ installations, socketIsOpen, realNow }: LastContactDeps) {
  let heardAt: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let turn = 0;

  const note = () => {
    heardAt = realNow();
  };
  const listen = () => {
    if (socketIsOpen?.()) note();
  };

  /** Calls auth.test after a silence, so that a quiet workspace doesn't look like a fault. Never fails. */
  async function ask(): Promise<void> {
    listen();
    const all = installations.all();
    // Workspaces take turns: any answer shows that Slack is there, and refused tokens are found on the way.
    const installation = all[turn % all.length];
    if (!installation || realNow() - Math.max(heardAt ?? askedAt, askedAt) < QUIET_MS) return;
    turn += 1;
    askedAt = realNow();
    const failure = await installation.client.auth.test().then(() => undefined, toSlackFailure);
    if (failure?.kind === 'refused' && failure.spoilt === 'installation')
      installations.suspect(installation.team);
    const isAnswer = !failure || (failure.kind !== 'unclear' && failure.reason !== 'unreachable');
    if (isAnswer && !socketIsOpen) note();
  }

  return {
    /** A signed request came. */
    note,
    ask,
    /** Epoch ms, real time; undefined if it never was. */
    at() {
      listen();
      return heardAt;
    },
  };
}
