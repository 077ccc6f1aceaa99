/** What is posted where and when, changed from Slack: pauses, feeds and projects made there, and what would go out now. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA } from '../support/local-slack.ts';
import { postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, RANDOM, TIDEWATER } from '../support/sandbox.ts';

/** 32 bytes of nothing, for a journey's own keys. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

let journey: Journey;

beforeAll(async () => {
  const projects = await exampleProjects((file) => ({ ...file, owners: [BEN] }));
  journey = await startJourney({ projects, environment: { ENCRYPTION_KEY } });
});

afterAll(() => journey?.end());

/** Ben is an admin, Ana is not. */
const ask = (line: string, person = BEN, channel = ACME.leads) => journey.slack.ask(person, channel, line);

describe('the feeds of a project', () => {
  test('are listed with when each posts next', async () => {
    const answer = await ask('/visibility feeds');
    expect(answer).toMatch(/^Acme · \d feeds /);
    expect(answer).toContain('leads in #acme-leads · every day at 9:00 Europe/Berlin');
    expect(answer).toMatch(/next .* Pause/);
  });

  test('are paused until a time said in words, and resumed, by those who may', async () => {
    expect(await ask('/visibility pause leads until Monday 9:00')).toMatch(
      /^Paused\. Acme · 1 of \d feeds · .* in projects.yml.* leads in .* paused since .* by @Ben.*, until .* Resume /,
    );
    expect(await ask('/visibility pause leads')).toMatch(/^Already paused\. /);
    const longer = await ask('/visibility pause leads until Friday 10:00');
    expect(longer).toMatch(/The end is new\. .* until Mar 13 at 10:00/);
    expect(await ask('/visibility resume leads')).toMatch(/^Resumed\. /);
    expect(await ask('/visibility resume all')).toMatch(/^Nothing was paused\. /);
  });

  test.each([
    ['pause leads until bananas', /^“until bananas” isn’t a time I can read\. Nothing was paused\./],
    ['pause leads until yesterday', /^“until yesterday” is already past\. Nothing was paused\./],
    [
      'pause leads until 02/12',
      /can be \d{4}-12-02 or \d{4}-02-12\. Nothing was paused\..* pause leads until \d{4}-12-02/,
    ],
    ['pause leads until 31 february', /doesn’t exist\. Nothing was paused\./],
    ['pause lead', /^After “pause” .*pause leads$/],
    ['resume weather', /^After “resume” .* but not “weather”\./],
  ])('%s is refused with a way on', async (line, refusal) => {
    expect(await ask(`/visibility ${line}`)).toMatch(refusal);
  });

  test('of a project that another channel shows are made there', async () => {
    expect(await ask('/visibility subscribe scores in tidewater')).toMatch(
      /Tidewater isn’t shown in this channel\. .*#tidewater/,
    );
  });

  test('of one kind in two channels are told apart: the one of this channel, elsewhere whoever asks says which', async () => {
    await ask('/visibility subscribe leads Mondays 8:00 in #tidewater');
    const fromElsewhere = (line: string) => ask(`/visibility ${line}`, BEN, ACME.scores);
    expect(await fromElsewhere('pause leads')).toMatch(/^Which one\? .* 2 of \d feeds /);
    expect(await fromElsewhere('pause until Monday 9:00')).toMatch(/^Which one\? /);
    expect(await fromElsewhere('pause leads until Monday 9:00')).toMatch(
      /^Which one\? .* until Monday 9:00, /,
    );
    expect(await ask('/visibility feeds')).not.toContain('paused since');
    expect(await ask('/visibility pause leads')).toMatch(/^Paused\. Acme · 1 of \d feeds .* in #acme-leads /);
    expect((await ask('/visibility feeds')).match(/paused since/g)).toHaveLength(1);
    expect(await fromElsewhere('resume leads')).toMatch(/^Which one\? /);
    expect(await ask('/visibility resume leads')).toMatch(/^Resumed\. /);
    await ask('/visibility unsubscribe leads in Acme', BEN, TIDEWATER.channel);
  });

  test('are asked about where pause names none of several: nothing is paused yet', async () => {
    expect(await ask('/visibility pause')).toMatch(/^Which one\? .* Acme · \d feeds? .* Pause/);
  });

  test('are nothing for guests and members to change', async () => {
    expect(await ask('/visibility pause leads', GIA)).toMatch(
      /^Guests can look things up, but can’t do this\. /,
    );
    expect(await ask('/visibility pause leads', ANA)).toMatch(
      /^Only an admin of this workspace can do this\. Who to ask: @Ben/,
    );
  });
});

test('a feed that is paused after its post and resumed says nothing again', async () => {
  const digests = async () => postsOf(await journey.slack.history(ACME.leads), 'lead_digest');
  await journey.pass({ minutes: 2 });
  expect(await digests()).toHaveLength(1);
  expect(await ask('/visibility pause leads')).toMatch(/^Paused\./);
  await journey.pass({ minutes: 1 });
  expect(await ask('/visibility resume leads')).toMatch(/^Resumed\./);
  await journey.pass({ minutes: 2 });
  expect(await digests()).toHaveLength(1);
});

describe('a feed made in Slack', () => {
  test('is made with words, listed with its menu, and ended', async () => {
    expect(await ask('/visibility subscribe recap Fridays 15:00')).toMatch(
      /^Subscribed\. Acme · \d feeds? .* recap in #acme-leads · Fridays 15:00 Europe\/Berlin/,
    );
    const form = await journey.slack.modalAfter(BEN, () =>
      journey.slack.say(BEN, ACME.leads, '/visibility subscribe recap Mondays 8:00'),
    );
    expect(form.text).toMatch(/^Edit feed .*Next: Mon /);
    expect(await ask('/visibility unsubscribe recap')).toMatch(/^Unsubscribed\. /);
    expect(await ask('/visibility feeds')).not.toContain('recap in');
  });

  test('comes back as it was by the Undo of its end', async () => {
    await ask('/visibility subscribe recap Tuesdays 7:45');
    await ask('/visibility unsubscribe recap');
    await journey.slack.pressPrivate(BEN, ACME.leads, 'feed.undo');
    const isBack = ({ text }: { text: string }) =>
      text.includes('Undone.') && text.includes('recap in #acme-leads · Tuesdays 7:45 Europe/Berlin');
    await journey.slack.untilSeen('the feed to be back', async () =>
      (await journey.slack.rows(BEN, ACME.leads)).some(isBack),
    );
    await ask('/visibility unsubscribe recap');
  });

  test('may bring its project to the channel of another', async () => {
    await journey.slack.say(BEN, TIDEWATER.channel, '/invite @sightline');
    expect(await ask('/visibility subscribe recap Fridays 15:00 in #tidewater')).toMatch(/^Subscribed\. /);
    expect(await ask('/visibility unsubscribe recap in Acme', BEN, TIDEWATER.channel)).toMatch(
      /^Unsubscribed\. /,
    );
  });

  test('is made only where a post can succeed', async () => {
    await journey.slack.say(BEN, RANDOM, '/remove @sightline');
    const answer = await ask('/visibility subscribe recap in #random');
    expect(answer).toContain(
      'I can’t post in this channel yet. Type /invite @Sightline there, then try again.',
    );
    expect(answer).toContain('Try again');
    expect(await ask('/visibility feeds')).not.toContain('recap in');
  });

  test('that cannot be read is refused at once', async () => {
    expect(await ask('/visibility subscribe recap whenever you like')).toMatch(
      /^“whenever you like” must be a schedule such as/,
    );
  });

  test('is asked for by a form where no words are given, whose faults stand at their fields', async () => {
    const modal = await journey.slack.modalAfter(BEN, () =>
      journey.slack.say(BEN, ACME.leads, '/visibility subscribe'),
    );
    expect(modal.text).toContain('New feed');
    expect(modal.text).toMatch(/Next: .*, .*, /);
    const fields = {
      'kind/feed.kind': 'scores',
      'channel/feed.channel': ACME.leads,
      'schedule-scores/feed.schedule': 'now and then',
    };
    await journey.slack.submit(BEN, modal.id, fields);
    expect((await journey.slack.modal(BEN))?.text).toContain('“now and then” must be a schedule such as');
    const answer = await journey.slack.submitForAnswer(BEN, modal.id, {
      ...fields,
      'schedule-scores/feed.schedule': 'Mondays 8:00',
    });
    expect(answer).toContain('Subscribed.');
    expect(await ask('/visibility feeds')).toContain('scores in #acme-leads · Mondays 8:00 Europe/Berlin');
    await ask('/visibility unsubscribe scores');
  });
});

describe('a preview', () => {
  test('shows what would go out, with nothing to click, and posts nothing', async () => {
    const before = (await journey.slack.history(ACME.leads)).length;
    const answer = await ask('/visibility preview leads');
    expect(answer).toMatch(/^Preview\. .*Nothing is posted, nobody.* Acme · /);
    expect(answer).not.toContain('I’ll reply');
    expect((await journey.slack.history(ACME.leads)).length).toBe(before);
  });

  test('of a feed that isn’t set up doesn’t show a schedule as if it were one', async () => {
    expect(await ask('/visibility preview recap')).toMatch(/^Preview\. .*isn’t set up/);
    expect(await ask('/visibility preview leads')).not.toMatch(/isn’t set up/);
  });

  test('of a feed with nothing new says why', async () => {
    await journey.pass({ minutes: 1 });
    expect(await ask('/visibility preview recap')).toMatch(/^(Preview\. .*)?Acme · /);
  });
});

describe('a project', () => {
  test('is connected with a key that is tried first', async () => {
    const modal = await journey.slack.modalAfter(BEN, () =>
      journey.slack.say(BEN, ACME.leads, '/visibility connect'),
    );
    const fields = {
      'name/name': 'Fresh',
      'id/id': 'c0ffee00-0000-4000-8000-000000000001',
      'apiKey/apiKey': 'wrong-key',
      'channel/channel': ACME.leads,
    };
    expect(await journey.slack.submitForAnswer(BEN, modal.id, fields)).toContain('The API refuses this key.');
    const unknown = { ...fields, 'apiKey/apiKey': journey.botEnvironment.VISIBILITY_API_KEY ?? '' };
    expect(await journey.slack.submitForAnswer(BEN, modal.id, unknown)).toContain(
      'The API doesn’t know this project, or this key may not see it.',
    );
    await journey.slack.submit(BEN, modal.id, { ...fields, 'id/id': 'acme' });
    expect((await journey.slack.modal(BEN))?.text).toContain('It has to be a UUID');
    expect(journey.bot().stderr() + journey.bot().stdout()).not.toContain('wrong-key');
  });
});

test('status asks the API now, so that it is never a day behind', async () => {
  await journey.breakApi({ operation: '*', kind: 'unauthorised', times: 100 });
  expect(await ask('/visibility admin')).toMatch(
    /^Settings · needs attention .* The API has refused our key since /,
  );
  await journey.mendApi();
  expect(await ask('/visibility admin')).toMatch(/^Settings · \d projects?, all well /);
});

test('status, about and audit say how all fares and who did what', async () => {
  expect(await ask('/visibility admin')).toMatch(
    /^Settings · \d projects?, all well .* · Sightline \d\S* Acme · .*last polled /,
  );
  expect(await ask('/visibility about')).toContain('What leaves Slack');
  const audit = await ask('/visibility audit');
  expect(audit).toContain('paused a feed');
  expect(audit).toContain('made a feed');
  expect(await ask('/visibility audit export')).toMatch(
    /^Audit: \d+ changes\. The file is in your direct messages/,
  );
  expect(await ask('/visibility audit', ANA)).toMatch(/^Only an admin of this workspace can do this/);
});
