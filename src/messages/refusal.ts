/** Says why something was not done, and what to do instead. */
import { lineButton } from './answer-controls.ts';
import { count } from './figures.ts';
import { shorten } from './lengths.ts';
import { actions, headline, type Page, page, paragraph } from './page.ts';
import { code, join, lines, say, user } from './text.ts';

/** People named in one refusal. A group is only counted: naming one would call all of it. */
const PEOPLE_SHOWN = 10;

/** Buttons that are read at a glance. */
const TRIES = 5;

/** A line behind /visibility that may have been meant; `label` where another one says it shorter. */
export type Try = string | { label: string; line: string };

export type Refusal = {
  /** What happened, and in further sentences what to do. They may hold what the person typed. */
  sentence: string;
  /** Lines behind /visibility that may have been meant: each is a button. */
  tries?: readonly Try[] | undefined;
  /** The id of the project that these are about. */
  project?: string | undefined;
  /** A whole command that works. */
  example?: string | undefined;
  /** Ids of those who may do it. */
  who?: readonly string[] | undefined;
  /** Ids of those who look after the bot, where only they or an admin can help. */
  owners?: readonly string[] | undefined;
};

export function refusal(refused: Refusal): Page {
  const { sentence, tries = [], project, example, who = [], owners = [] } = refused;
  const [first = '', ...more] = shorten(sentence, 400).split(/(?<=[.?…]) (?=\p{Lu})/u);
  const people = who.filter((id) => !id.startsWith('S')).map(person);
  const groups = who.length - people.length;
  const able = [...people.slice(0, PEOPLE_SHOWN), groups > 0 && count(groups, 'user group')];
  const body = (typed: string | undefined) =>
    lines(
      more.join(' '),
      typed && say`Example: ${code(shorten(typed, 100))}`,
      who.length > 0 && say`Who can: ${join(able, ', ')}`,
      owners.length > 0 && say`Who to ask: ${join(owners.slice(0, PEOPLE_SHOWN).map(person), ', ')}`,
    );
  const inSlack = paragraph(body(tries.length === 0 ? example : undefined));
  return page(
    headline(first || 'That didn’t work.'),
    inSlack?.kind === 'text' && { ...inSlack, forPrograms: body(undefined) },
    actions(tries.slice(0, TRIES).map((one) => lineButton(asLine(one), project))),
  );
}

function asLine(one: Try): { label: string; line: string } {
  return typeof one === 'string' ? { label: one, line: one } : one;
}

const person = (id: string) => user(shorten(id, 20));

/** For a failure that nobody foresaw. `reference` is found again in the log. */
export function unexpectedError(reference: string): Page {
  return refusal({
    sentence: `That didn’t work, and it’s our fault. Nothing else changed. Whoever runs Sightline can find it in the log as ${reference}.`,
  });
}

/** For a click or command that came in a form nobody can read. `reference` is found again in the log. */
export function unreadableRequest(reference: string): Page {
  return refusal({
    sentence: `Sightline couldn’t read what Slack sent, so nothing changed. Try again. If it keeps happening, whoever runs Sightline can find it in the log as ${reference}.`,
  });
}

/** While an answer takes its time. In a modal it takes this place; below a command it comes beside it, for Slack replaces nothing there. */
export function stillWorking(): Page {
  return refusal({ sentence: 'Still waiting for the API. The answer will follow.' });
}

/** While what was asked for takes its time. `what`: “Trying the key”, of which one reads that it goes on. */
export function working(what: string): Page {
  return page(paragraph(`${what} …`));
}
