import { describe, expect, test } from 'vitest';
import { VIEWS } from '../../../src/messages/actions.ts';
import type { Command, Form } from '../../../src/surface/ask.ts';
import { editPrompt, promptChooseView, untrack } from '../../../src/surface/prompts/change-prompt.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { drawnView, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

/** Somebody in Acme's channel, with this many tracked prompts. */
async function tracking(many: number) {
  const prompts = Array.from({ length: many }, (_, i) => ({ id: `p${i}`, prompt: `crm number ${i} of all` }));
  const { ask, workspace } = await surfaceOver(ACME_FILE, json(prompts), ok());
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  const asker = ask();
  const asked = { ...asker, words: '', options: {}, line: '', channels: {}, page: 0, project };
  const opened = async (command: Command) => {
    const answer = await command.run(asked);
    if (!answer || !('modal' in answer) || !answer.filled) return expect.fail('no form opens');
    return drawnView(await answer.filled());
  };
  const submitted = (metadata: string | undefined, values: Form['values']) =>
    promptChooseView.submit({ ...asker, values, lists: {}, metadata: metadata ?? '' });
  /** The form's successor. */
  const next = async (metadata: string | undefined, values: Form['values']) => {
    const answer = await submitted(metadata, values);
    const after = 'after' in answer ? await answer.after(asker) : undefined;
    return after && 'modal' in after ? drawnView(after.modal) : undefined;
  };
  return { opened, submitted, next };
}

describe.each([
  ['untrack', untrack, VIEWS.promptUntrack],
  ['edit-prompt', editPrompt, VIEWS.promptEdit],
])('%s without words', (_, command, form) => {
  test('opens a form with every prompt, which becomes the form for the chosen one', async () => {
    const { opened, next } = await tracking(3);
    const modal = await opened(command);
    expect(JSON.stringify(modal.blocks).match(/"value":"p\d"/g)).toHaveLength(3);
    expect(modal.blocks).toHaveLength(1);
    const chosen = await next(modal.private_metadata, { prompt: 'p1' });
    expect(chosen?.callback_id).toBe(form);
    expect(JSON.stringify(chosen)).toContain('crm number 1 of all');
  });

  test('takes words if there are more prompts than fit in the menu', async () => {
    const { opened, next } = await tracking(130);
    const modal = await opened(command);
    expect(JSON.stringify(modal.blocks)).toContain('The menu lists the first 100 of 130.');
    const chosen = await next(modal.private_metadata, { prompt: 'p1', words: 'number 117' });
    expect(JSON.stringify(chosen)).toContain('crm number 117 of all');
  });

  test('reports an empty choice at the field, and unknown or ambiguous words with the prompts there are', async () => {
    const { opened, submitted, next } = await tracking(130);
    const { private_metadata: metadata } = await opened(command);
    expect(await submitted(metadata, { words: ' ' })).toEqual({
      errors: { prompt: 'Choose a prompt, or type words from it.' },
    });
    await expect(next(metadata, { words: 'number 11' })).rejects.toThrow(/prompts contain “number 11”/);
    await expect(next(metadata, { words: 'erp' })).rejects.toThrow(Refused);
  });

  test('says so if no prompt is tracked', async () => {
    await expect((await tracking(0)).opened(command)).rejects.toThrow('Acme tracks no prompts yet.');
  });
});

test('the untrack form says what is lost before anything is done', async () => {
  const { opened, next } = await tracking(1);
  const modal = await opened(untrack);
  const question = await next(modal.private_metadata, { prompt: 'p0' });
  expect(wordsOf(question?.blocks ?? []).join(' ')).toMatch(/crm number 0 of all.* can’t be undone/);
});
