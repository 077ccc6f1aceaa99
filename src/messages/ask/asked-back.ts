/** Answers a question that could not be read, or could be read in two ways: what it may have meant, as buttons. */
import type { Plan } from '../../ask/plan.ts';
import { carryIfFits } from '../../carried.ts';
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton } from '../answer-controls.ts';
import { brief } from '../lengths.ts';
import { actions, button, headline, note, type Page, paragraph } from '../page.ts';
import { andList } from '../scores/measured-words.ts';
import { capital, flexible, say } from '../text.ts';
import { packed } from './corrections.ts';
import { readingOf } from './reading.ts';

/** Buttons that are read at a glance. */
const MOST = 5;

/** It can be read in several ways: one button for each. */
export function ambiguousPage(project: ProjectRef, between: readonly Plan[]): Page {
  return {
    summary: say`Which did you mean?`,
    parts: [
      headline(
        say`That can mean ${between.length === 2 ? 'two things' : 'several things'}. Which did you mean?`,
      ),
      actions(
        between.slice(0, MOST).map((plan) => {
          const value = carryIfFits('plan', { p: project.id, plan: packed(plan) });
          const words = capital(readingOf(plan));
          return value !== undefined && button(ACTIONS.askCorrect, words, words, value);
        }),
      ),
    ],
  };
}

/**
 * `unknown`: the name that nobody has; `near`: questions that may have been meant; `unread`: lists of names that couldn't be
 * read, so that a name may be right all the same.
 */
export function notUnderstoodPage(
  project: ProjectRef,
  text: string,
  {
    unknown,
    near,
    unread,
  }: { unknown?: string | undefined; near: readonly string[]; unread: readonly string[] },
): Page {
  const name = brief(project.name, 'project');
  const questions = questionButtons(near.slice(0, MOST), project);
  return {
    parts: [
      headline(
        unknown === undefined
          ? say`I can’t tell what “${flexible(brief(text, 'quote'))}” asks of ${name}.`
          : say`${name} has nothing called “${flexible(brief(unknown, 'name'))}”: no engine, region, topic, prompt, rival, site or forum.`,
      ),
      paragraph(
        'I know scores, mentions, citations, topics, prompts, leads and alerts. Traffic, revenue and search rank aren’t in this API.',
      ),
      note(
        unread.length > 0 &&
          `The API’s ${andList(unread)} couldn’t be read just now, so a name may be right all the same.`,
      ),
      questions.length > 0 ? paragraph('Did you mean one of these?') : undefined,
      actions(questions),
    ],
  };
}

/** What can be asked, by `examples` in this project's own names. */
export function askHelpPage(project: ProjectRef, examples: readonly string[]): Page {
  return {
    parts: [
      headline(say`Ask about ${brief(project.name, 'project')} in your own words. For example:`),
      actions(questionButtons(examples, project)),
      note(
        'You can name engines, regions, topics, prompts, rivals, sites, forums and days. Answers come from the API and from what Sightline keeps; no language model is asked.',
      ),
      actions([lineButton({ label: 'All commands', line: 'help' })]),
    ],
  };
}

function questionButtons(questions: readonly string[], { id }: ProjectRef) {
  return questions.flatMap((question) => lineButton({ label: question, line: `ask ${question}` }, id) ?? []);
}
