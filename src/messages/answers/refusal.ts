/** Says why something was not done, and what to do instead. */
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, shorten, user } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { section } from '../layout.ts';

/** People named in one refusal. A group is only counted: naming one would call all of it. */
const PEOPLE_SHOWN = 10;

export type Refusal = {
  /** A whole sentence. It may hold what the person typed. */
  sentence: string;
  /** The known word nearest to what was typed. */
  nearest?: string | undefined;
  /** A whole command that works. */
  example?: string | undefined;
  /** Ids of those who may do it. */
  who?: readonly string[] | undefined;
  /** Ids of those who look after the bot, where only they or an admin can help. */
  owners?: readonly string[] | undefined;
};

export function refusal({ sentence, nearest, example, who = [], owners = [] }: Refusal): Message {
  const said = shorten(sentence, 300) || 'That did not work.';
  const guess = nearest && `Did you mean ${shorten(nearest, 60)}?`;
  const people = who.filter((id) => !id.startsWith('S')).map(person);
  const groups = who.length - people.length;
  const able = [...people.slice(0, PEOPLE_SHOWN), groups > 0 && count(groups, 'user group')];
  const lines = [
    joined([said, guess], ' '),
    example && mrkdwn`Example: \`${shorten(example, 100)}\``,
    who.length > 0 && mrkdwn`They can: ${joined(able, ', ')}`,
    owners.length > 0 && mrkdwn`Who to ask here: ${joined(owners.slice(0, PEOPLE_SHOWN).map(person), ', ')}`,
  ];
  // A line of a message's text is short: what to do instead may stand in a later sentence.
  const [first = said, ...more] = said.split(/(?<=[.?…]) (?=\p{Lu})/u);
  const spoken = [...more, guess, example && `Example: ${example}`].flatMap((line) => line || []);
  return { text: fallback(first, spoken), blocks: [section(joined(lines, '\n'))] };
}

const person = (id: string) => user(shorten(id, 20));

/** For a failure that nobody foresaw. `reference` is found again in the log. */
export function unexpectedError(reference: string): Message {
  return refusal({
    sentence: `That did not work, and the fault is ours. Nothing more was done. Whoever runs Sightline finds it in the log under ${reference}.`,
  });
}

/** For a click or command that came in a form nobody can read. `reference` is found again in the log. */
export function unreadableRequest(reference: string): Message {
  return refusal({
    sentence: `Slack sent that in a form Sightline can’t read, so nothing was done. Try again. If it happens again, whoever runs Sightline finds it in the log under ${reference}.`,
  });
}

/** While an answer takes its time. In a modal it takes this place; below a command it comes beside it, for Slack replaces nothing there. */
export function stillWorking(): Message {
  return refusal({ sentence: 'Still asking the API. The answer follows.' });
}
