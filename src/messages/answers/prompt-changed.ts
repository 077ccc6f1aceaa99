/** Says that a tracked prompt was changed, or is tracked no more. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** `after`: its new words; missing where it is tracked no more. */
export function promptChanged(project: ProjectRef, before: string, after?: string): Message {
  const name = brief(project.name, 'project');
  const end =
    after === undefined
      ? 'is not tracked any more.'
      : 'was changed. Engines are asked the new words from the next day on.';
  const now = after === undefined ? '' : mrkdwn`\nNow: “${brief(after, 'quote')}”`;
  return {
    text: fallback(
      summaryAround(before, (short) => `${name}: “${short}” ${end}`),
      after === undefined ? [] : [`Now: “${after}”`],
    ),
    blocks: [section(mrkdwn`${name}: “${brief(before, 'quote')}” ${end}${now}`)],
  };
}
