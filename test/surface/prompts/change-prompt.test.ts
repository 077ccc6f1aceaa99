import { describe, expect, test } from 'vitest';
import { VIEWS } from '../../../src/messages/actions.ts';
import { draw } from '../../../src/slack/draw.ts';
import type { Command } from '../../../src/surface/ask.ts';
import { editPrompt, untrack } from '../../../src/surface/prompts/track.ts';
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
  const asked = (words: string) => ({
    ...ask(),
    words,
    options: {},
    line: '',
    channels: {},
    page: 0,
    project,
  });
  const opened = async (command: Command, words: string) => {
    const answer = await command.run(asked(words));
    if (!answer || !('modal' in answer) || !answer.filled) return expect.fail('no form opens');
    return drawnView(await answer.filled());
  };
  return { asked, opened };
}

describe.each([
  ['untrack', untrack, VIEWS.promptUntrack],
  ['edit-prompt', editPrompt, VIEWS.promptEdit],
])('%s', (name, command, form) => {
  test('without words lists the prompts, each with its menu', async () => {
    const { asked } = await tracking(14);
    const answer = await command.run(asked(''));
    if (!answer || !('message' in answer)) return expect.fail('no list');
    const shown = JSON.stringify(draw(answer.message).blocks);
    expect(shown.match(new RegExp(`${name} p\\d+`, 'g'))).toHaveLength(12);
    expect(answer.pages).toBe(2);
  });

  test('opens the form of the prompt that is meant, and refuses words that several have, or none', async () => {
    const { opened } = await tracking(130);
    const chosen = await opened(command, 'number 117');
    expect(chosen.callback_id).toBe(form);
    expect(JSON.stringify(chosen)).toContain('crm number 117 of all');
    await expect(opened(command, 'number 11')).rejects.toThrow(/prompts contain “number 11”/);
    await expect(opened(command, 'erp')).rejects.toThrow(Refused);
  });
});

test('the untrack form says what is lost before anything is done', async () => {
  const question = await (await tracking(1)).opened(untrack, 'p0');
  expect(wordsOf(question.blocks).join(' ')).toMatch(/crm number 0 of all.* can’t be undone/);
});
