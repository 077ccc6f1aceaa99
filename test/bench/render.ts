/** The bench of drawing: digests and alerts a second. */
import { render } from '../../src/outbox/post-kinds.ts';
import { ALERT, DIGEST, STANDING } from '../messages/cast.ts';
import { atMost, type Goal } from './goals.ts';
import { paceOf, spreadOf, spreadText } from './rounds.ts';
import type { Figures } from './table.ts';

const ROUNDS = 7;
const MESSAGES = 1_000;

export type RenderFigures = { rows: Figures[]; goals: Goal[] };

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
  const messages = {
    'a digest of ten leads': () => render(TEN_LEADS, STANDING),
    'a score alert': () => render(ALERT, STANDING),
  };
  const taken = new Map(Object.keys(messages).map((name): [string, number[]] => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, draw] of Object.entries(messages)) {
      const { cpuUs } = await paceOf(async () => draw(), MESSAGES, 1);
      // The first round warms up.
      if (round >= 0) taken.get(name)?.push(cpuUs);
    }
    if (round >= 0) progress(`round ${round + 1} of ${ROUNDS}`);
  }
  const rows = [...taken].map(([what, cpuUs]) => ({
    what,
    'took, ms': spreadText(spreadOf(cpuUs.map((us) => us / 1_000))),
    'a second': spreadText(spreadOf(cpuUs.map((us) => 1_000_000 / us)), 0),
  }));
  const goals = [...taken].map(([what, cpuUs]) => atMost(`${what}, ms`, 5, spreadOf(cpuUs).median / 1_000));
  return { rows, goals };
}
