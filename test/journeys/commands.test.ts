/** What people type: every subcommand with good words, with none and with wrong ones, and what the bot says to it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/durations.ts';
import { COMMANDS } from '../../src/surface/index.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, BEFORE_NINE, PLANNING, RANDOM, startTestSandbox, TIDEWATER } from '../support/sandbox.ts';

/** For a journey's own keys. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
let journey: Journey;

/** Both projects are shown in one channel beside their own. */
beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map((project) => ({ ...project, visible_in: [PLANNING] })),
  }));
  // Early enough that no feed is due, however slowly a machine gets through all this.
  const sandbox = await startTestSandbox('plain', BEFORE_NINE - HOUR_MS);
  journey = await startJourney({ sandbox, projects, environment: { ENCRYPTION_KEY } });
});

afterAll(() => journey?.end());

const ask = (line: string, channel = ACME.leads, person = ANA) => journey.slack.ask(person, channel, line);

/** The answer, or what the modal says that opens instead; that one is closed again. Ben may do everything. */
async function told(line: string, channel = ACME.leads): Promise<string> {
  const before = await journey.slack.countPrivate(BEN, channel);
  await journey.slack.say(BEN, channel, line);
  return journey.slack.untilSeen(`an answer to ${line}`, async () => {
    const answer = await journey.slack.privateAfter(BEN, channel, before);
    const modal = answer === undefined ? await journey.slack.modal(BEN) : undefined;
    if (!modal || modal.text.includes(' …')) return answer;
    await journey.slack.close(BEN, modal.id);
    return `Modal: ${modal.text}`;
  });
}

/** What is said to a subcommand alone, and with words after it. */
type Row = { none: RegExp; good?: Record<string, RegExp>; wrong: Record<string, RegExp> };

const FEED_KINDS = 'leads, scores, suggestions, recap';

/** What whoever tracks a prompt reads first. */
const tracked = (project: string, prompt: string) => `Tracked for ${project}: “${prompt}”. Undo `;
/** Of those that take no words after them: with words they are a question. */
const alone = (none: RegExp): Row => ({ none, wrong: {} });

