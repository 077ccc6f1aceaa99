/**
 * What the bot understood of a dialect: the facts of its posts and answers against those of the plain run and of the
 * world itself. Wording counts only where it says that something is missing; facts are titles, links, figures and days.
 */
import type { SlackMessage } from '../support/local-slack.ts';
import { linksOf, mrkdwnOf, postsOf } from '../support/posts.ts';
import type { Seen } from './dialect-run.ts';

export const THINGS = ['digest', 'alert', 'suggestion', 'topic', 'track', 'prompts'] as const;
export type Thing = (typeof THINGS)[number];

/** The same facts; something is missing and a sentence says so, or nothing does; a fact that is not so. */
export const VERDICTS = ['same', 'said', 'silent', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `why` names the first fact that is missing or wrong. */
export type Judgement = { verdict: Verdict; why?: string };

/** Things that are missing (`lost`) and things that are not so (`false`), each in words. */
type Difference = { lost: string[]; untrue: string[] };

/** Words that tell of something missing. What the plain run says too tells of nothing. */
const TELLS =
  /\b(not|cannot|nothing|none|without|untitled|unknown|unreadable|missing|refused?s?|at least|too few|only|gave no)\b|n['’]t\b|\bno (\w+ ){1,2}(given|yet|can|could|is|are|was|were|by|of|for)\b/gi;

/** An answer that claims that what is there is not. */
const DENIES = /\bhas no (topic|prompt)|\btracks no prompt|\bno prompts (are )?tracked|\b0 prompts\b/i;

export function judge(thing: Thing, seen: Seen, plain: Seen): Judgement {
  return JUDGES[thing](seen, plain);
}

const JUDGES: Record<Thing, (seen: Seen, plain: Seen) => Judgement> = {
  digest(seen, plain) {
    const differences = plain.days.map((day, index) =>
      digestDifference(digestOf(seen.days[index]), digestOf(day), figuresOf(seen)),
    );
    const words = ({ days }: Seen) => days.flatMap(({ leads }) => leads.map(wordsOf)).join('\n');
    return concluded(differences, words(seen), words(plain));
  },

  alert(seen, plain) {
    const words = ({ days }: Seen) =>
      days.flatMap(({ scores }) => scores.filter((post) => isOf('scores', post)).map(wordsOf)).join('\n');
    return concluded([alertDifference(seen)], words(seen), words(plain));
  },

  suggestion(seen, plain) {
    const of = ({ days }: Seen) =>
      days
        .flatMap(({ scores }) => postsOf(scores, 'segment_suggestion'))
        .map((post) => suggestionIn(mrkdwnOf(post)));
    const words = ({ days }: Seen) =>
      days
        .flatMap(({ scores }) => scores.filter((post) => isOf('suggestions', post)).map(wordsOf))
        .join('\n');
    return concluded([suggestionDifference(of(seen), of(plain))], words(seen), words(plain));
  },

  topic: (seen, plain) => answerJudgement(seen.topic, plain.topic, seen, NAMES),

  prompts: (seen, plain) =>
    answerJudgement(
      seen.prompts,
      plain.prompts,
      seen,
      plain.tracked.filter((text) => plain.prompts.includes(text)),
    ),

  track(seen, plain) {
    const arrived = plain.tracked.every((text) => seen.tracked.includes(text));
    const claims = /^tracked\b|\bis (now )?tracked\b/i.test(seen.track);
    if (arrived && claims) return { verdict: 'same' };
    if (!arrived && claims) return { verdict: 'wrong', why: `not tracked, but “${seen.track}”` };
    const lost = arrived ? `that it is tracked: “${seen.track}”` : `the tracked prompt: “${seen.track}”`;
    return concluded([{ lost: [lost], untrue: [] }], seen.track, plain.track);
  },
};

/** Whether a post is the feed's own, or says that the feed could not be looked after. */
function isOf(feed: 'scores' | 'suggestions', post: SlackMessage): boolean {
  const { kind, subscription_id: of } = post.metadata?.event_payload ?? {};
  return String(of).startsWith(feed) || (kind === 'feed_missed' && post.text.includes(feed));
}

/** Whether it says that something is missing, in words that the plain run does not say. */
function tells(said: string, plain: string): boolean {
  const known = plain.replace(/\s+/g, ' ');
  const text = said.replace(/\s+/g, ' ');
  return [...text.matchAll(TELLS)].some(
    ({ index }) => !known.includes(text.slice(index, index + SNIPPET).trim()),
  );
}
const SNIPPET = 20;

/** Claims that what is there is not: the project itself, or figures of days that have them. */
const NOT_SO =
  /not known this project|knows? no such project|no scores for [^.\n]*|has no figures? of these days/i;

/** Tools and engines of the world. */
const NAMES = [
  'Acme',
  'Globex',
  'Initech',
  'Hooli',
  'Umbra',
  'Vandelay',
  'ChatGPT',
  'Gemini',
  'Perplexity',
  'Claude',
];

/** `said` and `plain` are all the words that were said of the thing, in the dialect and in the plain run. */
function concluded(differences: readonly Difference[], said: string, plain: string): Judgement {
  const claim = NOT_SO.exec(said)?.[0];
  const [untrue = claim && `“${claim}”`] = differences.flatMap((one) => one.untrue);
  if (untrue !== undefined) return { verdict: 'wrong', why: untrue };
  const [lost] = differences.flatMap((one) => one.lost);
  if (lost === undefined) return { verdict: 'same' };
  return { verdict: tells(said, plain) ? 'said' : 'silent', why: lost };
}

/** As it is heard and as it is seen. */
function wordsOf(post: SlackMessage): string {
  return `${post.text}\n${mrkdwnOf(post)}`;
}

/** Whether a figure as it is written says a true one; a dialect's scores may be on a smaller scale. */
type Figures = { isSame(written: string, truth: number): boolean };

function figuresOf({ dialect }: Pick<Seen, 'dialect'>): Figures {
  const scales = dialect.split(',').includes('unit-scale') ? [1, 100] : [1];
  return {
    isSame: (written, truth) => {
      const value = figureOf(written);
      const digits = /[.,](\d+)$/.exec(written)?.[1]?.length ?? 0;
      const inDoubt = 0.5 * 10 ** -digits + 1e-9;
      // The truth is rounded to one digit itself, and scores that are put together again from their parts are a bit off.
      return scales.some((scale) => Math.abs(value * scale - truth) <= inDoubt * scale + 0.11);
    },
  };
}

function figureOf(written: string): number {
  return Number(written.replace(/(?<=\d),(?=\d{3})/g, '').replace('−', '-'));
}

/** A digest as it was posted: its counts by what they count, and its leads in their order. */
type Digest = { counts: Record<string, string>; leads: Lead[] };
type Lead = { title: string; url?: string; place?: string; age?: string; score?: string };

const COUNTS =
  /(at least )?([\d,]+)(\+)? (?:of [\d,]+ )?((?:new )?leads)\b( known to the API)?|average score ([\d.,]+)/g;

function digestOf(day: Seen['days'][number] | undefined): Digest | undefined {
  const [post] = postsOf(day?.leads ?? [], 'lead_digest');
  if (post === undefined) return undefined;
  const texts = post.blocks.flatMap((block) => mrkdwnOf({ blocks: [block] }).split('\n'));
  const first = texts.findIndex((text) => LINKED.test(text));
  const above = texts.slice(0, first < 0 ? texts.length : first).join('\n');
  // How much of the list was read is no count of leads.
  const head = above.replace(/(?:first|best) [\d,]+ (?:of [\d,]+ )?leads were read/g, '');
  const counts = [...head.matchAll(COUNTS)].map(
    ([, least, count = '', more, what = '', known = '', average]): [string, string] =>
      average === undefined
        ? [`${what.replace('new ', '')}${known}`, least || more ? `>${count}` : count]
        : ['average score', average.replace(/[.,]$/, '')],
  );
  const leads = texts.flatMap((text, i) => {
    if (text.startsWith('*Still waiting*')) return [];
    // With room a lead's facts are in the small print below it, else behind its title.
    const facts = texts.slice(i).find((one) => /· L\d+$/.test(one)) ?? '';
    return LINKED.test(text) ? [leadIn(text, facts, linksOf({ blocks: blocksOf(text) })[0])] : [];
  });
  return { counts: Object.fromEntries(counts), leads };
}

/** A line that begins with a lead: "🔗 *91 · <url|title>*", "*79* <url|title> · r/devops · …", "*Untitled thread*". */
const LINKED =
  /^(?:🔗 |✋ |✅ )?(?:\*(?:[\d.,]+ · )?<https?:|\*[\d.,]+\* |<https?:|\*(?:[\d.,]+ · )?Untitled)/u;

const blocksOf = (text: string): SlackMessage['blocks'] => [
  { type: 'section', text: { type: 'mrkdwn', text } },
];

function leadIn(text: string, facts: string, url: string | undefined): Lead {
  const [, title = 'Untitled thread'] = /<[^|>]*\|([^>]*)>/.exec(text) ?? [];
  const [, score] = /^\D*\*([\d.,]+)(?: ·|\*)/u.exec(text) ?? [];
  const parts = facts.split(' · ').filter((part) => !part.includes('|'));
  const age = parts.find((part) => /^(\d+ (min|h|d)|under a minute)$/.test(part));
  const [place] = parts.filter(
    (part) => part !== age && !/^(L\d+|first seen .*|(up|down) .*|also for .*|\*.*\*|🔗.*)$/u.test(part),
  );
  return {
    title,
    ...(url && { url }),
    ...(place && { place }),
    ...(age && { age }),
    ...(score && { score }),
  };
}

function digestDifference(seen: Digest | undefined, plain: Digest | undefined, figures: Figures): Difference {
  if (plain === undefined) return { lost: [], untrue: [] };
  if (seen === undefined) return { lost: ['the digest'], untrue: [] };
  const lost: string[] = [];
  const untrue: string[] = [];
  for (const [what, truth] of Object.entries(plain.counts)) {
    const said = seen.counts[what];
    if (said === undefined) lost.push(`the count “${what}”`);
    else if (said.startsWith('>')) {
      lost.push(`the exact count “${what}”`);
      if (figureOf(said.slice(1)) > figureOf(truth)) untrue.push(`${what}: ${said} for ${truth}`);
    } else if (!figures.isSame(said, figureOf(truth))) untrue.push(`${what}: ${said} for ${truth}`);
  }
  // An API that lists its best alone takes some away: those that came are to be true, and in their order.
  const isPart = Object.values(seen.counts).some((count) => count.startsWith('>'));
  let before = -1;
  for (const [index, said] of seen.leads.entries()) {
    const same = plain.leads.findIndex(({ title }, i) => i > before && title === said.title);
    const at = isPart ? same : index;
    const truth = plain.leads[at];
    before = at;
    if (truth === undefined) untrue.push(`lead ${index + 1}: “${said.title}”`);
    else compareLead(index + 1, said, truth, figures, { lost, untrue });
  }
  for (let index = seen.leads.length; index < plain.leads.length; index++) lost.push(`lead ${index + 1}`);
  return { lost, untrue };
}

function compareLead(
  number: number,
  said: Lead,
  truth: Lead,
  figures: Figures,
  { lost, untrue }: Difference,
) {
  const isUntitled = /^untitled|not given/i.test(said.title);
  if (isUntitled) lost.push(`the title of lead ${number}`);
  else if (said.title !== truth.title) untrue.push(`lead ${number}: “${said.title}” for “${truth.title}”`);
  for (const fact of ['url', 'place', 'age'] as const)
    if (truth[fact] !== undefined && said[fact] === undefined) lost.push(`the ${fact} of lead ${number}`);
    else if (said[fact] !== truth[fact])
      untrue.push(`${fact} of lead ${number}: ${said[fact]} for ${truth[fact]}`);
  if (truth.score !== undefined && said.score === undefined) lost.push(`the score of lead ${number}`);
  else if (said.score !== undefined && !(truth.score && figures.isSame(said.score, figureOf(truth.score))))
    untrue.push(`score of lead ${number}: ${said.score} for ${truth.score}`);
}

const FALL = /(fell|rose|dropped|climbed) ([\d.]+)(?: points?)? to ([\d.]+)/;
const CHANGE = /([A-Z][\w ()]*?) ([\d.]+) → ([\d.]+)/g;

/** From each of the last days to each later one. */
function changesIn({ scores }: Seen): { of: string; before: number; after: number }[] {
  return scores.flatMap(({ of, values }) =>
    values.flatMap((before, index) => values.slice(index + 1).map((after) => ({ of, before, after }))),
  );
}

/** The fall of the script is told with figures that the world has: of the whole, or of engines where no whole is given. */
function alertDifference(seen: Seen): Difference {
  const figures = figuresOf(seen);
  const changes = changesIn(seen);
  const [first = [], ...later] = seen.days.map(({ scores }) => postsOf(scores, 'score_alert').map(wordsOf));
  const lost: string[] = [];
  const untrue: string[] = [];
  for (const words of [...first, ...later.flat()]) {
    const [, verb = '', points = '', after = ''] = FALL.exec(words) ?? [];
    if (after === '') continue;
    const isTrue = changes.some(
      (change) =>
        figures.isSame(after, change.after) &&
        figures.isSame(points, Math.abs(change.after - change.before)) &&
        /fell|dropped/.test(verb) === change.after < change.before,
    );
    if (!isTrue) untrue.push(`${verb} ${points} to ${after}`);
    const engines = [...words.matchAll(CHANGE)].flatMap(([, engine = '', from = '', to = '']) => {
      const name = engine.trim().replace(/ \(.*\)$/, '');
      const isKnown = name === 'Gemini' || changes.some((change) => change.of === name);
      return isKnown ? { engine, name, from, to } : [];
    });
    for (const { engine, name, from, to } of engines) {
      const isSo = changes.some(
        (change) =>
          (change.of === name || (change.of === 'Claude' && name === 'Gemini')) &&
          figures.isSame(from, change.before) &&
          figures.isSame(to, change.after),
      );
      if (!isSo) untrue.push(`${engine} ${from} → ${to}`);
    }
    if (engines.length === 0) lost.push('the engines of the alert');
  }
  if (!first.some((words) => FALL.test(words))) lost.push('the alert');
  return { lost, untrue };
}

/** "*New segment suggested for Acme: “Cost monitoring”* … Would apply to *6 of 10* tracked prompts" */
function suggestionIn(words: string): Record<string, string | undefined> {
  const [, name] = /“([^”]+)”\*/.exec(words) ?? [];
  const [, applies, prompts] = /\*?(\d+) of (\d+)\*? (?:tracked )?prompts/.exec(words) ?? [];
  return { name, applies, prompts };
}

type Suggestion = ReturnType<typeof suggestionIn>;

function suggestionDifference(seen: readonly Suggestion[], plain: readonly Suggestion[]): Difference {
  const lost: string[] = [];
  const untrue: string[] = [];
  for (const truth of plain) {
    const said = seen.find(({ name }) => name === truth.name);
    if (said === undefined) {
      lost.push(`“${truth.name}”`);
      continue;
    }
    for (const fact of ['applies', 'prompts'])
      if (said[fact] === undefined) lost.push(`${fact} of “${truth.name}”`);
      else if (said[fact] !== truth[fact]) untrue.push(`${fact}: ${said[fact]} for ${truth[fact]}`);
  }
  for (const { name } of seen)
    if (!plain.some((truth) => truth.name === name)) untrue.push(`“${name}” is no suggestion`);
  return { lost, untrue };
}

const FIGURE = /[−-]?\d[\d,]*(?:\.\d+)?|[−-]?\.\d+/g;

/** A private answer: its figures are all true ones, its names are all there. */
function answerJudgement(said: string, truth: string, seen: Seen, names: readonly string[]): Judgement {
  if (DENIES.test(said)) return { verdict: 'wrong', why: said };
  const trueFigures = (truth.match(FIGURE) ?? []).map(figureOf);
  const figures = figuresOf(seen);
  const isRefusal = tells(said, truth) && names.filter((name) => said.includes(name)).length < 2;
  const spoken = isRefusal ? [] : (withoutChart(said).match(FIGURE) ?? []);
  const untrue = spoken
    .filter((figure) => !trueFigures.some((one) => figures.isSame(figure, one)))
    .map((figure) => `the figure ${figure}`);
  const wanted = new Set((withoutChart(truth).match(FIGURE) ?? []).map(figureOf));
  const missing = [...wanted].filter((one) => !spoken.some((figure) => figures.isSame(figure, one)));
  const unnamed = names.filter((name) => truth.includes(name) && !said.includes(name));
  const isOneName = seen.dialect.split(',').includes('two-surfaces');
  return concluded(
    [
      {
        lost: [
          ...unnamed.filter((name) => !(isOneName && name === 'Claude')).map((name) => `“${name}”`),
          ...missing.map((figure) => `the figure ${figure}`),
        ],
        untrue,
      },
    ],
    said,
    truth,
  );
}

/** A chart's axis is no fact, its values are. */
function withoutChart(text: string): string {
  return text.replace(/Score by tool: .*?(?=\bEngine\b|$)/s, (chart) =>
    [...chart.matchAll(/, Score: ([\d.]+)/g)].map(([, score]) => score).join(' '),
  );
}
