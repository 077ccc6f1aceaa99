/** Answers without figures: questions to ask instead of an unclear one, what can be asked, and small talk. */
import type { Plan, SmallTalk } from '../../ask/plan.ts';
import type { ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { andList, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, type Button, headline, note, type Page, page, paragraph } from '../page.ts';
import { capitalize, code, flexible, say } from '../text.ts';
import { planButton } from './corrections.ts';
import { readingOf } from './reading.ts';

/** The most buttons. */
const MOST = 5;
const OFFERED = 3;

/** One button for each reading, or for each of two questions. */
export function ambiguousPage(project: ProjectRef, between: readonly Plan[], areTwoQuestions = false): Page {
  const meaning = between.length === 2 ? 'two things' : 'several things';
  return {
    summary: areTwoQuestions ? say`Two questions at once. Which first?` : say`Which did you mean?`,
    parts: [
      headline(
        areTwoQuestions
          ? say`That’s two questions. Which first?`
          : say`That can mean ${meaning}. Which did you mean?`,
      ),
      actions(planButtons(between.slice(0, MOST), project)),
    ],
  };
}

/** If more lists than these can't be read, the API is named instead. */
const LISTS_NAMED = 2;

/** Topics named to whoever asked about something else. */
const TOPICS_NAMED = 8;

/**
 * `unknown`: a name that no list has; the booleans as in Reading; `ordered`: for an order; `likely`: possible readings;
 * `near`: similar questions; `topics`: the project's; `instead`: its engines or regions, if `unknown` is another engine or
 * region; `unread`: lists of names that couldn't be read, so that `unknown`
 * may be right after all.
 */
export function notUnderstoodPage(
  project: ProjectRef,
  text: string,
  {
    unknown,
    isBeyond = false,
    ordered,
    isForeign = false,
    likely,
    near,
    topics,
    instead,
    unread,
  }: {
    unknown?: string | undefined;
    isBeyond?: boolean | undefined;
    ordered?: OrderAnswer | undefined;
    isForeign?: boolean | undefined;
    likely: readonly Plan[];
    near: readonly string[];
    topics: readonly string[];
    instead?: { kind: 'engines' | 'regions'; names: readonly string[] } | undefined;
    unread: readonly string[];
  },
): Page {
  const name = brief(project.name, 'project');
  const readings = planButtons(likely, project);
  const questions = [...readings, ...questionButtons(near, project)].slice(0, OFFERED);
  if (isBeyond && !ordered?.order) return beyondPage(questions);
  if (ordered && readings.length === 0) return orderPage(project, ordered);
  if (isForeign) return foreignPage(questions);
  if (unknown !== undefined && instead && !ordered && unread.length === 0) {
    const { kind, names } = instead;
    const missing = `${kind === 'engines' ? 'on' : 'in'} ${brief(unknown, 'name')}`;
    return page(
      headline(say`${name} isn’t tracked ${flexible(missing)}.`),
      paragraph(`Its ${kind}: ${andList(names.map((one) => brief(one, 'name')))}.`),
      actions(questions),
    );
  }
  if (unknown !== undefined && unread.length > 0 && readings.length === 0) {
    const lists = unread.length > LISTS_NAMED ? '' : `’s ${andList(unread)}`;
    return page(
      headline(
        say`The API${lists} can’t be read right now, so I can’t tell what “${flexible(brief(unknown, 'name'))}” is.`,
      ),
      paragraph('Try again in a minute.'),
    );
  }
  return page(
    headline(
      readings.length > 0
        ? say`I’m not sure what “${flexible(brief(text, 'quote'))}” is asking about ${name}.`
        : unknown === undefined
          ? say`I can’t tell what “${flexible(brief(text, 'quote'))}” is asking about ${name}.`
          : say`${name} has nothing called “${flexible(brief(unknown, 'name'))}”: no engine, region, topic, prompt, rival, site or forum.`,
    ),
    readings.length === 0 && unknown === undefined && paragraph(KNOWN),
    unknown !== undefined &&
      topics.length > 0 &&
      paragraph(`Its topics: ${firstOf(topics, TOPICS_NAMED, (topic) => brief(topic, 'place')).join(', ')}`),
    note(
      unread.length > 0 &&
        `The API’s ${andList(unread)} couldn’t be read just now, so the name may still be right.`,
    ),
    questions.length > 0 ? paragraph('Did you mean one of these?') : undefined,
    actions(questions),
  );
}

const KNOWN =
  'I know about scores, mentions, citations, topics, prompts, leads and alerts. Traffic, revenue and search rank aren’t in this API.';

function foreignPage(questions: readonly Button[]): Page {
  return page(
    headline('I only understand questions in English.'),
    questions.length > 0 ? paragraph('You could ask:') : undefined,
    actions(questions),
  );
}

/**
 * `order`: the line that does what was ordered, after /visibility, and its button; undefined if none is known. `refused`:
 * why the asker may not do it. `mayTrack`: whether they may track prompts.
 */
export type OrderAnswer = {
  order?: { label: string; line: string; also?: string } | undefined;
  refused?: string | undefined;
  mayTrack: boolean;
};

/** A question never does anything; the buttons do it, or lead to where it is done. */
function orderPage({ id }: ProjectRef, { order, refused, mayTrack }: OrderAnswer): Page {
  if (order) {
    const command = code(`/visibility ${brief(order.line, 'prompt')}`);
    return page(
      headline(say`Asking doesn’t change anything. To do this, use ${command}`),
      paragraph(refused ?? order.also),
      actions([refused === undefined && lineButton(order.label, order.line, id)]),
    );
  }
  return page(
    headline('That’s done with a button or a menu, not by asking.'),
    paragraph('Leads, alerts, suggestions and feeds have their own buttons:'),
    actions([
      mayTrack && lineButton('Track a prompt…', 'track', id),
      lineButton('Open leads', 'leads', id),
      lineButton('Suggestions', 'suggestions', id),
      lineButton('Feeds', 'feeds', id),
      lineButton('Settings', 'admin', id),
    ]),
  );
}

/** Needs no project, because none could answer it. */
export function beyondPage(questions: readonly Button[] = []): Page {
  return page(
    headline('I can’t answer that: the visibility API doesn’t cover it.'),
    paragraph(KNOWN),
    questions.length > 0 ? paragraph('You could ask:') : undefined,
    actions(questions),
  );
}

/** What can be asked; `examples` use this project's names. */
export function askHelpPage(project: ProjectRef, examples: readonly string[]): Page {
  return page(
    headline(say`Ask about ${brief(project.name, 'project')} in your own words. For example:`),
    actions(questionButtons(examples, project)),
    note(
      'You can name engines, regions, topics, prompts, rivals, sites, forums and days. Answers come from the API and from what Sightline keeps, without a language model.',
    ),
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
