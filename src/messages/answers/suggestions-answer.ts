/** Answers /visibility suggestions: the open segment suggestions of a project. */
import type { ProjectRef, Standing, SuggestionNews } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { footer } from '../layout.ts';
import { brief } from '../lengths.ts';
import { appliesToInWords } from '../segment-prompts.ts';

/** What else the API suggests. */
const OTHERS =
  'Prompts to track: /visibility suggestions prompts · content to make: /visibility suggestions content';

/** One decision is enough, wherever it is made. */
const CHANNELS_NAMED = 3;

/** A suggestion, and the channels in which it stands with its buttons. */
export type OpenSuggestion = { news: SuggestionNews; channels: readonly string[] };

/** `open` in the API's order. */
export function suggestionsAnswer(
  project: ProjectRef,
  open: readonly OpenSuggestion[],
  standing: Pick<Standing, 'handles'>,
): Message {
  const name = brief(project.name, 'project');
  const amount =
    open.length === 0 ? 'no open segment suggestions' : count(open.length, 'open segment suggestion');
  const lines = open.map(({ news, channels }) => {
    const { id, name: title, description } = news.suggestion;
    const facts = [
      handleOf(standing, id),
      brief(description ?? '', 'reason'),
      news.prompts && appliesToInWords(news),
    ].filter((fact) => fact !== undefined && fact !== '');
    return { title: brief(title, 'name'), facts, place: placeOf(channels) };
  });
  return {
    text: fallback(
      `${name}: ${amount}.`,
      lines.map(
        ({ title, facts, place }) => fallbackText`${[`“${title}”`, ...facts].join(' · ')} · ${place}`,
      ),
      OTHERS,
    ),
    blocks: [
      ...list(
        mrkdwn`*${name}* · ${amount}`,
        lines.map(({ title, facts, place }) => joined([mrkdwn`*“${title}”*`, ...facts, place], ' · ')),
      ),
      footer(mrkdwn`${OTHERS}`),
    ],
  };
}

/** Where it is accepted or dismissed: on its post. */
function placeOf(channels: readonly string[]): Mrkdwn {
  return channels.length > 0
    ? mrkdwn`accept or dismiss it in ${joined(channels.slice(0, CHANNELS_NAMED).map(channel), ', ')}`
    : mrkdwn`not posted here yet`;
}
