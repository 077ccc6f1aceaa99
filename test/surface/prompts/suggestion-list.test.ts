/** Dismiss and Undo in the private list, whatever the API does with settled suggestions. */
import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { queueDecision } from '../../../src/outbox/queue.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { readSuggestionState } from '../../../src/store/suggestions.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { suggestionDismiss, suggestionUndo } from '../../../src/surface/prompts/settle-suggestion.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

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

/** The API's successive responses; the last one repeats. */
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
    ts: '9.9',
    isPrivate: true,
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

test('a suggestion that the API drops once it’s settled still shows in the list', async () => {
  const { dismiss } = await listOver([[OPEN], []], WRITTEN);
  const answer = await dismiss('1', 0);
  expect(answer).toMatchObject({ delivered: 'replacing' });
  expect(said(answer)).toMatch(/no open segment suggestions\n\*“Cost monitoring”\*.*\nDismissed by <@U0ANA>/);
});

test('if the list can’t be read again, only the outcome is shown', async () => {
  const { dismiss, db } = await listOver([[OPEN], 'broken']);
  const answer = await dismiss('1', 0);
  expect(answer).not.toMatchObject({ delivered: 'replacing' });
  expect(said(answer)).toMatch(/^\*“Cost monitoring”\* for Acme\nMarked dismissed by <@U0ANA>/);
  expect(await readSuggestionState(db, KEY)).toMatchObject({ status: 'dismissed', by: 'U0ANA' });
});

test('undoing in the list brings the buttons back', async () => {
  const { dismiss, undo, db } = await listOver([[OPEN]]);
  expect(said(await dismiss('1', 0))).toContain('Marked dismissed by <@U0ANA>');
  expect(said(await undo('2', 0))).not.toContain('Marked');
  expect(await readSuggestionState(db, KEY)).toMatchObject({ status: 'open' });
  await expect(undo('3', 0)).rejects.toThrow('nothing to undo');
});

test('Dismiss on its card shows the card again with the outcome and Undo', async () => {
  const { dismiss, undo, db } = await listOver([[OPEN]]);
  const news = {
    kind: 'segment_suggestion' as const,
    v: 1 as const,
    project: { id: ACME, name: 'Acme' },
    suggestion: { id: ID, name: OPEN.name },
  };
  const to = { team: TEAM, channel: CHANNEL, subscription: 'suggestions', slotAt: NINE };
  await queueDecision(db, news, to, NINE);
  const answer = await dismiss('1');
  expect(answer).toMatchObject({ delivered: 'replacing' });
  expect(said(answer)).toContain('Marked dismissed by <@U0ANA>');
  expect(JSON.stringify(answer)).toContain('suggestion.undo');
  const open = await undo('2');
  expect(said(open)).toContain('Open: nobody');
  expect(JSON.stringify(open)).toContain('suggestion.accept');
  await db.updateTable('delivery').set({ state: 'sent', placed_in: CHANNEL, ts: '9.9' }).execute();
  expect(await dismiss('3')).toBeUndefined();
});

test('a suggestion settled in the dashboard can’t be dismissed, and is known from then on', async () => {
  const { dismiss, db } = await listOver([[ENDED]], WRITTEN);
  for (const page of [undefined, 0]) {
    await expect(dismiss(`on ${page}`, page)).rejects.toThrow('was already accepted');
  }
  expect(await readSuggestionState(db, KEY)).toEqual({
    status: 'accepted',
    at: Date.parse(ENDED.accepted_at),
  });
  expect(await readAudits(db, TEAM, { projectIds: [ACME], limit: 5, offset: 0 })).toEqual([]);
});

test('a suggestion that is no longer listed can be dismissed on its post, but not in the list', async () => {
  const { dismiss, db } = await listOver([[]]);
  await expect(dismiss('1', 0)).rejects.toThrow('The API no longer lists this suggestion');
  expect(await readSuggestionState(db, KEY)).toBeUndefined();
  expect(await dismiss('2')).toBeUndefined();
  expect(await readSuggestionState(db, KEY)).toMatchObject({ status: 'dismissed', at: NINE, written: 'off' });
});

test('a click that Slack delivers twice counts once', async () => {
  const { dismiss, db } = await listOver([[OPEN]]);
  await dismiss('1', 0);
  expect(await dismiss('1', 0)).toBeUndefined();
  expect(await readAudits(db, TEAM, { projectIds: [ACME], limit: 5, offset: 0 })).toHaveLength(1);
});
