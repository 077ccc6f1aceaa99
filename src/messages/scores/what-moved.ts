/** Describes what moved a score, in an alert’s message and in what Show me why posts in its thread. */
import {
  type CitedAnew,
  type EngineChange,
  type ExplainedPart,
  handleOf,
  type MovedPrompt,
  type ProjectRef,
  type ScoreAlert,
  type Standing,
} from '../../decision.ts';
import { lineButton, runButton } from '../answer-controls.ts';
import { andList, count, figure, ordinal, type Scale, scaleOf } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { headline, note, type Page, type Part, page, paragraph, rows, type Table } from '../page.ts';
import { beside, bold, capitalize, flexible, isEmpty, join, lines, link, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { describeCaveats } from './alert-words.ts';
import { METRIC_WORDS, measuredLine } from './score-words.ts';

const ENGINES_SHOWN = 8;

const MOST = 0.5;

type Explained = Pick<ScoreAlert, 'explanation' | 'engines' | 'by' | 'againstLevel' | 'previousDay'> &
  Partial<Pick<ScoreAlert, 'alert'>>;

/** With a `day`, the first line says that it is of that one. */
export function describeCauses(alert: Explained, scale: Scale, day?: string): Text[] {
  const all = [enginesLine(alert, scale), partsLine(alert, scale), describeGain(alert), describeLoss(alert)];
  const [first, ...rest] = all.flatMap((line) => (line && !isEmpty(line) ? line : []));
  if (first === undefined) return [];
  return [day === undefined ? first : say`On ${dayName(day)}: ${first}`, ...rest];
}

/** "mostly Gemini", if one part is most of the change in the headline; `mostly` as it is written there. */
export function describeMainPart(
  { explanation, againstLevel }: Explained,
  mostly: 'mostly' | 'Mostly' = 'mostly',
): Text | undefined {
  const [part] = explanation?.parts ?? [];
  if (!explanation || !part || againstLevel || part.share <= MOST) return undefined;
  return say`${mostly} ${flexible(namePart(part))}`;
}

/** "Gemini", "“k8s cost alerts” on Gemini", "Gemini on 3 prompts about “alerting”", "Germany". */
function namePart({ of, prompts }: ExplainedPart): string {
  const named = (wanted: ExplainedPart['of'][number]['kind']) => of.find(({ kind }) => kind === wanted)?.name;
  const [engine, prompt, topic, region] = [named('engine'), named('prompt'), named('topic'), named('region')];
  const about =
    topic !== undefined &&
    `${prompts === undefined ? 'prompts' : count(prompts, 'prompt')} about “${brief(topic, 'place')}”`;
  const what = prompt === undefined ? about : `“${brief(prompt, 'prompt')}”`;
  const who = engine !== undefined && brief(engine, 'place');
  const where = region !== undefined && brief(region, 'place');
  const [first, second] = prompt === undefined ? [who, what] : [what, who];
  const name = [first, second].filter(Boolean).join(' on ');
  return name === '' ? where || '' : `${name}${where ? ` in ${where}` : ''}`;
}

function isEngine({ of }: ExplainedPart, name: string): boolean {
  return of.length === 1 && of[0]?.kind === 'engine' && of[0].name === name;
}

/** "29% of it", of the headline’s change. If that is against a level: points of the two days’ difference. */
function describeShare(part: ExplainedPart, alert: Explained, scale: Scale): string {
  const { explanation, againstLevel } = alert;
  const whole = explanation?.change ?? 0;
  if (againstLevel || whole === 0)
    return `${scale.signed(part.points)} of the ${scale.signed(whole)} since ${dayName(alert.previousDay)}`;
  // Over 100 if the others together moved the other way, perhaps each within its usual range.
  const perCent = Math.round(part.share * 100);
  if (perCent < 100) return `${perCent}% of it`;
  return perCent === 100
    ? 'all of it'
    : `more than all of it, as the rest ${whole > 0 ? 'slipped' : 'gained'}`;
}

/** "Gemini 61.0 → 47.0, 29% of it · ChatGPT 61.2 → 55.1 · Perplexity as usual · no data for Claude" */
function enginesLine(alert: Explained, scale: Scale): Text {
  const { engines, by = 'engine', explanation } = alert;
  if (engines.length === 0) return say`The API gives no figures by ${by}.`;
  const shown = engines.slice(0, ENGINES_SHOWN);
  const partOf = (name: string) => explanation?.parts.find((part) => isEngine(part, name));
  const isCalm = ({ engine, normal, change }: EngineChange) =>
    normal && change !== undefined && !partOf(engine);
  const calm = shown.filter(isCalm).map(nameOf);
  const missing = shown.filter(({ score }) => score === undefined).map(nameOf);
  // The headline has the figures of the engine it is about.
  const told = alert.alert?.lead.scope.engine?.name;
  const away = shown.filter(
    (one) => !isCalm(one) && one.score !== undefined && (one.engine !== told || partOf(told)),
  );
  return beside(
    ...away.map((engine) => {
      const part = partOf(engine.engine);
      const levels = describeLevels(engine, scale);
      return part ? say`${bold(levels)}, ${describeShare(part, alert, scale)}` : levels;
    }),
    calm.length > 0 && `${andList(calm)} as usual`,
    missing.length > 0 && `no data for ${andList(missing)}`,
    engines.length > shown.length && `${figure(engines.length - shown.length)} more not shown`,
  );
}

function nameOf({ engine }: EngineChange): string {
  return brief(engine, 'place') || 'Unnamed engine';
}

function describeLevels(engine: EngineChange, scale: Scale): string {
  const { score = 0, change } = engine;
  if (change === undefined) return `${nameOf(engine)} ${scale.level(score)}, nothing to compare it with`;
  return `${nameOf(engine)} ${scale.level(score - change)} → ${scale.level(score)}`;
}

/** Without the engines that have their levels above. */
export function partsLine(alert: Explained, scale: Scale): Text {
  const { explanation, engines } = alert;
  if (!explanation) return say``;
  const { parts, unread } = explanation;
  // An engine that left its usual range does stand out, even without a share.
  const isEngineAway = engines.some(({ change, normal }) => change !== undefined && !normal);
  const isOfEngine = engines.length === 0 || alert.alert?.lead.scope.engine !== undefined;
  const others = parts.filter(
    (part) => !engines.some(({ engine, score }) => isEngine(part, engine) && score !== undefined),
  );
  return beside(
    parts.length === 0 && !isEngineAway && `No single prompt${isOfEngine ? '' : ' or engine'} explains it`,
    ...others.map((part) => say`${bold(capitalize(namePart(part)))}, ${describeShare(part, alert, scale)}`),
    unread !== undefined && `${count(unread, 'prompt')} not read`,
  );
}

/** "Globex gained: named first 57 times, up from 42 on Wed 18 Nov" */
function describeGain(alert: Explained): Text | undefined {
  const gained = alert.explanation?.gained;
  if (!gained) return undefined;
  const { name, before, after } = gained;
  const when = dayName(alert.previousDay);
  return say`${bold(`${brief(name, 'place')} gained`)}: named first ${count(after, 'time')}, up from ${figure(before)} on ${when}`;
}

/** "docs.acme.example is no longer cited: in no answer, 31 on Wed 18 Nov" */
function describeLoss(alert: Explained): Text | undefined {
  const lost = alert.explanation?.lost;
  if (!lost) return undefined;
  const { domain, before, after } = lost;
  const what = `${brief(domain, 'place')} is ${after === 0 ? 'no longer cited' : 'cited less'}`;
  const now = after === 0 ? 'in no answer' : `in ${count(after, 'answer')}`;
  return say`${bold(what)}: ${now}, ${figure(before)} on ${dayName(alert.previousDay)}`;
}

/** `posted`: whether Slack took it. If not, `altText` is shown instead. */
export type DetailsPicture = { altText: string; posted: boolean };

/** `picture`: undefined if no day has a figure. */
export function scoreDetailsMessage(
  alert: ScoreAlert,
  standing: Pick<Standing, 'handles'>,
  picture: DetailsPicture | undefined,
): Page {
  const { by = 'engine', day, engines, measured, project } = alert;
  const { name, unit } = METRIC_WORDS[alert.alert.metric];
  const what = `${brief(project.name, 'project')} ${name} by ${by}`;
  return page(
    headline(beside(bold(what), dayName(day), handleOf(standing, alert.key))),
    tableOf(alert),
    note(
      lines(
        unit === 'percentage points' && `Changes are in ${unit}.`,
        engines.length === 0 && `The API gives no figures by ${by}.`,
        measuredLine(measured),
        describeCaveats(alert),
      ),
    ),
    // One sentence per line, because screen readers get short lines.
    picture && !picture.posted && note(lines(...picture.altText.split(/(?<=[.…]) (?=\p{Lu})/u))),
  );
}

/** Compares days, which a headline that compares with a level doesn’t: only the figures of the whole then do. */
function tableOf({ score, previousScore, againstLevel, ...alert }: ScoreAlert): Table {
  const { engines, day, previousDay, by = 'engine' } = alert;
  const { metric, lead, sureness } = alert.alert;
  const isOfWhole = !lead.scope.engine && !lead.scope.region && !againstLevel;
  const led = { score, change: score - previousScore, normal: !sureness, sureness };
  const whole = isOfWhole ? led : alert.whole;
  const all = whole ? [{ ...whole, engine: 'All engines' }, ...engines] : engines;
  const scale = METRIC_WORDS[metric].scale(
    all.flatMap(({ score, change = 0 }) => (score === undefined ? [] : [score, score - change])),
  );
  return {
    kind: 'table',
    // Short, because a thread is narrow: the day and the unit stand above and below.
    columns: [
      { heading: capitalize(by) },
      { heading: dayName(previousDay), isName: true },
      { heading: dayName(day), isName: true },
      { heading: 'Change' },
      { heading: 'Verdict', align: 'left' },
    ],
    rows: all.map(({ engine, score, change, normal, sureness }) => {
      const before = score !== undefined && change !== undefined ? score - change : undefined;
      return [
        brief(engine, 'place') || 'Unnamed engine',
        before === undefined ? 'no data' : scale.level(before),
        score === undefined ? 'no data' : scale.level(score),
        before === undefined || score === undefined ? 'not known' : scale.signed(scale.change(before, score)),
        normal ? 'normal' : (sureness ?? 'not known'),
      ];
    }),
  };
}

/** `first`: the tool it names first; `place`: of the brand, from 1; `isNew`: not in the other answer. */
export type QuotedAnswer = {
  day: string;
  runId: string;
  first: string | undefined;
  place: number | undefined;
  sentences: readonly { text: string; isNew: boolean }[];
};

export type WhyMoved = {
  project: ProjectRef;
  /** The alert’s handle, or what it’s called without one. */
  which: string;
  /** The engine that leads the alert. */
  engine?: string | undefined;
  /** Most moved first. */
  prompts: readonly MovedPrompt[];
  /** How many others weren’t read. */
  unread?: number | undefined;
  /** Two answers to the first prompt, on one engine. */
  answers?: { engine: string | undefined; before: QuotedAnswer; after: QuotedAnswer } | undefined;
  /** Domains in answers to the first prompt. */
  sources?: CitedAnew | undefined;
  /** The brand’s own pages, in answers to any prompt. */
  pages?: CitedAnew | undefined;
};

export function whyMovedPage(why: WhyMoved): Page {
  const { project, which, engine, prompts, answers, sources, pages, unread } = why;
  const [worst] = prompts;
  const { level } = scaleOf(prompts.flatMap(({ before, after }) => [before, after]));
  const where = engine === undefined ? '' : ` on ${brief(engine, 'place')}`;
  const head = say`Behind ${which}: “${flexible(brief(worst?.text ?? '', 'prompt'))}”${where} moved most`;
  return page(
    headline(bold(head)),
    rows(
      prompts.map(({ id, text, before, after }) => ({
        text: say`“${brief(text, 'prompt')}” ${level(before)} → ${bold(level(after))}`,
        control: lineButton(
          'History',
          `prompt-history ${id}`,
          project.id,
          `History of “${brief(text, 'prompt')}”`,
        ),
      })),
    ),
    note(engine === undefined && prompts.length > 0 && 'These scores cover all engines.'),
    ...(answers ? answersOf(answers, worst?.text ?? '', project) : []),
    paragraph(sources && sourcesLine(sources)),
    paragraph(pages && pagesLines(pages)),
    note(
      unread !== undefined && `${count(unread, 'other prompt')} not read: one of them may have moved more.`,
    ),
    note(
      !answers &&
        `The API doesn’t give answers to “${brief(worst?.text ?? '', 'prompt')}” from both before and after the change, so none are compared.`,
    ),
  );
}

function answersOf(
  { engine, before, after }: NonNullable<WhyMoved['answers']>,
  prompt: string,
  project: ProjectRef,
): (Part | undefined)[] {
  const where = engine === undefined ? 'An answer' : `${brief(engine, 'place')}’s answer`;
  return [
    paragraph(say`${bold(`${where} to “${brief(prompt, 'prompt')}”`)}`),
    ...[before, after].flatMap((answer) => [
      paragraph(
        say`${dayName(answer.day)}${describePlaces(answer, brief(project.name, 'project'))}`,
        runButton('answer', project, answer.runId, { engine, prompt }),
      ),
      quotePart(answer),
    ]),
  ];
}

/** ": Globex first, Acme 2nd", ": Globex first, not Acme" */
function describePlaces({ first, place }: QuotedAnswer, brand: string): string {
  const other = first !== undefined && place !== 1 && `${brief(first, 'name')} first`;
  const own = place === undefined ? `not ${brand}` : `${brand} ${ordinal(place)}`;
  return `: ${[other, own].filter(Boolean).join(', ')}`;
}

function quotePart({ sentences }: QuotedAnswer): Part | undefined {
  if (sentences.length === 0) return note('It names neither you nor anyone you’re compared with.');
  const quotes = sentences.map(({ text, isNew }): Text => {
    const words = flexible(brief(text, 'quote'));
    return isNew ? bold(words) : words;
  });
  return { kind: 'quote', text: join(quotes, ' … ') };
}

function sourcesLine({ gained, lost }: CitedAnew): Text {
  const named = (label: string, some: CitedAnew['gained']) =>
    some.length > 0 &&
    say`${bold(label)}: ${andList(some.map(({ cited, times }) => `${brief(cited, 'name')} (${count(times, 'time')})`))}`;
  return beside(named('Newly cited for this prompt', gained), named('No longer cited for it', lost));
}

function pagesLines({ gained, lost }: CitedAnew): Text {
  const named = (label: string, some: CitedAnew['gained']) =>
    some.map(
      ({ cited, title, times }) =>
        say`${bold(label)}: ${link(linkable(cited), brief(title ?? cited, 'title'))} (${count(times, 'time')})`,
    );
  return lines(...named('Your page, no longer cited', lost), ...named('Your page, newly cited', gained));
}
