/** A segment suggestion and the people who decide on it, each step seen in the message, in private and at the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO, type SlackMessage } from '../support/local-slack.ts';
import { buttonsOf, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const ACCEPT = 'suggestion.accept';
const DISMISS = 'suggestion.dismiss';
const UNDO = 'suggestion.undo';
const PREVIEW = 'suggestion.preview';

let journey: Journey;

/** The channel's only suggestion, as it stands now. */
async function suggestion(channel: string): Promise<SlackMessage> {
  return onlyOne(postsOf(await journey.slack.history(channel), 'segment_suggestion'));
}

/** The message when it says so, in its own place. */
async function changed(channel: string, words: RegExp): Promise<SlackMessage> {
  return until(`the suggestion to say ${words}`, async () => {
    const message = await suggestion(channel);
    return words.test(mrkdwnOf(message)) && message;
  });
}

async function press(person: string, channel: string, action: string) {
  return journey.slack.press(person, channel, await suggestion(channel), action);
}

async function openModal(person: string, channel: string, action: string) {
  return journey.slack.modalAfter(person, () => press(person, channel, action));
}

/** The latest private answer of a person in a channel, as the page shows it now. */
async function privately(person: string, channel: string): Promise<string> {
  const rows = await journey.slack.rows(person, channel);
  return rows.findLast(({ isPrivate }) => isPrivate)?.text ?? '';
}

/** The list itself, when it says so. */
const listed = (channel: string, words: RegExp) =>
  until(`the list to say ${words}`, async () => {
    const list = await privately(ANA, channel);
    return words.test(list) && list;
  });

const askForList = (person: string, channel: string) =>
  journey.slack.ask(person, channel, '/visibility suggestions');

/** The writes of one project's suggestions, as the API got them. */
async function writesOf(project: { id: string }) {
  return (await journey.writes()).filter(({ path }) => path.includes(project.id));
}

