/** Five days of a team that answers leads: what the bot learns from their clicks, asks, obeys, and tells at the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, type SlackMessage } from '../support/local-slack.ts';
import { buttonsOf, leadChoice, mrkdwnOf, nodesOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, RANDOM } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** Most of the sandbox's forums are left out, so that a digest shows every lead of the others. */
const OTHERS = ['r/kubernetes', 'r/startups', 'r/saas', 'Stack Overflow', 'Indie Hackers', 'dev.to'];
const MUTED = 'r/devops';

let journey: Journey;

beforeAll(async () => {
  const leads = { channel: ACME.leads, schedule: 'every day at 9:00', limit: 50, places: { never: OTHERS } };
  const recap = { channel: ACME.leads, schedule: 'Sundays at 16:00' };
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects
      .filter(({ name }) => name === 'Acme')
      .map(({ id, name }) => ({ id, name, leads: { ...leads, warm_leads: true }, recap })),
  }));
  journey = await startJourney({ projects });
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const posts = async (kind: Parameters<typeof postsOf>[1]) =>
  postsOf(await journey.slack.history(ACME.leads), kind);
const ask = (line: string) => journey.slack.ask(ANA, ACME.leads, line);

async function latestDigest(): Promise<SlackMessage> {
  const digest = (await posts('lead_digest')).at(-1);
  return digest ?? expect.fail('There is no digest.');
}

/** The handles of a digest's leads from a place, as their rows show them. */
function handlesFrom(place: string, digest: SlackMessage): string[] {
  const rows = nodesOf(digest.blocks).flatMap(({ type, text }) => (type === 'mrkdwn' ? String(text) : []));
  return rows
    .filter((row) => row.includes(`${place} · `))
    .flatMap((row) => row.match(/ · (L\d+)$/m)?.[1] ?? []);
}

/** The proposal when it says so, in its own place. */
async function proposalSays(words: RegExp): Promise<SlackMessage> {
  return until(`the proposal to say ${words}`, async () => {
    const message = onlyOne(await posts('mute_proposal'));
    return words.test(mrkdwnOf(message)) && message;
  });
}

const dismissed: string[] = [];

test('day 1: Ana replies to a lead, and Ben dismisses every one of a place as off topic', async () => {
  const digest = await latestDigest();
  const [handle = ''] = handlesFrom('Hacker News', digest);
  const claim = leadChoice(digest, 'claim', handle);
  await journey.slack.press(ANA, ACME.leads, digest, claim.action, claim.value);
  const claimed = await until('the claim in its row', async () => {
    const now = await latestDigest();
    return /Claimed by <@U0ANARUIZ>/.test(mrkdwnOf(now)) && now;
  });
  const replies = leadChoice(claimed, 'replied', handle);
  await journey.pass({ minutes: 60 });
  const replied = await journey.slack.modalAfter(ANA, () =>
    journey.slack.press(ANA, ACME.leads, claimed, replies.action, replies.value),
  );
  await journey.slack.submit(ANA, replied.id);
  await until('the reply in its row', async () =>
    mrkdwnOf(await latestDigest()).includes('Answered by <@U0ANARUIZ>'),
  );

  const open = handlesFrom(MUTED, await latestDigest());
  const several = await journey.slack.modalAfter(BEN, async () =>
    journey.slack.press(BEN, ACME.leads, await latestDigest(), 'lead.dismiss_many'),
  );
  dismissed.push(...open.filter((handle) => several.text.includes(`${handle} `)));
  expect(dismissed.length).toBeGreaterThanOrEqual(5);
  await journey.slack.submit(BEN, several.id, { 'leads/leads': dismissed, 'reason/reason': 'off_topic' });
  await until(
    'the dismissals in their rows',
    async () =>
      mrkdwnOf(await latestDigest()).split('Dismissed by <@U0BENOKOYE>').length === dismissed.length + 1,
  );
});

test('day 2: the bot asks whether to mute the place, with its evidence, and has muted nothing', async () => {
  await journey.pass({ days: 1 });
  const proposal = onlyOne(await posts('mute_proposal'));
  expect(mrkdwnOf(proposal)).toMatch(
    /^\*Acme · mute r\/devops here\?\*\n\d+ of the last \d+ leads from r\/devops were dismissed as off topic\.\nIn the last 30 days a mute would have hidden \d+ of \d+ leads here\. You replied to none of them\./,
  );
  expect(buttonsOf(proposal)).toEqual({ 'mute.accept': 'Mute', 'mute.decline': 'Not now' });
  expect(
    await journey.slack.answerTo(GIA, ACME.leads, () =>
      journey.slack.press(GIA, ACME.leads, proposal, 'mute.accept'),
    ),
  ).toMatch(/^Guests can look things up/);
  expect(mrkdwnOf(await latestDigest())).not.toContain('muted here');

  await journey.slack.press(BEN, ACME.leads, proposal, 'mute.accept');
  const muted = await proposalSays(/is muted here\.\* <@U0BENOKOYE> · /);
  expect(buttonsOf(muted)).toEqual({ 'mute.undo': 'Undo' });
  expect(await ask('/visibility feeds')).toContain('muted here: r/devops');
});