const ROWS: Readonly<Record<string, Row>> = {
  leads: {
    none: /^Acme · \d+ open leads 1 to \d+ of \d+ · best first 91 How do you alert on .* \d+ below your minimum score of 50.*Next Sort as table Share here Page 1 of \d$/,
    good: {
      all: /^Acme · 31 open leads · filters off 1 to \d+ of 31 · /,
      '80': /^Acme · \d+ open leads · 80 and above /,
      'r/devops': /^Acme · \d+ open leads · r\/devops /,
      mine: /^Acme · no claimed leads · yours .*Share here$/,
      'cost spikes': /^Acme · \d+ open leads? · “cost spikes” in title or place /,
      warm: /^Acme · 4 warm leads .* Share here$/,
      'warm Perplexity, Gemini in Germany and US':
        /^Acme · (no|\d+) warm leads? · only Perplexity, Gemini · only Germany, United States /,
      'export 30d':
        /^Acme leads, last 30 days and all open: [1-9]\d leads\. The file is in your direct messages/,
      'in Acme': /^Acme · \d+ open leads 1 to \d+ /,
      'IN acme': /^Acme · \d+ open leads 1 to \d+ /,
    },
    wrong: {
      wram: /^No open or claimed Acme lead matches \(“wram” in title or place\)\. .*leads warm Answered/,
      'warm now': /^The API has no engine or region “now”\. It has: ChatGPT, .* Germany, /,
      'export soon': /^“soon” isn’t a number of days from 1 to 365\. Example: \/visibility leads export 30d$/,
      'in Acmee': /^No project “Acmee” is shown in this channel\. Acme$/,
    },
  },
  hello: { none: /^Hello\..* How are we doing\?/, good: { 'ok thanks': /welcome/ }, wrong: {} },
  why: {
    none: /^Acme · no digest has shown a lead here yet Use the short name/,
    wrong: {
      L999: /^Acme has no lead with this short name\. If you read it in another channel, ask there\. Example: /,
      A999: /^There’s no such alert in the Acme channels you’re in\. Example: \/visibility scores$/,
      S999: /^There’s no such suggestion in the Acme channels you’re in\. Example: \/visibility suggestions$/,
    },
  },
  topic: {
    none: /^Acme: 5 topics Best score first\. .* pricing · score [\d.]+ · rank \d · \d+ answers · commercial Open .* Share here$/,
    good: {
      pricing: /^Acme on “pricing” · score [\d.]+ ranked .* Score by tool: pricing .* Globex .* Share here$/,
      'Kubernetes SUPPORT': /^Acme on “kubernetes support” /,
      pri: /^Acme on “pricing” /,
      '“pricing” in Acme': /^Acme on “pricing” /,
    },
    wrong: {
      pricng: /^Acme has no topic “pricng”\. topic pricing All topics$/,
      weather: /^Acme has no topic “weather”\. topic pricing .* All topics$/,
      'pricing in Tidewater': /^Tidewater isn’t shown in this channel\. .*#tidewater/,
      'pricing in Nowhere': /^Acme has no topic “pricing in Nowhere”\. /,
    },
  },
  scores: {
    none: /^Acme visibility score: 52\.2 on Tue 10 Mar, down 8\.1 points since Mon 9 Mar Mention rate [\d.]+% \(−[\d.]+\) · average rank .* Engine Score Mention rate Average rank Sentiment ChatGPT [\d.]+ \(−.* Share here$/,
    good: {
      '30d': /^Acme visibility score: 52\.2 .* Each point is a two-day average/,
      '90D': /^Acme visibility score: 52\.2 .* The API has figures for only 60 days\./,
      14: /^Acme visibility score: 52\.2 /,
    },
    wrong: {
      0: /^“0” isn’t a number of days from 1 to 365\. Example: \/visibility scores 30d$/,
      '-5d': /^“-5d” isn’t a number of days from 1 to 365\./,
    },
  },
  'what-if': {
    none: /^Acme.* Share here$/,
    good: { '60 min_change:8': /^Acme/, '30d': /^Acme/ },
    wrong: {
      'last week':
        /^“last week” isn’t a number of days from 1 to 365\. Example: \/visibility what-if 60 min_change:8$/,
      'min_change:500': /^“500” isn’t a threshold: .* at most 100.* Example: \/visibility what-if 60/,
      'in Tidewater': /^Tidewater isn’t shown in this channel\. Ask in #/,
    },
  },
  track: {
    none: /^Modal: Track a prompt .*Prompt to track for Acme/,
    good: { 'cut  AWS bill': /^You already track “cut AWS bill” for Acme\. Nothing was added\.$/ },
    wrong: {
      ['crm '.repeat(150)]:
        /^That prompt has 599 characters, and engines take 500 at most\. Shorten it .* Example: \/visibility track /,
    },
  },
  suggestions: {
    none: /^Acme · 1 open segment suggestion “Cost monitoring” .*Buyers comparing .* 6 of 10 /,
    good: {
      segments: /^Acme · 1 open segment suggestion /,
      prompts: /^Acme · 3 suggested prompts “who owns the cloud bill” reporting .* Segments Content$/,
      content: /^Acme content suggestions · 3 suggestions Status: ready · made .* Share here$/,
    },
    wrong: {
      prompt: /^After “suggestions” you can say segments, .* but not “prompt”\. suggestions prompts$/,
      all: /^After “suggestions” you can say .* but not “all”\. Example: \/visibility suggestions prompts$/,
    },
  },
  metrics: alone(/^Acme · \d+ leads known to the API .*\d+ that .* · \d+ found today .* Share here$/),
  answers: {
    none: /^Say which topic\. answers pricing .* All topics$/,
    good: {
      pricing: /^Acme: the latest 25 answers on “pricing” Newest first “.* Next Share here Page 1 of 3$/,
    },
    wrong: {
      pricng: /^Acme has no topic “pricng”\. answers pricing All topics$/,
    },
  },
  compare: {
    none: /^Acme: only Globex is ahead of you, .* Compare with… Globex .* Share here$/,
    good: {
      globex:
        /^Acme vs Globex · (Globex leads|you lead) by [\d.]+ \([\d.]+ to [\d.]+\) · .* Your figures are averages of .* Globex: .* you .* By engine .* Overall .* ChatGPT .* Share here$/,
    },
    wrong: {
      Globx: /^No recent answer names “Globx”\. compare Globex$/,
      Acme: /^Acme is this project’s own brand\. .* Scores All topics All mentions$/,
    },
  },
  mentions: alone(/^Acme: the latest 100 mentions Globex · .* Next Share here Page 1 of 9$/),
  citations: {
    none: /^Acme: the latest 300 citations Newest first .* Read answer .* Next Share here Page 1 of 25$/,
    good: {
      'Gemini, ChatGPT in Germany':
        /^Acme: \d+ citations · only Gemini, ChatGPT · only Germany Newest first /,
      'engine:Gemini engine:chatgpt region:DE,"United States" in Acme':
        /^Acme: .*citations · only Gemini, ChatGPT · only Germany, United States /,
      'Gemni in Germany': /^Acme: \d+ citations · only Gemini · only Germany /,
    },
    wrong: {
      'Gmn in Germany': /^The API has no engine or region “Gmn”\. /,
    },
  },
  sources: {
    none: /^Acme: 18 cited pages Most cited first, .* Next Sort as table Share here Page 1 of 2$/,
    good: { 'Claude in Acme': /^Acme: \d+ cited pages · only Claude Most cited first, / },
    wrong: {
      Altavista: /^The API has no engine or region “Altavista”\. It has: ChatGPT, /,
      'engine:Germany': /^The API has no engine “Germany”\. It has: ChatGPT, /,
    },
  },
  referrers: alone(/^Acme: 11 cited domains .* stackroundup\.example · .* Share here$/),
  searches: alone(/^Acme: the 100 most frequent searches by engines .* Next Share here Page 1 of 9$/),
  prompts: {
    none: /^Acme prompts · \d+ prompts tracked .*k8s cost alerts · alerts.* cut aws bill · savings .* Share here$/,
    good: {
      globex: /^Acme prompts · 1 of \d+ contain “globex” .*globex alternatives · comparison.* Share here$/,
      '"cost per"': /^Acme prompts · 1 of \d+ contain “cost per” /,
    },
    wrong: {
      unicorn: /^None of the \d+ prompts of Acme contains “unicorn”\. All prompts$/,
    },
  },
  'prompt-history': {
    none: /^Say which prompt\. All prompts$/,
    good: { 'K8s cost alerts': /^Acme: “k8s cost alerts” score [\d.]+ · average rank .* Share here$/ },
    wrong: {
      'k8s cost alrts': /^Acme tracks no prompt “k8s cost alrts”\. prompt-history k8s cost alerts$/,
      cost: /^4 prompts contain “cost”\. Be more specific\. prompt-history k8s cost alerts .*/,
    },
  },
  'edit-prompt': {
    none: /^Acme prompts .*Which one\? .*k8s cost alerts .*Edit…/,
    good: { 'k8s cost alerts': /^Modal: Edit a prompt/ },
    wrong: {
      'k8s cost alrts': /^Modal: .*Acme tracks no prompt .* edit-prompt k8s cost alerts/,
    },
  },
  untrack: {
    none: /^Acme prompts .*Which one\? .*k8s cost alerts .*Stop tracking…/,
    good: { 'k8s cost alerts': /^Modal: .*k8s cost alerts/ },
    wrong: { weather: /^Modal: .*Acme tracks no prompt “weather”\. All prompts/ },
  },
  engines: alone(/^Acme engines · 4 of 5 tracked • ChatGPT · tracked .* • Copilot Edit…$/),
  regions: alone(/^Acme regions · 3 of 5 tracked • United States · tracked .* • Canada Edit…$/),
  'region-usage': alone(/^Acme: 3 tracked regions United States · 10 prompts · .* Share here$/),
  runs: {
    // The demo has the run of the example.
    good: {
      '91c10690-f5d2-4536-b2f2-9139a13d0eaa':
        /^Acme run group .* \d+ prompt runs .* Share here Page 1 of \d+$/,
      'group 91c10690-f5d2-4536-b2f2-9139a13d0eaa': /^Acme run group /,
    },
    none: /^Say which run, by its ID\. \/visibility prompt-history has a button for each .* Example: \/visibility runs 91c10690-/,
    wrong: {
      'run 91c10690-f5d2-4536-b2f2-9139a13d0eaa': /^Acme has no run with this ID\. /,
      yesterday: /^“yesterday” isn’t a run ID\. .* Example: \/visibility runs 91c10690-/,
      '3f2b8c1e-0a4d-4c77-9e51-7d6a2b9c1e05':
        /^Acme has no run with this ID\. Example: \/visibility prompt-history k8s cost alerts$/,
    },
  },
  subscribe: {
    none: /^Modal: New feed .*Next: /,
    good: { 'recap "Fridays 15:00"': /^Subscribed\. Acme · .* recap in #acme-leads · Fridays 15:00 / },
    wrong: {
      lead: /^After “subscribe” you can say .* but not “lead”\. subscribe leads$/,
      'scores whenever': /^“whenever” must be a schedule .* Example: \/visibility subscribe scores [^.]*$/,
      'leads Mondays 8:00':
        /^Acme already posts its leads here, as set in projects\.yml\. .* Example: \/visibility pause leads$/,
      'leads weekdays at 25:00': /^“weekdays at 25:00” isn’t understood; did you mean “weekdays at 9:00”\?/,
      'recap in #nowhere': /^“#nowhere” isn’t a channel that Slack knows here\. /,
    },
  },
  pause: {
    none: /^Which one\? .* Acme · \d feeds .* Pause/,
    good: { 'scores until Monday 9:00': /^Paused\. .* paused since .* by @Ben.*, until .* Resume / },
    wrong: {
      score: new RegExp(`^After “pause” you can say ${FEED_KINDS}, .* but not “score”\\. pause scores$`),
      'leads until bananas':
        /^“until bananas” isn’t a time .* Nothing was paused\. Example: \/visibility pause leads /,
    },
  },
  resume: {
    none: /^(Resumed|Nothing was paused)\. Acme · \d feeds? /,
    good: { all: /^(Resumed|Nothing was paused)\. Acme · \d feeds? / },
    wrong: {
      weather: new RegExp(`^After “resume” you can say ${FEED_KINDS}, .* but not “weather”\\. Example: `),
    },
  },
  feeds: alone(
    /^Acme · \d feeds · .* in projects.yml.* leads in .* scores in #acme-visibility · every day at 9:00 Europe\/Berlin next .* alert threshold 5 points /,
  ),
  preview: {
    none: /^Preview\. .*Nothing is posted, nobody.* Acme · .* Share here$/,
    good: { recap: /^Preview\. .*Nothing is posted, nobody.* Acme · .* No leads posted, no replies/ },
    wrong: {
      leed: /^After “preview” you can say .* but not “leed”\. preview leads$/,
    },
  },
  mute: alone(/^Which place\? Nothing changed yet\. mute /),
  unmute: alone(/^No place is muted in this channel for Acme\./),
  unsubscribe: {
    none: /^Which one\? Nothing changed yet\. Acme · 4 feeds · those without ⋯ are set up in projects\.yml/,
    good: { recap: /^Unsubscribed\. Acme · \d feeds? / },
    wrong: {
      lead: /^After “unsubscribe” you can say .* but not “lead”\. unsubscribe leads$/,
      leads: /^This feed is set up in projects\.yml\. .* Example: \/visibility pause leads$/,
      suggestions: /^Acme has no suggestions feed in this channel\. Feeds$/,
    },
  },
  mcp: alone(/^Modal: Connect an assistant /),
  connect: alone(/^Modal: Connect a project /),
  disconnect: {
    none: /^Nothing to disconnect here: Acme is set up in projects\.yml\. /,
    wrong: {
      Acme: /^Nothing to disconnect here: Acme is set up in projects\.yml\. /,
      'in Acme': /^Nothing to disconnect here: Acme is set up in projects\.yml\. /,
      Acne: /^No project “Acne” is shown in this channel\. .*Acme$/,
      Tidewater: /^No project “Tidewater” is shown in this channel\. .*Acme$/,
    },
  },
  admin: alone(
    /^Settings · \d projects?, all well .* · Sightline \d\S* Acme · .* Engines Regions Region usage Connect an assistant… Connect… Disconnect… Audit About$/,
  ),
  audit: {
    none: /^Audit: .* paused a feed · Acme · /,
    wrong: { 'of yesterday': /^After “audit” .* “of yesterday”\. Example: \/visibility audit$/ },
  },
  ask: {
    none: /in your own words/,
    good: { 'who is named first?': /I read this as: /, 'leads in Acme': /I read this as: / },
    wrong: { 'weather on Mars': /(can’t answer|can’t tell|nothing called)/ },
  },
  about: alone(/^Sightline \d.* What leaves Slack /),
  help: { none: /\/visibility leads .* \/visibility why .* \/visibility admin /, wrong: {} },
};

/** Where no project is shown, these answer all the same. */
const ELSEWHERE: Readonly<Record<string, RegExp>> = {
  hello: /^Hello\. .* No project is shown in this channel/,
  mcp: /^Modal: Connect an assistant /,
  connect: /^Modal: Connect a project /,
  admin: /^Settings · no feeds here .* · Sightline \d/,
  audit: /^Audit: /,
  about: /^Sightline \d/,
  help: /^Sightline posts community leads /,
};

const ALL = COMMANDS.flatMap((route) => [route, ...(route.also ?? [])]);

test('no subcommand of the table is left out here', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(ALL.map(({ command }) => command.name).toSorted());
});

describe.each(Object.entries(ROWS))('/visibility %s', (name, { none, good = {}, wrong }) => {
  test('alone', async () => {
    expect(await told(`/visibility ${name}`)).toMatch(none);
  });

  test.each(Object.entries(good))('with “%s”', async (words, answer) => {
    expect(await told(`/visibility ${name} ${words}`)).toMatch(answer);
  });

  test.each(Object.entries(wrong))('with “%s” is refused with a way on', async (words, refusal) => {
    const before = await journey.writes();
    expect(await told(`/visibility ${name} ${words}`)).toMatch(refusal);
    expect(await journey.writes()).toEqual(before);
  });

  test('where no project is shown, none exists, but people in its channels are told where to ask', async () => {
    const answer = await told(`/visibility ${name}`, RANDOM);
    expect(answer).toMatch(ELSEWHERE[name] ?? /^No project is shown in this channel\. /);
    expect(answer.replace('for example Acme', '')).not.toMatch(/Acme|Tidewater/);
    if (ELSEWHERE[name]) return;
    const named = await told(`/visibility ${name} in Acme`, RANDOM);
    expect(named).toMatch(name === 'disconnect' ? /^No project / : /Ask in .*#(acme-leads|planning)/);
  });
});

test('no subcommand is the launcher, which leads nowhere where no project is shown', async () => {
  expect(await ask('/visibility')).toMatch(/Open leads Scores Ask… Compare… Settings .*\/visibility help/);
  expect(await ask('/visibility', RANDOM)).not.toContain('Open leads');
});

test.each([
  ['/visibility-leads', /^Acme · \d+ open leads 1 to \d+ of /],
  ['/visibility-topic pricing', /^Acme on “pricing” /],
  ['/visibility-topic', /^Acme: 5 topics /],
  ['/visibility-track cut aws bill', /^You already track “cut aws bill” for Acme\. Nothing was added\.$/],
  ['/visibility lea 80', /^Acme · \d+ open leads · 80 and above /],
  ['/visibility top pri', /^Acme on “pricing” /],
  ['/visibility topics', /^Acme: 5 topics /],
  ['/visibility competitor globex', /^Acme vs Globex /],
  ['/visibility subscriptions', /^Acme · \d feeds? /],
  ['/visibility status', /^Settings · \d projects?, all well /],
  ['/visibility admin engines', /^Acme engines /],
  ['/visibility track help', /^\/visibility track \[prompt\] /],
  ['/visibility feeds preview leads', /^Preview\. /],
])('another way to say it: %s', async (line, answer) => {
  expect(await told(line)).toMatch(answer);
});

test.each([
  ['leds', / leads /],
  ['Suggestio prompts', / suggestions|^Acme · 3 suggested prompts /],
])('what was meant as a command opens the launcher, with what may have been: %s', async (words, answer) => {
  expect(await ask(`/visibility ${words}`)).toMatch(answer);
});

test('a line that is offered as a button answers a click as if it were typed', async () => {
  const { slack } = journey;
  expect(await ask('/visibility topic pricng')).toContain('topic pricing');
  const answer = await slack.answerTo(ANA, ACME.leads, () =>
    slack.pressPrivate(ANA, ACME.leads, 'line.open'),
  );
  expect(answer).toMatch(/^Acme on “pricing” /);
});

test('a tab takes the place of the answer that it stands on', async () => {
  const { slack } = journey;
  await ask('/visibility sources');
  const before = await slack.countPrivate(ANA, ACME.leads);
  await slack.pressPrivate(ANA, ACME.leads, 'line.tab');
  await slack.untilSeen('the citations', async () =>
    (await slack.rows(ANA, ACME.leads)).at(-1)?.text.startsWith('Acme: the latest 300 citations'),
  );
  expect(await slack.countPrivate(ANA, ACME.leads)).toBe(before);
});

test('where several projects are shown, one has to be named', async () => {
  expect(await ask('/visibility metrics', PLANNING)).toMatch(/^Which project\?.* Acme Tidewater$/);
  expect(await ask('/visibility metrics in Tide', PLANNING)).toMatch(/^Tidewater · \d+ leads known /);
  expect(await ask(`/visibility metrics in ${ACME.id}`, PLANNING)).toMatch(/^Acme · \d+ leads known /);
  expect(await ask('/visibility topic pricing in Acme', PLANNING)).toMatch(/^Acme on “pricing” /);
});

test('a prompt with no words opens a form, whose fault stands at the field', async () => {
  const before = await journey.writes();
  const modal = await journey.slack.modalAfter(ANA, () =>
    journey.slack.say(ANA, TIDEWATER.channel, '/visibility track'),
  );
  expect(modal.text).toContain('Track a prompt Prompt to track for Tidewater');

  expect(await journey.slack.submit(ANA, modal.id, { 'prompt/text': '   ' })).toEqual({ ok: true });
  const still = await journey.slack.modal(ANA);
  expect(still).toMatchObject({ id: modal.id, text: expect.stringContaining('Say which prompt to track.') });
  expect(await journey.writes()).toEqual(before);

  const answer = await journey.slack.answerTo(ANA, TIDEWATER.channel, () =>
    journey.slack.submit(ANA, modal.id, { 'prompt/text': 'crm for dentists' }),
  );
  expect(answer).toContain(tracked('Tidewater', 'crm for dentists'));
  expect(await journey.slack.modal(ANA)).toBeUndefined();
  expect((await journey.writes()).slice(before.length)).toMatchObject([
    { method: 'POST', operation: 'create_prompt', status: 200, body: { prompt: 'crm for dentists' } },
  ]);
});

test('untrack names the loss, then ends it', async () => {
  const { slack } = journey;
  const there = TIDEWATER.channel;
  const before = await journey.writes();
  const line = '/visibility untrack crm for dentists';
  const modal = await slack.modalAfter(ANA, () => slack.say(ANA, there, line));
  expect(modal.text).toMatch(/“crm for dentists” for Tidewater\? .* starts over/);
  expect(await journey.writes()).toEqual(before);

  const done = await slack.submitForAnswer(ANA, modal.id);
  expect(done).toContain('No longer tracked for Tidewater: “crm for dentists”.');
  expect((await journey.writes()).slice(before.length)).toMatchObject([
    { operation: 'delete_prompt', status: 200 },
  ]);
});

test('what is tracked is what was typed, not what Slack made of it', async () => {
  const words = 'ask @Ana Ruiz about R&D in #random: <b> vs example.com & https://example.org/a';
  const line = words.replace('@Ana Ruiz', '@ana');
  expect(await ask(`/visibility track ${line}`)).toContain(tracked('Acme', words));
  expect((await journey.writes()).at(-1)).toMatchObject({ status: 200, body: { prompt: words } });
  expect(await ask('/visibility prompts R&D')).toContain(words.slice(0, 40));
});

test('a place at the end of a prompt is no project', async () => {
  expect(await ask('/visibility track best crm in germany')).toContain(
    tracked('Acme', 'best crm in germany'),
  );
  expect((await journey.writes()).at(-1)).toMatchObject({ body: { prompt: 'best crm in germany' } });
});

test.each([
  ['a guest', GIA, /^Guests can look things up, but can’t do this\. /],
  [
    'somebody of another organisation',
    OTO,
    /^People from other organisations can look things up, but can’t do this\. /,
  ],
])('%s may read and change nothing', async (_who, person, refusal) => {
  const before = await journey.writes();
  expect(await ask('/visibility leads', ACME.leads, person)).toMatch(/^Acme · \d+ open leads 1 to \d+ of /);
  for (const { command, permission } of ALL) {
    if (permission !== 'everyone')
      expect(await ask(`/visibility ${command.example}`, ACME.leads, person)).toMatch(refusal);
  }
  expect(await journey.writes()).toEqual(before);
});

test('what only an admin may do, a member is refused', async () => {
  for (const { command, permission } of ALL) {
    if (permission !== 'configure') continue;
    expect(await ask(`/visibility ${command.example}`)).toMatch(
      /^Only an admin of this workspace can do this/,
    );
  }
  const refused = await ask('/visibility connect abc');
  expect(refused).toMatch(/^Only an admin of this workspace can do this/);
  expect(refused).not.toContain('/visibility connect');
});

test('an answer is for the asker alone', async () => {
  const answer = await ask('/visibility metrics', ACME.scores, GIA);
  // The morning's posts may be there by now.
  const seen = (await journey.slack.rows(ANA, ACME.scores)).map(({ text }) => text);
  expect(seen).not.toContain(answer);
  const posted = await journey.slack.history(ACME.scores);
  expect(posted.map(({ text }) => text).join()).not.toContain('leads known to the API');
  expect(answer).toMatch(/^Acme · \d+ leads known to the API/);
});
