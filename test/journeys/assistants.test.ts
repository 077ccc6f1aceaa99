/** Who connects an assistant in Slack: by a token that is shown once, in a form that lists them and takes them back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../src/messages/actions.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA } from '../support/local-slack.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const HERE = ACME.leads;

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({ environment: { PUBLIC_URL: 'https://bot.acme.example' } });
});
afterAll(() => journey?.end());

const open = (person: string) =>
  journey.slack.modalAfter(person, () => journey.slack.say(person, HERE, '/visibility mcp'));

test('a member makes a token, an admin sees it and takes it back; in no message is it ever seen', async () => {
  const { slack } = journey;
  const form = await open(ANA);
  const answer = await slack.submitForAnswer(ANA, form.id, { 'label/label': 'Claude at work' });
  const [token = expect.fail('no token is shown')] = answer.match(/slt_[\w-]{43}/) ?? [];
  expect(answer).toContain('https://bot.acme.example/mcp');
  await slack.close(ANA, form.id);
  const again = await open(ANA);
  expect(again.text).toContain('Claude at work');
  expect(again.text).not.toContain(token);

  const bens = await open(BEN);
  expect(bens.text).toContain('Claude at work');
  const page = await slack.page(BEN, HERE);
  const [, block] =
    page.match(new RegExp(`data-block="([^"]*)" data-action="${ACTIONS.tokenRevoke}"`)) ?? expect.fail(page);
  await slack.pressIn(BEN, bens.id, `${block}/${ACTIONS.tokenRevoke}`);
  await until('the token to be gone', async () => {
    const now = await slack.modal(BEN);
    return now !== undefined && !now.text.includes('Claude at work');
  });
  expect(JSON.stringify(await slack.history(HERE))).not.toContain('slt_');
  expect(await slack.ask(BEN, HERE, '/visibility audit')).toMatch(
    /revoked a token for an assistant · Claude at work .* made a token for an assistant · Claude at work/,
  );
});

test('a guest is neither offered one nor gets one', async () => {
  expect(await journey.slack.ask(GIA, HERE, '/visibility admin')).not.toContain('Connect an assistant');
  expect(await journey.slack.ask(GIA, HERE, '/visibility mcp')).toMatch(/^Guests can look things up/);
});
