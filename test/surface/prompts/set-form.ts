/** The form of a tracked set, as a person opens and submits it. */
import { expect } from 'vitest';
import { z } from 'zod';
import { carry } from '../../../src/carried.ts';
import type { Ask } from '../../../src/surface/ask.ts';
import { setChange, setChangeView } from '../../../src/surface/prompts/tracked-set.ts';
import { drawnView, shownOf, wordsOf } from '../../messages/reading.ts';
import { ACME } from '../../support/surface-over.ts';

const Options = z.array(z.object({ value: z.string() }));
const Field = z.object({ element: z.object({ options: Options, initial_options: Options.default([]) }) });

/** What it lists and has ticked, by ids. */
export async function openSetForm(kind: 'engines' | 'regions', ask: Ask) {
  const value = carry('tracked_set', { kind, project: ACME });
  const answer = await setChange.run({ ...ask, value, ts: '1.2', isPrivate: true });
  const given = answer && 'modal' in answer ? await answer.filled?.() : undefined;
  const view = given && drawnView(given);
  if (!view) return expect.fail('there is no form');
  const { element } = Field.parse(view.blocks.find(({ type }) => type === 'input'));
  return {
    listed: element.options.map(({ value }) => value),
    ticked: element.initial_options.map(({ value }) => value),
    words: wordsOf(view.blocks).join('\n'),
    metadata: view.private_metadata ?? '',
  };
}

/** The words of the answer, or of the form that is shown again. */
export async function submitSetForm(metadata: string, ids: readonly string[], ask: Ask): Promise<string> {
  const submitted = await setChangeView.submit({ ...ask, metadata, values: {}, lists: { ids } });
  if (!('after' in submitted)) return expect.fail(JSON.stringify(submitted));
  const answer = await submitted.after(ask);
  if (answer && 'message' in answer) return shownOf(answer.message).join('\n');
  if (answer && 'modal' in answer) return wordsOf(drawnView(answer.modal).blocks).join('\n');
  return expect.fail('nothing is answered');
}
