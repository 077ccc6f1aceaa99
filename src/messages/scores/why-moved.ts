/** Show me why, in the thread of a score alert: the prompts that moved most, and of the worst one answer before and after. */
import type { MovedPrompt, ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, scaleOf } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { headline, note, type Page, type Part, paragraph, rows } from '../page.ts';
import { readAnswerButton } from '../run-buttons.ts';
import { beside, bold, flexible, joined, lines, link, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { andList } from './measured-words.ts';

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
  pages?: { appeared: readonly CitedPage[]; vanished: readonly CitedPage[] } | undefined;
};

type CitedPage = { url: string; title?: string | undefined; times: number };

export function whyMovedPage(why: WhyMoved): Page {
  const { project, which, isFall, engine, prompts, answers, sources, pages, unread } = why;
  const [worst] = prompts;
  const { level } = scaleOf(prompts.flatMap(({ before, after }) => [before, after]));
  const where = engine === undefined ? '' : ` on ${brief(engine, 'place')}`;
  const moved = isFall ? 'fell' : 'rose';
  const head = say`Why ${which} ${moved}: “${flexible(brief(worst?.text ?? '', 'prompt'))}”${where} moved most`;
  return {
    parts: [
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
        !answers &&
          'The API has no two answers to it from before and after the change that could be compared.',
      ),
    ],
  };
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
  return { kind: 'quote', text: joined(said, ' … ') };
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
  const named = (label: string, some: readonly CitedPage[]) =>
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
