/** What Show me why puts into the thread of a score alert: the prompts and answers that moved, every engine's figures, the picture's words. */
import {
  type EngineChange,
  handleOf,
  type MovedPrompt,
  type OwnPage,
  type ProjectRef,
  type ScoreAlert,
  type Standing,
} from '../../decision.ts';
import { lineButton, readAnswerButton } from '../answer-controls.ts';
import { andList, count, type Scale, scaleOf } from '../figures.ts';

import { brief, linkable } from '../lengths.ts';
import { headline, note, type Page, type Part, page, paragraph, rows, type Table } from '../page.ts';
import { beside, bold, capitalize, flexible, join, lines, link, say, type Text } from '../text.ts';
import { dayBeside, dayName } from '../times.ts';
import { caveats, metricOf, scaleOfAlert } from './alert-words.ts';
import { METRIC_WORDS, measuredLine } from './score-words.ts';
import { sharesNote } from './what-moved.ts';

/** `posted` once it stands in the thread; `altText` says what it shows. */
export type DetailsPicture = { altText: string; posted: boolean };

/** `picture` is missing where no day has a figure. */
export function scoreDetailsMessage(
  alert: ScoreAlert,
  standing: Pick<Standing, 'handles'>,
  picture: DetailsPicture | undefined,
): Page {
  const { by = 'engine', engines, measured, project } = alert;
  const what = `${brief(project.name, 'project')} ${METRIC_WORDS[metricOf(alert)].name} by ${by}`;
  const words = picture ? picture.altText : 'No day has a figure, so there’s no picture.';
  return page(
    headline(beside(bold(what), handleOf(standing, alert.key))),
    tableOf(alert),
    note(
      lines(
        engines.length === 0 && `The API gives no figures by ${by}.`,
        measuredLine(measured),
        caveats(alert),
        sharesNote(alert, scaleOfAlert(alert)),
      ),
    ),
    // A picture that stands there says itself what it shows; each sentence is a line, for lines that are heard are short.
    !picture?.posted && note(lines(...words.split(/(?<=[.…]) (?=\p{Lu})/u))),
  );
}

function tableOf(alert: ScoreAlert): Table {
  const { score, previousScore, usual, engines, measured = [], day, previousDay, by = 'engine' } = alert;
  const { scale: scaleFor, unit } = METRIC_WORDS[metricOf(alert)];
  const figures = [score, previousScore, ...engines.flatMap((engine) => engine.score ?? [])];
  const scale = scaleFor(figures);
  const change = scale.change(previousScore, score);
  const normal = usual !== undefined && score >= usual.low && score <= usual.high;
  const { engine, region } = alert.alert?.lead.scope ?? {};
  // Nobody knows what is normal of an engine that is asked other prompts, or in other regions.
  const isOfOthers = measured.some((one) => one.of !== 'engines' && one.day <= day);
  const known = usual !== undefined && !isOfOthers;
  return {
    kind: 'table',
    columns: [
      { heading: capitalize(by) },
      { heading: `On ${dayBeside(previousDay, day)}` },
      { heading: `On ${dayName(day)}` },
      { heading: unit === 'percentage points' ? capitalize(unit) : 'Change' },
      { heading: 'Usual level', align: 'left' },
    ],
    rows: [
      // The figures of a part that leads are its own: it has a row among the parts.
      ...(engine || region
        ? []
        : [cells('All engines', { engine: '', score, change, normal }, scale, usual !== undefined)]),
      ...engines.map((one) => cells(brief(one.engine, 'place') || 'Unnamed engine', one, scale, known)),
    ],
  };
}

/** `known`: it is known what is normal. */
function cells(
  name: string,
  { score, change, normal }: EngineChange,
  scale: Scale,
  known: boolean,
): string[] {
  const isComparable = score !== undefined && change !== undefined;
  return [
    name,
    isComparable ? scale.level(score - change) : 'no data',
    score === undefined ? 'no data' : scale.level(score),
    isComparable ? scale.signed(scale.change(score - change, score)) : 'not known',
    isComparable && known ? (normal ? 'yes' : 'no') : 'not known',
  ];
}

/** `day` is YYYY-MM-DD; `first`: the tool that it names first; `isNew` marks what the other answer does not say. */
export type QuotedAnswer = {
  day: string;
  runId: string;
  first: string | undefined;
  sentences: readonly { text: string; isNew: boolean }[];
};

