/** Answers about tracked prompts, suggested prompts and suggested content. */
import { type Carried, carryIfFits } from '../../carried.ts';
import type { ProjectRef } from '../../decision.ts';
import type * as api from '../../visibility/assumed.ts';
import type { SegmentSuggestion } from '../../visibility/contract.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineMenu, tabs } from '../answer-controls.ts';
import { count, countListed, figure, SPAN_UNKNOWN } from '../figures.ts';
import { brief, tidy } from '../lengths.ts';
import type { Button, Page, Row } from '../page.ts';
import { actions, button, headline, note, page, paragraph, rows, section } from '../page.ts';
import { figureColumn, type SortableList, shareColumn, wordsColumn } from '../sortable-table.ts';
import { beside, bold, code, flexible, isEmpty, join, lines, say } from '../text.ts';
import { moment } from '../times.ts';
import { unreadSentence } from '../trouble-words.ts';

/** `search`: prompts that contain `words`, out of `of`. `rest`: the API gave only part of its list. */
type Found = { search?: { words: string; of: number } | undefined; rest?: api.Rest | undefined };

/** One page of `total` prompts, in the API's order. `mayChange` adds edit and untrack. */
export function promptsAnswer(
  project: ProjectRef,
  prompts: readonly api.Prompt[],
  total: number,
  { mayChange, ...found }: Found & { mayChange: boolean },
): Page {
  return page(
    headline(beside(bold(`${brief(project.name, 'project')} prompts`), amountOf(total, found))),
    rows(
      prompts.map(({ id, text = '', category = '', active }) => ({
        control: id === undefined ? undefined : lineMenu(promptLines(id, mayChange), project.id),
        text: beside(
          brief(text, 'title') || 'Words not given',
          brief(category, 'place'),
          active === false && 'not active',
        ),
      })),
    ),
    actions([
      mayChange && trackButton(project),
      lineButton('Suggested prompts', 'suggestions prompts', project.id),
      lineButton('Topics', 'topic', project.id),
    ]),
  );
}

/** In place of figures that nobody can have yet. */
export function nothingTracked(project: ProjectRef, mayChange: boolean): Page {
  const name = brief(project.name, 'project');
  return page(
    headline(bold(`${name} has no figures yet, because no prompts are tracked.`)),
    paragraph('Engines are only asked what you track: the questions your buyers would ask them.'),
    actions([
      mayChange && trackButton(project),
      lineButton('Suggested prompts', 'suggestions prompts', project.id),
    ]),
  );
}

const trackButton = ({ id }: ProjectRef) => lineButton('Track…', 'track', id, 'Track a new prompt');

function amountOf(total: number, { search, rest }: Found): string {
  const all = rest ? `the ${countListed(search?.of ?? total, 'prompt', rest)}` : undefined;
  const found =
    search && `${figure(total)} of ${all ?? figure(search.of)} contain “${brief(search.words, 'quote')}”`;
  return total === 0 ? 'none tracked yet' : (found ?? all ?? `${count(total, 'prompt')} tracked`);
}

/** The brand's figures in the answers to a prompt. */
export type PromptFigures = Pick<api.PromptDetail, 'score' | 'mentionRate' | 'averageRank' | 'answers'>;

/** By prompt of one page; undefined where they could not be read. */
export type FiguresOf = ReadonlyMap<api.Prompt, PromptFigures | undefined>;

export function promptsTable(
  project: ProjectRef,
  prompts: readonly api.Prompt[],
  figures: FiguresOf,
  found: Found = {},
): SortableList<api.Prompt> {
  const name = brief(project.name, 'project');
  const unread = [...figures.values()].filter((one) => one === undefined).length;
  const isRead = [...figures.values()].some((one) => one?.score !== undefined);
  const of = (prompt: api.Prompt) => figures.get(prompt);
  return {
    head: `${name} prompts · ${amountOf(prompts.length, found)}`,
    caption: `Prompts of ${name}`,
    columns: [
      { heading: 'Prompt', cell: ({ text = '' }) => brief(text, 'title') || 'Words not given' },
      figureColumn('Score', prompts, (prompt) => of(prompt)?.score),
      shareColumn('Mention rate', prompts, (prompt) => of(prompt)?.mentionRate),
      figureColumn('Average rank', prompts, (prompt) => of(prompt)?.averageRank),
      figureColumn('Answers', prompts, (prompt) => of(prompt)?.answers),
      wordsColumn('Category', 'place', ({ category }) => category),
      wordsColumn('Active', 'place', ({ active }) =>
        active === undefined ? undefined : active ? 'yes' : 'no',
      ),
    ],
    rows: prompts,
    below: join(
      [unread > 0 && `The figures of ${count(unread, 'prompt')} couldn’t be read.`, isRead && SPAN_UNKNOWN],
      ' ',
    ),
  };
}

