/** Answers /visibility citations: the pages that engines cited last. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { Citation } from '../../visibility/assumed.ts';
import { latest } from '../api-counts.ts';
import { dayAt } from '../days.ts';
import { brief } from '../lengths.ts';
import { readAnswer } from '../run-buttons.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of the citations, of `total` that the API gave; `asked` is how many it was asked for, `only` of what alone. */
export function citationsAnswer(
  project: ProjectRef,
  citations: readonly Citation[],
  total: number,
  { asked, only }: { asked: number; only: readonly string[] },
): Message {
  const amount = total === 0 ? 'the API has none yet' : `${latest(total, 'citation', asked)}, newest first`;
  return lookupAnswer({
    project,
    what: 'citations',
    only,
    amount,
    rows: citations.map(({ title, url, domain, engine, prompt, createdAt, promptRunId }) => ({
      title: brief(title ?? domain ?? '', 'title') || 'Untitled page',
      url,
      facts: [
        title !== undefined && domain !== undefined && brief(domain, 'place'),
        brief(engine ?? '', 'place') || 'engine not given',
        prompt !== undefined && `“${brief(prompt, 'prompt')}”`,
        createdAt !== undefined && dayAt(createdAt, 'UTC'),
      ],
      button: readAnswer(project, promptRunId, { engine, prompt }),
    })),
  });
}
