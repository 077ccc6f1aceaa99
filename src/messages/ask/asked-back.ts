/** Answers without figures: questions to ask instead of an unclear one, what can be asked, and small talk. */
import type { Plan, Reading, SmallTalk } from '../../ask/plan.ts';
import type { ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { andList, count, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, type Button, headline, note, type Page, page, paragraph, withBelow } from '../page.ts';
import { untrackedWords } from '../prompts/prompt-forms.ts';
import { capitalize, code, flexible, say, type Text } from '../text.ts';
import { planButton } from './correct-reading.ts';
import { readingOf } from './reading.ts';

/** The most buttons. */
const MOST = 5;
const OFFERED = 3;

/** One button for each reading. */
export function ambiguousPage(project: ProjectRef, between: readonly Plan[]): Page {
  const meaning = between.length === 2 ? 'two things' : 'several things';
  return {
    summary: say`Which did you mean?`,
    parts: [
      headline(say`That can mean ${meaning}. Which did you mean?`),
      actions(planButtons(between.slice(0, MOST), project)),
    ],
  };
}

/** Offers the second of two questions below the answer to the first. */
export function alsoAsked(answer: Page, project: ProjectRef, second: Plan): Page {
  return withBelow(
    answer,
    paragraph(say`You asked two things. The other one: ${readingOf(second)}.`),
    actions(planButtons([second], project)),
  );
}

const OTHERS_NAMED = 3;

/** Where nobody can click on a project, a question that names none is about the first, and says so. `how` to ask about another. */
export function firstProjectWord([first, ...others]: readonly { name: string }[], how: string): string {
  const named = firstOf(others, OTHERS_NAMED, ({ name }) => brief(name, 'project'));
  return `This is about ${brief(first?.name ?? '', 'project')}, the first of ${count(others.length + 1, 'project')}. For another (${andList(named)}), ${how}.`;
}

/** The same question about each project. */
export function eachProjectPage(projects: readonly (ProjectRef & { id: string })[], plan: Plan): Page {
  return page(
    headline('I answer about one project at a time.'),
    paragraph(say`${capitalize(readingOf(plan))} for:`),
    actions(projects.map((one) => planButton(brief(one.name, 'project'), plan, one))),
  );
}

/** Topics named to whoever asked about something else. */
const TOPICS_NAMED = 8;

/**
 * `ordered`: for an order; `topics`: the project's; `instead`: its engines, regions or rivals, if the unknown name is
 * another one; `noDay`: a day that no calendar has; `unread`: lists of names that couldn't be read, so that the name may be
 * right after all. The rest as in Reading.
 */
type NotUnderstood = Omit<Reading & { verdict: 'not_understood' }, 'verdict' | 'isOrder'> & {
  ordered?: OrderAnswer | undefined;
  topics: readonly string[];
  instead?: { kind: 'engines' | 'regions' | 'rivals'; names: readonly string[] } | undefined;
  unread: readonly string[];
  noDay?: string | undefined;
};

export function notUnderstoodPage(
  project: ProjectRef,
  text: string,
  { unknown, isBeyond, ordered, isForeign, likely, near, topics, instead, unread, noDay }: NotUnderstood,
): Page {
  const name = brief(project.name, 'project');
  const said = `“${brief(unknown ?? text, unknown === undefined ? 'quote' : 'name')}”`;
  // Of an intent alone, the questions have an example.
  const narrow = likely.filter((plan) => Object.keys(plan).length > 1);
  const readings = narrow.flatMap(
    (plan) => planButton(`${capitalize(readingOf(plan))}?`, plan, project) ?? [],
  );
  const questions = [...readings, ...questionButtons(near, project)].slice(0, OFFERED);
  if (FORECAST.test(text) || (isBeyond && !ordered?.order)) return beyondPage(questions);
  if (ordered && likely.length === 0) return orderPage(project, ordered);
  if (isForeign) return insteadPage('I only understand questions in English.', questions);
  if (noDay !== undefined) return insteadPage(`There is no ${noDay}.`, questions);
  if (unknown === undefined || (likely.length > 0 && !instead)) {
    const unsure = say`I’m not sure what “${flexible(brief(text, 'quote'))}” is asking about ${name}.`;
    return insteadPage(unsure, questions, likely.length === 0 ? KNOWN : undefined);
  }
  if (unread.length > 0) {
    const unreadable = say`The API’s ${andList(unread)} can’t be read right now, so I can’t tell what ${flexible(said)} is.`;
    return insteadPage(unreadable, questions, 'Try again in a minute.');
  }
  if (instead && !ordered)
    return insteadPage(untrackedWords(project, instead.kind, [unknown], instead.names), questions);
  return insteadPage(
    say`${name} has nothing called ${flexible(said)}: no engine, region, topic, prompt, rival, site or forum.`,
    questions,
    topics.length > 0
      ? `Its topics: ${firstOf(topics, TOPICS_NAMED, (topic) => brief(topic, 'place')).join(', ')}`
      : undefined,
  );
}

const KNOWN =
  'I know about scores, mentions, citations, topics, prompts, leads and alerts up to now, but not about traffic, revenue, search rank or the future.';

/** Asks what will be. */
const FORECAST =
  /\b(?:forecast|predict|projection|prognosis|outlook)\w*\b|^\W*(?:and |so |but |(?:when|where|what|how) )?will\b/i;

function insteadPage(head: Text | string, questions: readonly Button[], more?: string): Page {
  return page(
    headline(head),
    paragraph(more),
    questions.length > 0 ? paragraph('You could ask:') : undefined,
    actions(questions),
  );
}

/** Needs no project, because none could answer it. */
export function beyondPage(questions: readonly Button[] = []): Page {
  return insteadPage('I can’t answer that from what I know.', questions, KNOWN);
}

/** `order`: the line that does it, after /visibility. `refused`: why the asker may not. `who` may. `mayTrack` prompts. */
export type OrderAnswer = {
  order?: { label: string; line: string; also?: string } | undefined;
  refused?: string | undefined;
  asks: 'to do it' | 'how' | 'who may';
  who: string;
  /** Whether it is asked of oneself, by somebody who may. */
  isAllowed: boolean;
  mayTrack: boolean;
};

/** A question never does anything; the buttons do it, or lead to where it is done. */
function orderPage(
  { id }: ProjectRef,
  { order, refused, asks, who, isAllowed, mayTrack }: OrderAnswer,
): Page {
  if (order && refused !== undefined) return page(headline(refused));
  if (order) {
    const command = code(`/visibility ${brief(order.line, 'prompt')}`);
    return page(
      headline(say`${asks === 'to do it' && 'I only answer questions here. '}To do this, use ${command}`),
      paragraph(asks === 'who may' && say`${isAllowed && 'You can. '}${who}`),
      paragraph(order.also),
      actions([lineButton(order.label, order.line, id)]),
    );
  }
  return page(
    headline('That’s done with a button or a menu, not by asking.'),
    paragraph('Leads, alerts, suggestions and feeds have their own buttons.'),
    actions([
      mayTrack && lineButton('Track a prompt…', 'track', id),
      lineButton('Open leads', 'leads', id),
      lineButton('Suggestions', 'suggestions', id),
      lineButton('Feeds', 'feeds', id),
      lineButton('Settings', 'admin', id),
    ]),
  );
}

/** What can be asked; `examples` use this project's names. */
export function askHelpPage(project: ProjectRef, examples: readonly string[]): Page {
  return page(
    headline(say`Ask about ${brief(project.name, 'project')} in your own words.`),
    note(
      'You can name engines, regions, topics, prompts, rivals, sites, forums and days. Answers come from the API and from what Sightline keeps, without a language model.',
    ),
    actions(questionButtons(examples, project)),
    actions([lineButton('All commands', 'help')]),
  );
}

function planButtons(plans: readonly Plan[], project: ProjectRef): Button[] {
  return plans.flatMap((plan) => planButton(capitalize(readingOf(plan)), plan, project) ?? []);
}

function questionButtons(questions: readonly string[], { id }: { id?: string | undefined }) {
  return questions.flatMap((question) => lineButton(question, `ask ${question}`, id) ?? []);
}

const LINES: Readonly<Record<SmallTalk, string>> = {
  greeting: 'Hello. Ask me about your scores, rivals, sources or leads, in your own words.',
  thanks: 'You’re welcome. Ask again whenever you like.',
  who: 'I’m Sightline. I post community leads and AI-visibility alerts, and answer questions about them. I don’t use a language model: I read questions by rules, on the machine I run on.',
  readers:
    'Only you see what you ask after /visibility or in a direct message. Where you mention me, everybody in the channel can read the question, and the answer if it can be shared. I don’t keep questions, only how I read them, for 7 days.',
};

/** `examples`: questions for this place, none if it shows no project. `project`: the id, if there is only one. */
export function smallTalkPage(
  said: SmallTalk,
  { examples, project }: { examples: readonly string[]; project?: string | undefined },
): Page {
  return page(
    headline(LINES[said]),
    paragraph(examples.length > 0 ? 'For example:' : 'No project is shown in this channel, though.'),
    actions(questionButtons(examples, { id: project })),
  );
}
