/** What Show me why posts in an alert’s thread: prompts and answers that moved, and every engine’s figures. */
import type { CitedAnew, MovedPrompt, ProjectRef, ScoreAlert, Standing } from '../../decision.ts';
import { handleOf } from '../../decision.ts';
import { lineButton, readAnswerButton } from '../answer-controls.ts';
import { andList, count, ordinal, scaleOf } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { headline, note, type Page, type Part, page, paragraph, rows, type Table } from '../page.ts';
import { beside, bold, capitalize, flexible, join, lines, link, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { describeCaveats } from './alert-words.ts';
import { METRIC_WORDS, measuredLine } from './score-words.ts';

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

/** Compares days: a headline that compares with a level, or is one engine’s, has no row for the whole. */
function tableOf({ score, previousScore, againstLevel, ...alert }: ScoreAlert): Table {
  const { engines, day, previousDay, by = 'engine' } = alert;
  const { metric, lead, sureness } = alert.alert;
  const isOfWhole = !lead.scope.engine && !lead.scope.region && !againstLevel;
  const whole = { engine: 'All engines', score, change: score - previousScore, normal: !sureness, sureness };
  const all = isOfWhole ? [whole, ...engines] : engines;
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

/**
 * `day` is YYYY-MM-DD; `first`: the tool it names first; `place`: where it names the brand, from 1, undefined if it
 * doesn’t; `isNew` marks what the other answer doesn’t say.
 */
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
    note(!answers && 'The API has no answers to it from before and after the change to compare.'),
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
        readAnswerButton(project, answer.runId, { engine, prompt }),
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
