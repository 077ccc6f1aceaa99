/** What a command was asked for alone, an engine or a region, is named in its answer: a list without it seems whole. */
import { describe, expect, test } from 'vitest';
import { citations } from '../../../src/surface/commands/citations.ts';
import { sources } from '../../../src/surface/commands/sources.ts';
import { wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-deps.ts';
import { apiWith } from '../../support/watch-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GEMINI = {
  id: ACME,
  model: 'gemini-3',
  display_name: 'Gemini',
  provider: 'Google',
  surface: 'api',
  active: true,
};
const PAGE = { title: 'Pricing', url: 'https://acme.example/pricing' };

/** The first line of the answer to this command with these options: as it is shown, and as it is heard. */
async function headOf(command: typeof sources, options: Readonly<Record<string, string>>): Promise<string[]> {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const api = apiWith({
    '/engines': json([GEMINI]),
    '/regions': json([{ id: 'r1', name: 'Germany', code: 'DE' }]),
    '/sources': json([PAGE]),
    '/citations': json([PAGE]),
  });
  const { deps, installation } = await surfaceOver(file, api, ok());
  const project = deps.projects().projects[0] ?? expect.fail('Acme is not in the file');
  if (command.scope !== 'project') expect.fail('asked for a project');
  const asker = { id: '1', installation, person: 'U0ANA', channel: CHANNEL, triggerId: 't' };
  const answer = await command.run({ ...asker, project, words: '', channels: {}, options, page: 0 }, deps);
  const message = answer && 'message' in answer ? answer.message : undefined;
  if (!message) expect.fail('nothing is answered');
  return [wordsOf(message.blocks).join('\n'), message.text].map((text) => text.split('\n')[0] ?? '');
}

describe.each([
  ['sources', sources, '1 page, most cited first'],
  ['citations', citations, '1 citation, newest first'],
] as const)('%s', (name, command, amount) => {
  test.each([
    ['a region', { region: 'Germany' }, 'only Germany · '],
    ['an engine', { engine: 'Gemini' }, 'only Gemini · '],
    [
      'a name in other letters, or a code',
      { engine: 'gemini', region: 'de' },
      'only Gemini · only Germany · ',
    ],
    ['both', { engine: 'Gemini', region: 'Germany' }, 'only Gemini · only Germany · '],
    ['neither', {}, ''],
  ])('asked for with %s', async (_, options, only) => {
    expect(await headOf(command, options)).toEqual([
      `*Acme ${name}* · ${only}${amount}`,
      `Acme ${name}: ${only}${amount}.`,
    ]);
  });
});