test('from then on the digest leaves the place out and says so; a lead can be asked why', async () => {
  await journey.pass({ days: 1 });
  await journey.pass({ days: 1 });
  const digest = await latestDigest();
  expect(handlesFrom(MUTED, digest)).toEqual([]);
  expect(mrkdwnOf(digest)).toMatch(/ 1 from places muted here/);

  const why = await ask(`/visibility why ${dismissed[0]}`);
  expect(why).toMatch(/Last read from the API .*, \d+\w\w in its list/);
  expect(why).toMatch(/New lead in .*: posted with the digest of .*\./);
  expect(why).toMatch(/Dismissed by .*, /);
  expect(await ask('/visibility why')).toContain('why which lead?');
  const elsewhere = await journey.slack.ask(ANA, RANDOM, `/visibility why ${dismissed[0]}`);
  expect(elsewhere).toMatch(/^No project is shown in this channel\./);
});

test('one click undoes it', async () => {
  await journey.slack.press(ANA, ACME.leads, onlyOne(await posts('mute_proposal')), 'mute.undo');
  await proposalSays(/is back\.\* <@U0ANARUIZ> · /);
});

test('day 5: Ana claims another lead, and Ben gives it back', async () => {
  await journey.pass({ days: 1 });
  await journey.slack.press(ANA, ACME.leads, await latestDigest(), 'lead.claim');
  const claimed = await until('the claim in its row', async () => {
    const now = await latestDigest();
    return /Claimed by <@U0ANARUIZ>/.test(mrkdwnOf(now)) && now;
  });
  const [handle = ''] =
    mrkdwnOf(claimed).match(/(?<=\*Claimed by <@U0ANARUIZ>.*\n(?:.*\n)?.* · )L\d+$/m) ?? [];
  const { action, value } = leadChoice(claimed, 'release', handle);
  const form = await journey.slack.modalAfter(BEN, () =>
    journey.slack.press(BEN, ACME.leads, claimed, action, value),
  );
  await journey.slack.submit(BEN, form.id, {});
  await until(
    'the row to be open again',
    async () => !mrkdwnOf(await latestDigest()).includes('*Claimed by '),
  );
});

test('in the afternoon the recap tells what became of the leads, and everybody their own figures', async () => {
  await journey.pass({ minutes: 7 * 60 });
  const recap = onlyOne(await posts('recap'));
  expect(mrkdwnOf(recap)).toMatch(
    /^\*Acme · week of 8 Mar\*\n\*Visibility [\d.]+\* on average, down [\d.]+ points from the week before · [\d.]+ on Sat 14 Mar · best rival: Globex [\d.]+\n\*\d+ leads posted, 1 answered\* · best: <http/,
  );
  expect(mrkdwnOf(recap)).toMatch(/\n\*Next:\* answer \d+ open leads with a score of \d+ or more/);
  expect(mrkdwnOf(recap)).toMatch(/\nOf these leads: 2 claimed · \d+ dismissed · \d+ cited by AI engines/);
  expect(mrkdwnOf(recap)).toContain(`${dismissed.length} dismissed`);
  expect(mrkdwnOf(recap)).not.toContain('<@U0ANARUIZ>');
  expect(recap.blocks.map(({ type }) => type)).toContain('data_visualization');

  const mine = (person: string) =>
    journey.slack.answerTo(person, ACME.leads, () =>
      journey.slack.press(person, ACME.leads, recap, 'recap.mine'),
    );
  expect(await mine(ANA)).toMatch(/2 claimed, 1 answered .* only you see this$/);
  expect(await mine(BEN)).toMatch(/0 claimed, 0 answered .* only you see this$/);
});

test('the export is a file for the one who asks, and nobody else', async () => {
  const before = (await journey.slack.history(ACME.leads)).length;
  expect(await ask('/visibility leads export 30d')).toMatch(
    /^Acme leads, last 30 days and all open: \d+ leads\. The file is in your direct messages/,
  );
  expect(await journey.slack.history(ACME.leads)).toHaveLength(before);
});

test('a guest gets no export of leads', async () => {
  expect(await journey.slack.ask(GIA, ACME.leads, '/visibility leads export 30d')).toMatch(
    /^Guests can look things up, but can’t do this\./,
  );
});

test('warm leads are those that engines cite already', async () => {
  expect(await ask('/visibility leads warm')).toMatch(
    /^Acme · \d+ warm leads? AI engines already cite these threads/,
  );
});
