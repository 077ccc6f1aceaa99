/** A decision on a suggestion, and the outcome of sending it to the API. */
import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { readSuggestionState, settleSuggestion } from '../../../src/store/suggestions.ts';
import type { Ask } from '../../../src/surface/ask.ts';
import { readAuditLines } from '../../../src/surface/projects/audit.ts';
import {
  findOpenSuggestion,
  requireSuggestion,
  settle,
} from '../../../src/surface/prompts/settle-suggestion.ts';
import { Restarting } from '../../../src/surface/restarting.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { ACME, memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { type Asked, json } from '../../visibility/api.ts';

const FILE = `
unlisted: { dismiss_segment_suggestion: "POST /projects/{project_id}/segment-suggestions/{suggestion_id}/dismiss" }
projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]
`;

type Answers = {
  write: number;
  said?: object;
  read: number;
  listed?: readonly object[];
  wasListed?: boolean;
};

const LISTED = { id: ACME, project_id: ACME, name: 'Cost', created_at: '2026-11-01T00:00:00Z' };

/** Dismisses a suggestion with these API responses to the write and the read; the bot stops before one of them. */
async function dismissed(id: string, answers: Answers, stopsBefore?: 'unlisted' | 'segmentSuggestions') {
  const asked: Asked[] = [];
  const world = await surfaceOver(
    FILE,
    (response, request, number) => {
      asked.push(request);
      const { said = {}, listed = [] } = answers;
      const answer = request.method === 'GET' ? json(listed, answers.read) : json(said, answers.write);
      answer(response, request, number);
    },
    ok(),
    { workspace: { personOf: async () => memberNamed('Ana', 'U0ANA') } },
  );
  const { db, ask } = world;
  const stop = async () => {
    throw new Restarting();
  };
  const usual = ask({ id: 'click' });
  const api: Ask['api'] = (project) => ({
    ...usual.api(project),
    ...(stopsBefore && { [stopsBefore]: stop }),
  });
  const asker = { ...usual, api };
  const value = carry('suggestion', { project: ACME, suggestion: id });
  const refusal = await settle(requireSuggestion(value, asker), 'dismissed', asker, async () =>
    answers.wasListed ? { ...LISTED, status: 'open' } : undefined,
  ).catch((error: unknown) => error);
  const [row] = await readAudits(db, TEAM, { projectIds: [ACME], limit: 1, offset: 0 });
  const [line] = await readAuditLines([{ id: ACME, name: 'Acme' }], { limit: 1, offset: 0 }, asker);
  const state = await readSuggestionState(db, { team: TEAM, projectId: ACME, suggestionId: id });
  return { asked: asked.map(({ method }) => method), state, outcome: row?.outcome, refusal, line };
}

test('a write that a stop of the bot came before can be undone', async () => {
  const { asked, state, refusal } = await dismissed('s9', { write: 204, read: 200 }, 'unlisted');
  expect(asked).toEqual([]);
  expect(refusal).toBeInstanceOf(Restarting);
  expect(state).toMatchObject({ status: 'dismissed', written: 'unsent' });
});

test('a write that a stop of the bot came after is waiting, and not audited as unsent', async () => {
  const { asked, state, outcome, refusal } = await dismissed(
    's9',
    { write: 204, read: 200 },
    'segmentSuggestions',
  );
  expect(asked).toEqual(['POST']);
  expect(refusal).toBeUndefined();
  expect(state).toMatchObject({ status: 'dismissed', written: 'waiting' });
  expect(outcome).toBe('the API answered 204');
});

test('a request that couldn’t be built isn’t reported as unanswered', async () => {
  const { asked, state, outcome } = await dismissed('..', { write: 200, read: 200 });
  expect(asked).toEqual([]);
  expect(state).toMatchObject({ status: 'dismissed', written: 'unsent' });
  expect(outcome).toContain('path.suggestion_id: is no identifier');
});

test('a write that the API refused is shown with its status', async () => {
  const { asked, state } = await dismissed('s9', { write: 404, read: 200 });
  expect(asked).toEqual(['POST', 'GET']);
  expect(state).toMatchObject({ written: 'failed', apiStatus: 404 });
});

const listed = (status: string) => [{ ...LISTED, status }];

test.each([502, 409])('a write that was answered %d, but that the list shows, is done', async (write) => {
  const { state } = await dismissed(ACME, { write, read: 200, listed: listed('dismissed') });
  expect(state).toMatchObject({ status: 'dismissed', by: 'U0ANA', written: 'confirmed' });
});

test('the audit names a suggestion by its words', async () => {
  const { line } = await dismissed(ACME, { write: 200, read: 200, listed: [], wasListed: true });
  expect(line).toMatchObject({ action: 'dismissed a suggestion', subject: '“Cost”' });
});

test('what somebody decided otherwise in the dashboard meanwhile counts', async () => {
  const { state } = await dismissed(ACME, { write: 409, read: 200, listed: listed('accepted') });
  expect(state).toEqual({ status: 'accepted' });
});

test('a suggestion that the list leaves out once it is settled is confirmed', async () => {
  const answers = { write: 200, read: 200, listed: [] };
  expect((await dismissed(ACME, { ...answers, wasListed: true })).state?.written).toBe('confirmed');
  expect((await dismissed(ACME, answers)).state?.written).toBe('waiting');
});

test('a refusal with status 200 isn’t taken for a yes', async () => {
  const said = { success: false, message: 'Segment limit reached' };
  const { state, outcome } = await dismissed(ACME, { write: 200, said, read: 200 });
  expect(state).toMatchObject({ written: 'unsent' });
  expect(outcome).toContain('Segment limit reached');
});

test('a write that can’t be read back is waiting, not failed', async () => {
  const { asked, state, outcome } = await dismissed('s9', { write: 204, read: 404 });
  expect(asked).toEqual(['POST', 'GET']);
  expect(state).toEqual({ status: 'dismissed', by: 'U0ANA', at: NINE, written: 'waiting' });
  expect(outcome).toBe('the API answered 204');
});

test('whoever comes second is told who decided, and on which day, though the API lists it as decided too', async () => {
  const id = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91';
  const listed = {
    id,
    project_id: ACME,
    name: 'Cost',
    status: 'dismissed',
    created_at: '2026-11-01T00:00:00Z',
  };
  const personOf = async (person: string) => memberNamed('Ben Okoye', person);
  const { db, ask } = await surfaceOver(FILE, json([listed]), ok(), { workspace: { personOf } });
  const key = { team: TEAM, projectId: ACME, suggestionId: id };
  await settleSuggestion(db, key, { status: 'dismissed', by: 'U0BEN', at: NINE, written: 'waiting' });
  const asker = ask({ id: 'click' });
  const clicked = requireSuggestion(carry('suggestion', { project: ACME, suggestion: id }), asker);
  const refused = findOpenSuggestion(clicked, asker);
  await expect(refused).rejects.toThrow(/^Ben Okoye already dismissed .*Nov/);
});
