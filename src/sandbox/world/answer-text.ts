/** The words of a simulated answer: made of what it names, why, and its sources, so that each can be found again in it. */
import { randomOf } from './random.ts';
import type { Citation, PromptRun } from './rows.ts';

const OPENINGS = [
  'For “{prompt}”, these are worth a look:',
  'There are several good options for “{prompt}”.',
  'It depends on your size and budget. Most often named for “{prompt}”:',
  'Here is what people use for “{prompt}” today.',
];

/** Plain text; `sources` are the citations of this run. */
export function answerText(run: PromptRun, sources: readonly Citation[]): string {
  const opening = randomOf('opening', run.id).pick(OPENINGS).replace('{prompt}', run.prompt.text);
  const { mentions, topics } = run.response;
  const parts = [
    opening,
    mentions.map(({ rank, entity, description }) => `${rank}. ${entity}: ${description}.`).join('\n'),
    topics.map(({ evidence }) => evidence).join(' '),
    sources.map(({ position, title, url }) => `[${position}] ${title}: ${url}`).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