function promptLines(id: string, mayChange: boolean) {
  const history = { label: 'History', line: `prompt-history ${id}` };
  if (!mayChange) return [history];
  return [
    history,
    { label: 'Edit…', line: `edit-prompt ${id}` },
    { label: 'Stop tracking…', line: `untrack ${id}` },
  ];
}

export const SUGGESTIONS = [
  { label: 'Segments', line: 'suggestions' },
  { label: 'Prompts', line: 'suggestions prompts' },
  { label: 'Content', line: 'suggestions content' },
];

/** One page of `total`; `tracked` more are left out. Without `isWhole` not all tracked prompts could be read. */
export function promptSuggestionsAnswer(
  project: ProjectRef,
  suggestions: readonly api.PromptSuggestion[],
  { page: at, total, tracked, isWhole }: { page: number; total: number; tracked: number; isWhole: boolean },
): Page {
  const others = total === 0 ? figure(tracked) : `${figure(tracked)} more`;
  return page(
    headline(
      beside(
        bold(brief(project.name, 'project')),
        total === 0 ? 'no suggested prompts' : count(total, 'suggested prompt'),
        tracked > 0 && `you already track ${others}`,
      ),
    ),
    note(!isWhole && 'Not all tracked prompts could be read, so you may already track some of these.'),
    rows(suggestions.map((suggestion) => promptRow(project, suggestion, at))),
    tabs(SUGGESTIONS, 'suggestions prompts', project),
  );
}

function promptRow(
  project: ProjectRef,
  { text, category = '', reason = '' }: api.PromptSuggestion,
  list: number | 'all',
): Row {
  const about = { project: project.id, category: category || undefined, list };
  const value = text ? carryIfFits('suggested_prompt', { ...about, prompt: text }) : undefined;
  return {
    text: lines(
      bold(text ? `“${brief(text, 'quote')}”` : 'Words not given'),
      beside(brief(category, 'place'), brief(reason, 'reason')),
    ),
    control: promptButton(ACTIONS.promptTrackSuggested, 'Track', text ?? '', value),
  };
}

/** `prompt` is the question it is about (or its title), which engines are already asked if it `isTracked`. */
export type Advice = api.ContentSuggestion & { prompt?: string | undefined; isTracked?: boolean };

/** One page of `total` suggestions; `status` says if and when they were made, undefined if unreadable. */
export function contentSuggestionsAnswer(
  project: ProjectRef,
  suggestions: readonly Advice[],
  total: number,
  status: api.SuggestionsStatus | undefined,
): Page {
  const made =
    status &&
    beside(
      status.status && `Status: ${brief(status.status, 'place')}`,
      status.generatedAt !== undefined && say`made ${moment(status.generatedAt)}`,
    );
  return page(
    headline(
      beside(
        bold(`${brief(project.name, 'project')} content suggestions`),
        total === 0 ? 'none yet' : count(total, 'suggestion'),
      ),
    ),
    note(made ?? unreadSentence(['their status'])),
    rows(suggestions.map((advice) => adviceRow(project, advice))),
    tabs(SUGGESTIONS, 'suggestions content', project),
  );
}

function adviceRow(project: ProjectRef, advice: Advice): Row {
  const { title = '', description = '', kind = '', priority = '', status = '' } = advice;
  return {
    text: lines(
      beside(
        bold(brief(title, 'title') || 'Untitled suggestion'),
        brief(kind, 'place'),
        priority && `priority ${brief(priority, 'place')}`,
        !/^open$/i.test(status) && brief(status, 'place'),
      ),
      brief(description, 'reason'),
    ),
    control: adviceButton(project, advice),
  };
}

/** Open suggestions of each kind, best first; undefined if the API doesn't give that kind. */
export type AllSuggestions = {
  content?: readonly Advice[] | undefined;
  prompts?: readonly api.PromptSuggestion[] | undefined;
  segments?: readonly Pick<SegmentSuggestion, 'name' | 'description'>[] | undefined;
};

const MOST_OF_A_KIND = 3;

