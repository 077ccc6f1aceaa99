/** A thread as the page shows it: what leads.ts knows of it, with words from the project's script. */
import { HOUR_MS } from './day.ts';
import { handle } from './forums.ts';
import { randomOf } from './random.ts';
import type { Lead } from './rows.ts';
import type { ProjectScript, SaidScript } from './script.ts';

/** How long after the post its first replies came. */
const REPLIED_AFTER = [0.7, 2.2, 5.5].map((hours) => hours * HOUR_MS);

export type ThreadCopy = ReturnType<typeof threadCopy>;

/** Times in epoch ms. No reply that `now` or the thread's own count does not know yet. */
export function threadCopy(script: ProjectScript, seed: number, lead: Lead, now: number) {
  const { title, url, community, author, postedAt, comments } = lead;
  const random = randomOf(seed, 'said', lead.id);
  const { question, replies } = saidIn(script, title, random);
  const written = REPLIED_AFTER.flatMap((after, i) => {
    const text = replies[i];
    const reply = { author: handle(random), text: text ?? '', postedAt: postedAt + after };
    return text !== undefined && i < comments && reply.postedAt <= now ? [reply] : [];
  });
  return { title, url, community, author, postedAt, comments, question, replies: written };
}

function saidIn(
  { threads: { said } }: ProjectScript,
  title: string,
  random: ReturnType<typeof randomOf>,
): SaidScript {
  return said.own[title] ?? { question: random.pick(said.questions), replies: random.shuffled(said.replies) };
}