export type WhyMoved = {
  project: ProjectRef;
  /** As people speak of the alert: "A37". */
  which: string;
  isFall: boolean;
  /** The engine that leads the alert. */
  engine?: string | undefined;
  /** Most moved first. */
  prompts: readonly MovedPrompt[];
  /** So many others were not read: one of them may have moved more. */
  unread?: number | undefined;
  /** Of the first of them, on one engine. */
  answers?: { engine: string | undefined; before: QuotedAnswer; after: QuotedAnswer } | undefined;
  /** Cited in answers to the first of them since the change and not before, and the other way round. */
  sources?:
    | {
        gained: readonly { domain: string; times: number }[];
        lost: readonly { domain: string; times: number }[];
      }
    | undefined;
  /** The brand's own pages, cited in answers to any prompt since the change and not before, and the other way round. */
  pages?: { appeared: readonly OwnPage[]; vanished: readonly OwnPage[] } | undefined;
};

export function whyMovedPage(why: WhyMoved): Page {
  const { project, which, isFall, engine, prompts, answers, sources, pages, unread } = why;
  const [worst] = prompts;
  const { level } = scaleOf(prompts.flatMap(({ before, after }) => [before, after]));
  const where = engine === undefined ? '' : ` on ${brief(engine, 'place')}`;
  const moved = isFall ? 'fell' : 'rose';
  const head = say`Why ${which} ${moved}: “${flexible(brief(worst?.text ?? '', 'prompt'))}”${where} moved most`;
  return page(
    headline(bold(head)),
    rows(
      prompts.map(({ id, text, before, after }) => ({
        text: say`“${brief(text, 'prompt')}” ${level(before)} → ${bold(level(after))}`,
        control: lineButton(
          { label: 'History', line: `prompt-history ${id}`, hint: `History of “${brief(text, 'prompt')}”` },
          project.id,
        ),
      })),
    ),
    ...(answers ? answersOf(answers, worst?.text ?? '', project) : []),
    paragraph(sources && sourcesLine(sources)),
    paragraph(pages && pagesLines(pages)),
    note(
      unread !== undefined && `${count(unread, 'other prompt')} not read: one of them may have moved more.`,
    ),
    note(
      !answers && 'The API has no two answers to it from before and after the change that could be compared.',
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
    paragraph(say`${bold(`${where} to “${brief(prompt, 'prompt')}”`)}${firstLine(before, after)}`),
    ...[before, after].flatMap((answer) => [
      paragraph(say`${dayName(answer.day)}`, readAnswerButton(project, answer.runId, { engine, prompt })),
      quoted(answer),
    ]),
  ];
}

/** " now names Globex first; on Wed it was Acme" */
function firstLine(before: QuotedAnswer, after: QuotedAnswer): string {
  if (before.first === after.first) return '';
  const now =
    after.first === undefined ? 'no longer names anybody' : `now names ${brief(after.first, 'name')} first`;
  const then = before.first === undefined ? 'nobody' : brief(before.first, 'name');
  return ` ${now}; on ${dayName(before.day)} it was ${then}`;
}

function quoted({ sentences }: QuotedAnswer): Part | undefined {
  if (sentences.length === 0) return note('It names neither you nor anybody else you’re compared with.');
  const said = sentences.map(({ text, isNew }): Text => {
    const words = flexible(brief(text, 'quote'));
    return isNew ? bold(words) : words;
  });
  return { kind: 'quote', text: join(said, ' … ') };
}

function sourcesLine({ gained, lost }: NonNullable<WhyMoved['sources']>): Text | undefined {
  const named = (some: readonly { domain: string; times: number }[]) =>
    andList(some.map(({ domain, times }) => `${brief(domain, 'name')} (${count(times, 'time')})`));
  if (gained.length === 0 && lost.length === 0) return undefined;
  return beside(
    gained.length > 0 && say`${bold('Cited since')}: ${named(gained)}`,
    lost.length > 0 && say`${bold('No longer cited')}: ${named(lost)}`,
  );
}

function pagesLines({ appeared, vanished }: NonNullable<WhyMoved['pages']>): Text | undefined {
  const named = (label: string, some: readonly OwnPage[]) =>
    some.map(
      ({ url, title, times }) =>
        say`${bold(label)}: ${link(linkable(url), brief(title ?? url, 'title'))} (${count(times, 'time')})`,
    );
  const all = [
    ...named('Your page, no longer cited', vanished),
    ...named('Your page, newly cited', appeared),
  ];
  return all.length > 0 ? lines(...all) : undefined;
}