/** The first of each kind, for "what should we do?". */
export function allSuggestionsAnswer(project: ProjectRef, suggested: AllSuggestions): Page {
  const { content = [], prompts = [], segments = [] } = suggested;
  const first = <T>(list: readonly T[]) => list.slice(0, MOST_OF_A_KIND);
  const amounts = beside(
    content.length > 0 && `${figure(content.length)} on content`,
    prompts.length > 0 && count(prompts.length, 'prompt'),
    segments.length > 0 && count(segments.length, 'segment'),
  );
  const title = bold(`${brief(project.name, 'project')} suggestions`);
  return page(
    headline(beside(title, isEmpty(amounts) ? 'none open' : amounts)),
    section(
      'To improve',
      first(content).map((advice) => adviceRow(project, advice)),
    ),
    section(
      'To track',
      first(prompts).map((suggestion) => promptRow(project, suggestion, 'all')),
    ),
    section(
      'To decide',
      first(segments).map(({ name, description }) => ({
        text: lines(bold(`Segment “${brief(name, 'name')}”`), brief(description ?? '', 'reason')),
        control: lineButton('Decide…', 'suggestions', project.id, `Decide on ${brief(name, 'name')}`),
      })),
    ),
    tabs(SUGGESTIONS, '', project),
  );
}

function adviceButton({ id }: ProjectRef, { prompt, isTracked }: Advice): Button | undefined {
  if (prompt === undefined) return undefined;
  if (isTracked) {
    const hint = `How you fare on “${brief(prompt, 'prompt')}”`;
    return lineButton('Open prompt', `prompt-history ${prompt}`, id, hint);
  }
  const value = carryIfFits('suggested_prompt', { project: id, prompt });
  return promptButton(ACTIONS.promptTrackOpen, 'Track as a prompt…', prompt, value);
}

/** People don't expect one more prompt to change their scores. */
const TRACKED_FROM_NOW =
  'Its answers then count towards your scores, so scores before and after can’t be compared. Open alerts then compare only the prompts asked both before and after, where the API gives their figures.';

/** The prompt is what the API answered. `undo` adds a button that takes it back as long as it is that day. */
export function trackAnswer(
  project: ProjectRef,
  asked: string,
  { id, text = asked, active }: api.Prompt,
  undo?: Pick<Carried<'prompt'>, 'day' | 'from'>,
): Page {
  const name = brief(project.name, 'project');
  const isUndone = undo !== undefined && id !== undefined;
  const value = isUndone ? carryIfFits('prompt', { project: project.id, id, text, ...undo }) : undefined;
  const isOther = tidy(text) !== tidy(asked);
  return page(
    headline(
      say`Tracked for ${bold(name)}: “${flexible(brief(asked, 'quote'))}”.`,
      promptButton(ACTIONS.promptUntrack, 'Undo', asked, value),
    ),
    paragraph(
      say`${isOther && `The API stored it as “${brief(text, 'quote')}”. `}${active === false ? 'The API says it isn’t active.' : 'The tracked engines are asked it from the next day.'}${value === undefined && say` To take it back: ${code('/visibility untrack')}`}`,
    ),
    note(TRACKED_FROM_NOW),
  );
}

/** Asks before a prompt is tracked that looks like a mistake: `similar` is tracked already, or it's a single word. */
export function trackDoubtPage(project: ProjectRef, prompt: string, similar: string | undefined): Page {
  const name = brief(project.name, 'project');
  const words = bold(`“${brief(prompt, 'quote')}”`);
  const value = carryIfFits('suggested_prompt', { project: project.id, prompt });
  const [question, yes] =
    similar === undefined
      ? [
          say`${words} is a single word. Engines are asked your prompts as they are, so whole questions work better. Track it for ${name} anyway?`,
          'Track it anyway',
        ]
      : [
          say`You already track ${bold(`“${brief(similar, 'quote')}”`)} for ${name}. Track ${words} too?`,
          'Track this too',
        ];
  return page(
    headline(question),
    actions([
      promptButton(ACTIONS.promptTrackSuggested, yes, prompt, value),
      promptButton(ACTIONS.promptTrackOpen, 'Edit…', prompt, value),
    ]),
    note('This prompt isn’t tracked yet.'),
  );
}

/** `after`: its new words; undefined if it is no longer tracked. */
export function promptChangedPage(project: ProjectRef, before: string, after?: string): Page {
  const name = brief(project.name, 'project');
  const was = flexible(brief(before, 'quote'));
  if (after === undefined) return page(headline(say`No longer tracked for ${bold(name)}: “${was}”.`));
  return page(
    headline(say`Changed for ${bold(name)}: “${flexible(brief(after, 'quote'))}”.`),
    paragraph(say`It was “${was}”. Engines are asked the new words from the next day.`),
  );
}

/** Undefined without a value, which was too long for a button. `prompt` goes into the screen reader hint. */
function promptButton(id: string, label: string, prompt: string, value: string | undefined) {
  const hint = `${label.replace('…', '')} “${brief(prompt, 'prompt')}”`;
  return value === undefined ? undefined : button(id, label, hint, value);
}
