/** The hello command: answers greetings and thanks without asking which project is meant. */
import { exampleQuestions } from '../../ask/examples.ts';
import { smallTalkIn } from '../../ask/small-talk.ts';
import { smallTalkPage } from '../../messages/ask/asked-back.ts';
import { findVisibleProjects } from '../../projects/projects.ts';
import type { Command } from '../ask.ts';

const EXAMPLES = 3;

/** No names, so that the examples need nothing from the API. */
const NO_NAMES = {
  project: '',
  engines: [],
  regions: [],
  topics: [],
  prompts: [],
  rivals: [],
  domains: [],
  places: [],
};

export const smallTalk: Command = {
  name: 'hello',
  usage: 'hello',
  example: 'hello',
  summary: 'What you can ask',
  scope: 'anywhere',
  words: 'sentence',
  takes: (words) => words === '' || smallTalkIn(words) !== undefined,
  async run({ words, channel, workspace }) {
    const visible = findVisibleProjects(workspace.projects(), channel);
    const [only, second] = visible;
    const examples = only ? exampleQuestions(NO_NAMES).slice(0, EXAMPLES) : [];
    const message = smallTalkPage(smallTalkIn(words) ?? 'greeting', {
      examples: examples.map(({ question }) => question),
      project: second ? undefined : only?.id,
    });
    return { message };
  },
};