describe('where the API has operations for it', () => {
  beforeAll(async () => {
    journey = await startJourney();
    await journey.pass({ minutes: 1 });
  });

  afterAll(() => journey?.end());

  test('See all shows every prompt that it would apply to', async () => {
    const modal = await openModal(ANA, ACME.scores, PREVIEW);
    expect(modal.text).toContain('“Cost monitoring” for Acme');
    expect(modal.text).toContain('Applies to 6 of 10 prompts • k8s cost alerts • cut aws bill');
    expect(modal.text).toContain('Doesn’t apply to 4 • globex alternatives');
    expect(await journey.slack.close(ANA, modal.id)).toEqual({ ok: true });
    expect(await journey.slack.modal(ANA)).toBeUndefined();
  });

  test.each([
    ['a guest', GIA, /^Guests can look things up, but can’t do this\. /],
    [
      'somebody of another organisation',
      OTO,
      /^People from other organisations can look things up, but can’t do /,
    ],
  ])('%s can neither accept nor dismiss', async (_who, person, refusal) => {
    for (const action of [ACCEPT, DISMISS]) {
      const answer = await journey.slack.answerTo(person, ACME.scores, () =>
        press(person, ACME.scores, action),
      );
      expect(answer).toMatch(refusal);
    }
    expect(await journey.slack.modal(person)).toBeUndefined();
    expect(await journey.writes()).toEqual([]);
  });

  test('Accept… says what it means; of two people who submit, the first one twice, one accepts once', async () => {
    const before = await suggestion(ACME.scores);
    const anas = await openModal(ANA, ACME.scores, ACCEPT);
    expect(anas.text).toContain('Accepting changes the dashboard. This can’t be undone.');
    const bens = await openModal(BEN, ACME.scores, ACCEPT);
    expect(await journey.writes()).toEqual([]);

    const twice = await Promise.all([anas.id, anas.id].map((id) => journey.slack.submit(ANA, id)));
    expect(twice).toContainEqual({ ok: true });
    const accepted = await changed(ACME.scores, /^✅ Accepted by <@U0ANARUIZ> on /m);
    expect(accepted).toMatchObject({ ts: before.ts, metadata: before.metadata });
    expect(accepted.text).toMatch(/^Acme, segment “Cost monitoring”: ✅ Accepted by /);
    expect(buttonsOf(accepted)).toEqual({ [PREVIEW]: 'See all 6 prompts' });

    expect(await journey.slack.submitForAnswer(BEN, bens.id)).toContain(
      'Ana Ruiz already accepted this suggestion on ',
    );
    expect(onlyOne(await writesOf(ACME))).toMatchObject({
      method: 'POST',
      operation: 'accept_segment_suggestion',
      status: 200,
    });
  });

  test('what would mean something else than was shown is not accepted', async () => {
    const modal = await openModal(ANA, TIDEWATER.channel, ACCEPT);
    const tracked = await journey.slack.ask(BEN, TIDEWATER.channel, '/visibility track tide tables by text');
    expect(tracked).toContain('Tracked for Tidewater');
    expect(await journey.slack.submitForAnswer(ANA, modal.id)).toContain(
      'Your prompts have changed, so accepting means something else now.',
    );
    expect((await writesOf(TIDEWATER)).map(({ operation }) => operation)).toEqual(['create_prompt']);
  });

  test('what is accepted is open no more', async () => {
    expect(await journey.slack.ask(ANA, ACME.scores, '/visibility suggestions')).toMatch(
      /^Acme · no open segment suggestions /,
    );
  });

  test('a failing API is named in the message, and the mark can be taken back', async () => {
    await journey.breakApi({ operation: 'accept_segment_suggestion', kind: 'unavailable', times: 1 });
    const modal = await openModal(ANA, TIDEWATER.channel, ACCEPT);
    await journey.slack.submit(ANA, modal.id);
    const failed = await changed(TIDEWATER.channel, /^Marked accepted by <@U0ANARUIZ> on /m);
    const settled = await changed(
      TIDEWATER.channel,
      /The dashboard may not have changed: the API answered 500\. <https:\/\/dashboard\.example\.com\/projects\/[0-9a-f-]+\|Finish there>/,
    );
    expect(settled.ts).toBe(failed.ts);
    expect(buttonsOf(settled)).toMatchObject({ [UNDO]: 'Undo' });
    expect(buttonsOf(settled)).not.toHaveProperty([ACCEPT]);

    expect(
      await journey.slack.answerTo(GIA, TIDEWATER.channel, () => press(GIA, TIDEWATER.channel, UNDO)),
    ).toMatch(/^Guests can look things up, but can’t do this\. /);
    expect(await press(BEN, TIDEWATER.channel, UNDO)).toEqual({ ok: true });
    await until('the buttons to come back', async () =>
      Object.hasOwn(buttonsOf(await suggestion(TIDEWATER.channel)), ACCEPT),
    );
    expect(mrkdwnOf(await suggestion(TIDEWATER.channel))).not.toContain('Marked');
  });

  test('Dismiss is one click after Slack’s own question, told to the API and confirmed', async () => {
    expect(await press(BEN, TIDEWATER.channel, DISMISS)).toEqual({ ok: true });
    await changed(TIDEWATER.channel, /^Dismissed by <@U0BENOKOYE> on \S+ at \S+\|[^|]*>\.$/m);
    expect(await writesOf(TIDEWATER)).toMatchObject([
      { operation: 'create_prompt' },
      { operation: 'accept_segment_suggestion', status: 500 },
      { operation: 'dismiss_segment_suggestion', status: 200 },
    ]);
  });
});

describe('in the list, and in the dashboard', () => {
  beforeAll(async () => {
    journey = await startJourney();
    await journey.pass({ minutes: 1 });
  });

  afterAll(() => journey?.end());

  test('a guest’s list has nothing to decide with', async () => {
    await askForList(GIA, ACME.leads);
    await expect(journey.slack.pressPrivate(GIA, ACME.leads, DISMISS)).rejects.toThrow('has a button');
    expect(await journey.writes()).toEqual([]);
  });

  test('Dismiss in the list is told to the API once, and seen in the list and on the post', async () => {
    expect(await askForList(ANA, ACME.leads)).toContain('1 open segment suggestion');
    const rows = (await journey.slack.rows(ANA, ACME.leads)).length;
    expect(await journey.slack.pressPrivate(ANA, ACME.leads, DISMISS)).toEqual({ ok: true });
    await listed(ACME.leads, /no open segment suggestions .*Dismissed by @Ana Ruiz on [^.]+\./);
    expect(await journey.slack.rows(ANA, ACME.leads)).toHaveLength(rows);
    const post = await changed(ACME.scores, /^Dismissed by <@U0ANARUIZ> on \S+ at \S+\|[^|]*>\.$/m);
    expect(buttonsOf(post)).toEqual({ [PREVIEW]: 'See all 6 prompts' });
    expect(onlyOne(await writesOf(ACME))).toMatchObject({
      operation: 'dismiss_segment_suggestion',
      status: 200,
    });
    expect(await journey.slack.ask(BEN, ACME.leads, '/visibility audit')).toMatch(/Ana .*dismissed/);
  });

  test('what is accepted in the dashboard is so on the post after the next look', async () => {
    const before = await suggestion(TIDEWATER.channel);
    await acceptInDashboard(TIDEWATER.id);
    await journey.pass({ days: 1 });
    const ended = await until('the post to say so', async () => {
      const posts = postsOf(await journey.slack.history(TIDEWATER.channel), 'segment_suggestion');
      const post = posts.find(({ ts }) => ts === before.ts);
      return post && !Object.hasOwn(buttonsOf(post), ACCEPT) && post;
    });
    expect(mrkdwnOf(ended)).toMatch(/^✅ Accepted in the dashboard on <!date\^\d+\^/m);
    expect(buttonsOf(ended)).not.toHaveProperty([DISMISS]);
    expect(ended.text).toContain('Accepted in the dashboard on ');
  });
});

