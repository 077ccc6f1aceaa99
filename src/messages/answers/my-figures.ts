/** Answers My figures: what one person did in a span of time, shown to nobody else. */
import type { ProjectRef, RecapPerson } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { spanIn } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { personInWords } from '../posts/recap.ts';

/** `from` and `to` in epoch ms. */
export function myFiguresAnswer(
  project: ProjectRef,
  figures: RecapPerson,
  { from, to, timezone }: { from: number; to: number; timezone: string },
): Message {
  const head = `You in ${brief(project.name, 'project')}, ${spanIn(from, to, timezone)} ${timezone}`;
  const said = personInWords(figures);
  const note = 'Only you see this. Leads that were shown earlier count too.';
  return {
    text: fallback(`${head}: ${said}.`, [note]),
    blocks: [section(mrkdwn`*${head}* · ${said}. ${note}`)],
  };
}
