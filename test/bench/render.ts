/** The bench of drawing: digests and alerts a second, and how long a picture takes, in all and of the main thread. */
import { performance } from 'node:perf_hooks';
import { scorePicture } from '../../src/messages/scores/picture/score-picture.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { ALERT, DIGEST, STANDING } from '../messages/cast.ts';
import { STEP } from '../messages/scores/picture/cast.ts';
import { atMost, type Goal } from './goals.ts';
import { paceOf, spreadOf, spreadText } from './rounds.ts';
import type { Figures } from './table.ts';

const ROUNDS = 7;
const MESSAGES = 1_000;
const PICTURES = 12;

type RenderFigures = { rows: Figures[]; goals: Goal[] };

const [first] = DIGEST.leads;
/** As many leads as a digest usually has. */
const TEN_LEADS = {
  ...DIGEST,
  leads: Array.from({ length: 10 }, (_, i) => ({
    ...first,
    key: `id:${i}`,
    title: `Thread ${i}: which one?`,
    score: 90 - i,
  })),
};

export async function measureRender(progress: (line: string) => void): Promise<RenderFigures> {
  // As main.ts has it.
  process.env.MIMALLOC_PURGE_DELAY ??= '-1';
  const messages = {
    'a digest of ten leads': () => render(TEN_LEADS, STANDING),
    'a score alert': () => render(ALERT, STANDING),
  };
  const taken = new Map(Object.keys(messages).map((name): [string, number[]] => [name, []]));
  const [pictureMs, onMainMs]: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, draw] of Object.entries(messages)) {
      const { cpuUs } = await paceOf(async () => draw(), MESSAGES, 1);
      // The first round warms up.
      if (round >= 0) taken.get(name)?.push(cpuUs);
    }
    for (let i = 0; i < PICTURES; i += 1) {
      const [began, before] = [performance.now(), performance.eventLoopUtilization()];
      await scorePicture(STEP);
      if (round < 0) continue;
      pictureMs.push(performance.now() - began);
      onMainMs.push(performance.eventLoopUtilization(before).active);
    }
    if (round >= 0) progress(`round ${round + 1} of ${ROUNDS}`);
  }
  const rows = [...taken].map(([what, cpuUs]) => ({
    what,
    'took, ms': spreadText(spreadOf(cpuUs.map((us) => us / 1_000))),
    'a second': spreadText(spreadOf(cpuUs.map((us) => 1_000_000 / us)), 0),
    'of the main thread, ms': spreadText(spreadOf(cpuUs.map((us) => us / 1_000))),
  }));
  const picture = {
    what: 'a picture of 90 days',
    'took, ms': spreadText(spreadOf(pictureMs)),
    'a second': spreadText(spreadOf(pictureMs.map((ms) => 1_000 / ms)), 0),
    'of the main thread, ms': spreadText(spreadOf(onMainMs)),
  };
  return {
    rows: [...rows, picture],
    goals: [
      atMost('a picture, ms', 15, spreadOf(pictureMs).median),
      atMost('of the main thread for a picture, ms', 15, spreadOf(onMainMs).median),
    ],
  };
}
