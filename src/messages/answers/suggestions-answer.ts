/** Answers /visibility suggestions: the open segment suggestions of a project, each with the buttons that decide it. */
import type { ProjectRef, Standing, SuggestionNews, SuggestionState } from '../../decision.ts';
import type { Message, MessageBlock } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, mrkdwn } from '../../slack/text.ts';
import { withRowsThatFit } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { decisionButtons } from '../posts/segment-suggestion.ts';
import { appliesToInWords } from '../segment-prompts.ts';
import { suggestionOutcome, suggestionOutcomeInWords } from '../suggestion-outcome.ts';

/** What else the API suggests. */
const OTHERS =
  'Prompts to track: /visibility suggestions prompts · content to make: /visibility suggestions content';

/** A suggestion may stand in many channels. */
const CHANNELS_NAMED = 3;

/** A suggestion, how people left it, and the channels in which it stands too. */
export type ListedSuggestion = {
  news: SuggestionNews;
  state?: SuggestionState | undefined;
  channels: readonly string[];
};

/** One page, in the API's order, of `open` that are open there. */
export function suggestionsAnswer(
  project: ProjectRef,
  listed: readonly ListedSuggestion[],
  { page, open }: { page: number; open: number },
  standing: Pick<Standing, 'handles' | 'writes' | 'dashboardUrl'>,
): Message {
  const name = brief(project.name, 'project');
  // What was decided is listed without its prompts.
  const undecided = listed.filter(({ state }) => (state?.status ?? 'open') === 'open');
  const unread = undecided.filter(({ news }) => news.prompts === undefined).length;
  const amount = [
    open === 0 ? 'no open segment suggestions' : count(open, 'open segment suggestion'),
    unread > 0 && `the prompts of ${unread === undecided.length ? 'these' : figure(unread)} couldn’t be read`,
  ]
    .filter(Boolean)
    .join(' · ');
  const rows = listed.map(({ news, state, channels }) => {
    const { id, name: title, description } = news.suggestion;
    const now = { ...standing, suggestion: state };
    const isDecided = state !== undefined && state.status !== 'open';
    const facts = [
      handleOf(standing, id),
      brief(description ?? '', 'reason'),
      !isDecided && news.prompts && appliesToInWords(news),
      channels.length > 0 && mrkdwn`in ${joined(channels.slice(0, CHANNELS_NAMED).map(channel), ', ')}`,
    ].flatMap((fact) => fact || []);
    const line = joined([mrkdwn`*“${brief(title, 'name')}”*`, ...facts], ' · ');
    const elements = decisionButtons(news, now, page);
    return {
      blocks: [
        section(joined([line, suggestionOutcome(now)], '\n')),
        ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
      ] satisfies MessageBlock[],
      spoken: [`“${brief(title, 'name')}”`, ...facts, suggestionOutcomeInWords(now)].flatMap(
        (part) => part ?? [],
      ),
    };
  });
  return {
    text: fallback(
      `${name}: ${amount}.`,
      rows.map(({ spoken }) => fallbackText`${joined(spoken, ' · ')}`),
      OTHERS,
    ),
    blocks: withRowsThatFit(rows, (shown) => {
      const cut = rows.length - shown.length;
      const head = joined(
        [mrkdwn`*${name}* · ${amount}`, cut > 0 && `${figure(cut)} do not fit here`],
        ' · ',
      );
      return [section(head), ...shown.flatMap(({ blocks }) => blocks), footer(mrkdwn`${OTHERS}`)];
    }),
  };
}
