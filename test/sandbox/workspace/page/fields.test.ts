/** Fields of a form: which channels they offer, their first value, and what they send. */
import type { InputBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { drawBlocks } from '../../../../src/sandbox/workspace/page/blocks/blocks.ts';
import { secondsOf, wallTime } from '../../../../src/sandbox/workspace/page/dates.ts';
import type { Drawing } from '../../../../src/sandbox/workspace/page/reader.ts';
import { openPage } from './open-page.ts';
import { READER } from './reader.ts';

const READS: Drawing = {
  ...READER,
  channels: [
    { id: 'C1', name: 'leads', kind: 'public', shared: false },
    { id: 'C2', name: 'with-partner', kind: 'public', shared: true },
    { id: 'C3', name: 'board', kind: 'private', shared: false },
    { id: 'D1', name: 'Sightline', kind: 'im', shared: false },
  ],
};

function draw(element: InputBlock['element'], reader = READS): string {
  const label = { type: 'plain_text', text: 'Where' } as const;
  return String(drawBlocks([{ type: 'input', block_id: 'b', label, element }], reader));
}

const offered = (element: InputBlock['element'], reader = READS) =>
  [...draw(element, reader).matchAll(/<option value="(\w+)"/g)].map(([, id]) => id);

describe('a menu of conversations', () => {
  const select = { type: 'conversations_select', action_id: 'a' } as const;

  test.each([
    ['all that the person knows', {}, ['C1', 'C2', 'C3', 'D1']],
    ['only those of a kind', { filter: { include: ['public' as const] } }, ['C1', 'C2']],
    [
      'none that another organisation is in',
      { filter: { include: ['public' as const], exclude_external_shared_channels: true } },
      ['C1'],
    ],
  ])('offers %s', (_, more, ids) => {
    expect(offered({ ...select, ...more })).toEqual(ids);
  });

  test('starts with the current channel, if asked to', () => {
    const element = { ...select, default_to_current_conversation: true };
    expect(draw(element, { ...READS, current: 'C3' })).toContain('<option value="C3" selected>#board');
    expect(draw(element)).not.toContain('selected');
  });
});

test('a person isn’t offered private channels they aren’t in', async () => {
  const { workspace, read } = openPage();
  const select = { type: 'conversations_select', action_id: 'a' } as const;
  const label = { type: 'plain_text', text: 'Where' } as const;
  const form = {
    type: 'modal',
    title: label,
    submit: label,
    blocks: [{ type: 'input', block_id: 'b', label, element: select }],
  } as const;
  workspace.open('UANA', { ...form, blocks: [...form.blocks] });
  workspace.open('UGIL', { ...form, blocks: [...form.blocks] });
  expect(await read('/c/C0LEADS?as=UANA')).toContain('#growth-ops</option>');
  const seen = await read('/c/C0LEADS?as=UGIL');
  expect(seen).not.toContain('growth-ops');
  expect(seen).not.toContain('random');
});

test.each(['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T03:00', '2026-07-01T12:00'])(
  '%s in Berlin comes back as it went',
  (wall) => {
    expect(wallTime(secondsOf(wall, 'Europe/Berlin') * 1000, 'Europe/Berlin')).toBe(wall);
  },
);

describe('files', () => {
  const bytes = new Uint8Array([1, 2, 3]);

  test('a picture is shown with its alt text; other files are only downloaded', async () => {
    const { workspace, ask, read } = openPage();
    const csv = { name: 'leads.csv', mimetype: 'text/csv' };
    workspace.files.set('F1', { name: 'score.png', mimetype: 'image/png', bytes });
    workspace.files.set('F2', { ...csv, bytes });
    workspace.post({
      channel: 'C0LEADS',
      at: 0,
      files: [
        { id: 'F1', name: 'score.png', title: 'Score', altText: 'It "fell"', mimetype: 'image/png', size: 3 },
        { id: 'F2', title: '<b>Leads</b>', altText: '', size: 2_345, ...csv },
      ],
    });
    const html = await read('/c/C0LEADS');
    expect(html).toContain('<img class="large" src="/files/F1" alt="It &quot;fell&quot;">');
    expect(html).toContain('download="leads.csv">&lt;b&gt;Leads&lt;/b&gt;</a> <small>2.3 kB</small>');
    const picture = await ask('/files/F1');
    expect(picture.headers.get('content-disposition')).toBe('inline');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect((await ask('/files/F2')).headers.get('content-disposition')).toBe('attachment');
    expect((await ask('/files/F3')).status).toBe(404);
  });

  test('text only shows a picture’s alt text', async () => {
    const { workspace, read } = openPage();
    const file = {
      id: 'F1',
      name: 'a.png',
      title: 'A',
      altText: 'Fell to 53',
      mimetype: 'image/png',
      size: 1,
    };
    workspace.post({ channel: 'C0LEADS', at: 0, files: [file] });
    expect(await read('/c/C0LEADS?text=1')).toContain('<dt>picture</dt><dd>Fell to 53</dd>');
  });
});
