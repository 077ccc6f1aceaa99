/** Dismiss and Undo in the private list of suggestions, where the API does what it likes with those that ended. */

import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { auditRows } from '../../../src/store/audit.ts';
import { suggestionState } from '../../../src/store/suggestions.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { suggestionDismiss, suggestionUndo } from '../../../src/surface/prompts/segment-buttons.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const ID = '0b9d6c1e-4d5a-4c8e-9b7f-2a1d3e5c7b99';
const KEY = { team: TEAM, projectId: ACME, suggestionId: ID };
const WRITTEN =
  'unlisted: { dismiss_segment_suggestion: "POST /projects/{project_id}/segment-suggestions/{suggestion_id}/dismiss" }\n';

const OPEN = {
  id: ID,
  project_id: ACME,
  name: 'Cost monitoring',
  status: 'suggested',
  created_at: '2026-11-19T10:00:00Z',
};
const ENDED = { ...OPEN, status: 'done', accepted_at: '2026-11-19T12:00:00Z' };

/** The API lists each time what comes next; the last of it from then on. */
async function listOver(lists: (object[] | 'broken')[], settings = '') {
  let asked = 0;
  const api: Answering = (response, request, number) => {
    if (!request.url.endsWith('/segment-suggestions')) return json([])(response, request, number);
    const list = lists[Math.min(asked++, lists.length - 1)] ?? [];
    return (list === 'broken' ? json({}, 404) : json(list))(response, request, number);
  };
  const file = `${settings}projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const given = { workspace: { personOf: async () => memberNamed('Ana', 'U0ANA') } };
  const { db, ask } = await surfaceOver(file, api, ok(), given);
  const click = (id: string, page?: number) => ({
    ...ask({ id }),
    ...{ ts: '9.9', isPrivate: true },
    value: carry('suggestion', { project: ACME, suggestion: ID, page }),
  });
  return {
    db,
    dismiss: (id: string, page?: number) => suggestionDismiss.run(click(id, page)),
    undo: (id: string, page?: number) => suggestionUndo.run(click(id, page)),
  };
}

const said = (answer: Answer) =>
  answer && 'message' in answer ? wordsOf(drawn(answer.message).blocks).join('\n') : undefined;

test('what an API drops from its list once it ended, is told in the list all the same', async () => {
  const { dismiss } = await listOver([[OPEN], []], WRITTEN);
  const answer = await dismiss('1', 0);
  expect(answer).toMatchObject({ delivered: 'replacing' });
  expect(said(answer)).toMatch(/no open segment suggestions\n\*“Cost monitoring”\*.*\nDismissed by <@U0ANA>/);
});

test('where the list cannot be read again, what came of the click is told alone', async () => {
  const { dismiss, db } = await listOver([[OPEN], 'broken']);
  const answer = await dismiss('1', 0);
  expect(answer).not.toMatchObject({ delivered: 'replacing' });
  expect(said(answer)).toMatch(/^\*“Cost monitoring”\* for Acme\nMarked dismissed by <@U0ANA>/);
  expect(await suggestionState(db, KEY)).toMatchObject({ status: 'dismissed', by: 'U0ANA' });
});

test('a mark is taken back in the list, which then has the buttons again', async () => {
  const { dismiss, undo, db } = await listOver([[OPEN]]);
  expect(said(await dismiss('1', 0))).toContain('Marked dismissed by <@U0ANA>');
  expect(said(await undo('2', 0))).not.toContain('Marked');
  expect(await suggestionState(db, KEY)).toMatchObject({ status: 'open' });
  await expect(undo('3', 0)).rejects.toThrow('nothing to undo');
});

test('what ended in the dashboard is not dismissed, and known from then on', async () => {
  const { dismiss, db } = await listOver([[ENDED]], WRITTEN);
  for (const page of [undefined, 0]) {
    await expect(dismiss(`on ${page}`, page)).rejects.toThrow(
      'This suggestion is already accepted in the dashboard',
    );
  }
  expect(await suggestionState(db, KEY)).toEqual({ status: 'accepted', at: Date.parse(ENDED.accepted_at) });
  expect(await auditRows(db, TEAM, { projectIds: [ACME], limit: 5, offset: 0 })).toEqual([]);
});

test('what is listed no more is laid aside on its post, and not in a list', async () => {
  const { dismiss, db } = await listOver([[]]);
  await expect(dismiss('1', 0)).rejects.toThrow('The API no longer lists this suggestion');
  expect(await suggestionState(db, KEY)).toBeUndefined();
  expect(await dismiss('2')).toBeUndefined();
  expect(await suggestionState(db, KEY)).toMatchObject({ status: 'dismissed', at: NINE, written: 'off' });
});

test('a click that Slack brings twice is one, and the second says nothing', async () => {
  const { dismiss, db } = await listOver([[OPEN]]);
  await dismiss('1', 0);
  expect(await dismiss('1', 0)).toBeUndefined();
  expect(await auditRows(db, TEAM, { projectIds: [ACME], limit: 5, offset: 0 })).toHaveLength(1);
});
