/** Answers small talk with a line and some example questions. */
import type { SmallTalk } from '../../ask/plan.ts';
import { lineButton } from '../answer-controls.ts';
import { actions, headline, type Page, page, paragraph } from '../page.ts';

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
    actions(examples.map((question) => lineButton({ label: question, line: `ask ${question}` }, project))),
  );
}
