/** Orders in words change nothing, but name the command that does it, to those who may run it. */
import { expect, test } from 'vitest';
import { whoMay } from '../../../src/messages/refusal.ts';
import { answerQuestion } from '../../../src/surface/ask/answer-question.ts';
import { findOrder } from '../../../src/surface/ask/orders.ts';
import { findRoute } from '../../../src/surface/command-line.ts';
import { COMMANDS } from '../../../src/surface/index.ts';
import { buttonsOf, drawn, heardOf } from '../../messages/reading.ts';
import { insert } from '../../support/store-engines.ts';
import { memberNamed } from '../../support/surface-over.ts';
import { askingAcme } from './asked.ts';

const NAMES = { engines: ['Gemini', 'ChatGPT'], regions: ['Germany'] };

test.each([
  ['export these leads', 'leads export 30d'],
  ['mute the alerts', 'pause scores'],
  ['can you mute r/devops', 'mute r/devops'],
  ['unmute r/devops please', 'unmute r/devops'],
  ['hide that subreddit', 'mute'],
  ['how do I hide Hacker News', 'mute Hacker News'],
  ['mute all threads from stackoverflow.com please', 'mute stackoverflow.com'],
  ['mute Gemini', 'pause scores'],
  ['pause the digest', 'pause leads'],
  ['please pause the digest until Monday', 'pause leads until Monday'],
  ['turn the recap back on', 'resume recap'],
  ['stop posting', 'feeds'],
  ['too many leads, can you send fewer', 'feeds'],
  ['add a prompt best crm for startups', 'track best crm for startups'],
  ['can you add “best crm” to the prompts', 'track best crm'],
  ['delete the prompt k8s cost alerts', 'untrack k8s cost alerts'],
  ['add a prompt about cost anomaly alerts', 'track cost anomaly alerts'],
  ['add a feed for new prompts', 'subscribe'],
  ['stop tracking k8s cost alerts', 'untrack k8s cost alerts'],
  ['stop tracking Gemini', 'engines'],
  ['track Gemini', 'engines'],
  ['add Germany', 'regions'],
  ['claim the top lead for me', 'leads'],
  ['accept the segment', 'suggestions'],
  ['change the threshold', 'feeds'],
  ['move the recap to friday', 'feeds'],
  ['move leads to #tidewater', 'feeds'],
  ['snooze', 'leads'],
  ['accept', 'suggestions'],
  ['send leads at 8 instead of 9', 'feeds'],
  ['stop posting on weekends', 'feeds'],
  ['only post leads on mondays', 'feeds'],
  ['subscribe us to the recap', 'subscribe recap'],
  ['send me a digest', 'leads digest'],
  ['alert me if Gemini falls below 30', 'subscribe scores'],
  ['can you ping me when we drop below 50', 'subscribe scores'],
  ['ping me about new leads', 'leads digest'],
  ['connect another project', 'connect'],
  ['track best crm for startups', 'track best crm for startups'],
  ['how can I undo a dismiss', 'leads dismissed'],
  ['who can track prompts?', 'track'],
])('“%s” is done with “%s”, a command of that permission', (text, line) => {
  const order = findOrder(text, NAMES);
  expect(order?.line).toBe(line);
  const { route } = findRoute(line, COMMANDS) ?? expect.fail(`${line} is no command`);
  expect(['everyone', order?.permission]).toContain(route.permission);
});

test('what no command does names none', () => {
  expect(findOrder('book a table', NAMES)).toBeUndefined();
});

test('who may do it gets its button, a guest only the reason', async () => {
  const { asker, workspace } = await askingAcme();
  const buttons = async (isGuest: boolean, text: string) => {
    const personOf = async () => ({ ...memberNamed('Ana', 'U0ANA'), isGuest });
    const { page } = await answerQuestion({ text }, { ...asker(), workspace: { ...workspace, personOf } });
    return buttonsOf(drawn(page).blocks);
  };
  expect(await buttons(false, 'add a prompt best crm')).toEqual(['Track a prompt…']);
  expect(await buttons(true, 'add a prompt best crm')).toEqual([]);
  expect(await buttons(true, 'book a table')).not.toContain('Track a prompt…');
});

test('“who can” is answered with the rule in force here, “how” with the command alone', async () => {
  const { asker, workspace } = await askingAcme();
  const said = async (text: string) => {
    const personOf = async () => memberNamed('Ana', 'U0ANA');
    const { page } = await answerQuestion({ text }, { ...asker(), workspace: { ...workspace, personOf } });
    return heardOf(page).join('\n');
  };
  const { prompts } = workspace.projects().permissions;
  const rule = whoMay(prompts);
  expect(await said('who can track prompts?')).toContain(rule);
  for (const text of [
    'can Ben track prompts?',
    'is Ana Ruiz allowed to track prompts',
    'may interns track prompts',
  ])
    expect(await said(text)).toContain(rule);
  // Whoever may do it reads that first.
  expect(await said('am I allowed to track prompts?')).toContain(`can. ${rule}`);
  expect(await said('can ben dismiss leads')).toContain(whoMay(workspace.projects().permissions.leads));
  expect(await said('how do I track a prompt')).not.toContain(rule);
  expect(await said('how do I track a prompt')).toContain('/visibility track');
});

test('asked how many leads were claimed, the headline counts those that were released since, too', async () => {
  const { answer, plan, db, time } = await askingAcme();
  await plan({ intent: 'leads' });
  const leads = await db.selectFrom('lead').selectAll().where('rank', '<=', 5).execute();
  for (const { team, project_id, lead_key } of leads)
    await insert(db, 'lead_event', {
      id: lead_key,
      team,
      project_id,
      lead_key,
      kind: 'claim',
      by: 'U0ANA',
      at: time.now,
    });
  await db.updateTable('lead').set({ state: 'claimed', by: 'U0ANA' }).where('rank', '<=', 3).execute();
  const { page, figures } = await answer({ text: 'how many leads were claimed today' });
  expect(figures[0]?.value).toBe(5);
  expect(heardOf(page)[0]).toMatch(/5 claimed leads.*3 still claimed/);
});