/** Somebody accepts the project's suggestion where Sightline does not see it. */
async function acceptInDashboard(projectId: string): Promise<void> {
  const { VISIBILITY_BASE_URL: api, VISIBILITY_API_KEY: key = '' } = journey.botEnvironment;
  const headers = { 'X-API-Key': key };
  const path = `${api}/projects/${projectId}/segment-suggestions`;
  const [first] = z.array(z.object({ id: z.string() })).parse(await (await fetch(path, { headers })).json());
  const answer = await fetch(`${path}/${first?.id}/accept`, { method: 'POST', headers });
  expect(answer.status).toBe(200);
}

describe('where the API has none, or not the one that is configured', () => {
  beforeAll(async () => {
    const dismiss = 'POST /projects/{project_id}/segment-suggestions/{suggestion_id}/reject';
    const projects = await exampleProjects((file) => ({
      ...file,
      unlisted: { dismiss_segment_suggestion: dismiss },
    }));
    journey = await startJourney({ projects });
    await journey.pass({ minutes: 1 });
  });

  afterAll(() => journey?.end());

  test('an acceptance is marked in Slack only, which button and modal say before', async () => {
    expect(buttonsOf(await suggestion(ACME.scores))).toMatchObject({ [ACCEPT]: 'Mark accepted…' });
    const modal = await openModal(ANA, ACME.scores, ACCEPT);
    expect(modal.text).toContain('This only marks it here. The dashboard doesn’t change');
    await journey.slack.submit(ANA, modal.id);
    const marked = await changed(ACME.scores, /^Marked accepted by <@U0ANARUIZ> on /m);
    expect(mrkdwnOf(marked)).toContain('The dashboard hasn’t changed: accepting there isn’t set up.');
    expect(buttonsOf(marked)).toMatchObject({ [UNDO]: 'Undo' });
    expect(await writesOf(ACME)).toEqual([]);
  });

  test('the mark can be undone, and then made again', async () => {
    expect(await press(ANA, ACME.scores, UNDO)).toEqual({ ok: true });
    await until('the button to come back', async () =>
      Object.hasOwn(buttonsOf(await suggestion(ACME.scores)), ACCEPT),
    );
    const modal = await openModal(BEN, ACME.scores, ACCEPT);
    await journey.slack.submit(BEN, modal.id);
    await changed(ACME.scores, /^Marked accepted by <@U0BENOKOYE> on /m);
    expect(await writesOf(ACME)).toEqual([]);
  });

  test('the list says what is marked, and takes it back and makes it there', async () => {
    expect(await askForList(ANA, ACME.scores)).toMatch(/Marked accepted by @Ben .* Undo/);
    expect(await journey.slack.pressPrivate(ANA, ACME.scores, UNDO)).toEqual({ ok: true });
    await listed(ACME.scores, /Applies to 6 of 10 prompts.* Mark accepted… /);
    const rows = (await journey.slack.rows(ANA, ACME.scores)).length;
    const modal = await journey.slack.modalAfter(ANA, () =>
      journey.slack.pressPrivate(ANA, ACME.scores, ACCEPT),
    );
    await journey.slack.submit(ANA, modal.id);
    await listed(ACME.scores, /Marked accepted by @Ana .* accepting there isn’t set up\. .* Undo/);
    expect(await journey.slack.rows(ANA, ACME.scores)).toHaveLength(rows);
    await changed(ACME.scores, /^Marked accepted by <@U0ANARUIZ> on /m);
  });

  test('an operation that the API does not know is named with its 404', async () => {
    expect(await press(ANA, TIDEWATER.channel, DISMISS)).toEqual({ ok: true });
    const failed = await changed(TIDEWATER.channel, /The dashboard hasn’t changed: the API answered 404\./);
    expect(mrkdwnOf(failed)).toMatch(/^Marked dismissed by <@U0ANARUIZ> on /m);
    expect(buttonsOf(failed)).toMatchObject({ [UNDO]: 'Undo' });
    expect(onlyOne(await writesOf(TIDEWATER))).toMatchObject({
      method: 'POST',
      operation: null,
      status: 404,
    });
  });
});
