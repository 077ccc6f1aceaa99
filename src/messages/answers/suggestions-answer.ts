/** Answers /visibility suggestions: the open segment suggestions of a project. */
import type { ProjectRef, Standing, SuggestionNews } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { brief } from '../lengths.ts';
import { appliesToInWords } from '../segment-prompts.ts';

/** `open` in the API's order. */
export function suggestionsAnswer(
  project: ProjectRef,
  open: readonly SuggestionNews[],
  standing: Pick<Standing, 'handles'>,
): Message {
  const name = brief(project.name, 'project');
  const amount =
    open.length === 0 ? 'no open segment suggestions' : count(open.length, 'open segment suggestion');
  const lines = open.map((news) => {
    const { id, name: title, description } = news.suggestion;
    const facts = [
      handleOf(standing, id),
      brief(description ?? '', 'reason'),
      news.prompts && appliesToInWords(news),
    ].filter((fact) => fact !== undefined && fact !== '');
    return { title: brief(title, 'name'), facts };
  });
  return {
    text: fallback(
      `${name}: ${amount}.`,
      lines.map(({ title, facts }) => [`“${title}”`, ...facts].join(' · ')),
    ),
    blocks: list(
      mrkdwn`*${name}* · ${amount}`,
      lines.map(({ title, facts }) => joined([mrkdwn`*“${title}”*`, ...facts], ' · ')),
    ),
  };
}
