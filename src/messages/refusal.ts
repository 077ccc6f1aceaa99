/** Says why something wasn't done, and what to do instead. */
import type { Barrier, Who } from '../projects/projects.ts';
import { lineButton, lineTab } from './answer-controls.ts';
import { count } from './figures.ts';
import { shorten } from './lengths.ts';
import { actions, headline, note, type Page, page, paragraph, withBelow } from './page.ts';
import { channel, code, join, lines, say, user } from './text.ts';

/** Groups are only counted: naming one would notify all its members. */
const PEOPLE_SHOWN = 10;

const TRIES = 5;
const CHANNELS_SHOWN = 3;

/** A /visibility line that may have been meant, with a shorter `label` if there is one. */
export type Try = string | { label: string; line: string };

/** What the buttons of lists are called elsewhere, too. */
const LABELS: Readonly<Record<string, string>> = {
  leads: 'Open leads',
  'leads all': 'All leads',
  'leads claimed': 'Claimed leads',
  prompts: 'All prompts',
  topic: 'All topics',
  scores: 'Scores',
  mentions: 'All mentions',
  suggestions: 'Suggestions',
  feeds: 'Feeds',
  help: 'All commands',
};

export type Refusal = {
  /** What happened, then what to do. May contain what the person typed. */
  sentence: string;
  /** Each becomes a button. */
  tries?: readonly Try[] | undefined;
  /** It only asks which of `tries` is meant, so the answer replaces it. */
  isQuestion?: boolean | undefined;
  /** The id of the project that `tries` are about. */
  project?: string | undefined;
  /** Ids of channels to ask in instead. */
  channels?: readonly string[] | undefined;
  /** A whole command that works. */
  example?: string | undefined;
  /** Ids of people and groups with the permission. */
  who?: readonly string[] | undefined;
  /** Ids of the owners, if only they or an admin can help. */
  owners?: readonly string[] | undefined;
};

export function refusal(refused: Refusal): Page {
  const {
    sentence,
    tries = [],
    isQuestion,
    project,
    channels = [],
    example,
    who = [],
    owners = [],
  } = refused;
  const [first = '', ...more] = shorten(sentence, 400).split(/(?<=[.?…]) (?=\p{Lu})/u);
  const people = who.filter((id) => !id.startsWith('S')).map(person);
  const groups = who.length - people.length;
  const able = [...people.slice(0, PEOPLE_SHOWN), groups > 0 && count(groups, 'user group')];
  const body = (typed: string | undefined) =>
    lines(
      more.join(' '),
      channels.length > 0 && say`Ask in ${join(channels.slice(0, CHANNELS_SHOWN).map(channel), ' or ')}.`,
      typed && say`Example: ${code(shorten(typed, 100))}`,
      who.length > 0 && say`Who can: ${join(able, ', ')}`,
      owners.length > 0 && say`Who to ask: ${join(owners.slice(0, PEOPLE_SHOWN).map(person), ', ')}`,
    );
  const inSlack = paragraph(body(tries.length === 0 ? example : undefined));
  return page(
    headline(first || 'That didn’t work.'),
    inSlack?.kind === 'text' && { ...inSlack, forPrograms: body(undefined) },
    actions(
      tries.slice(0, TRIES).map((one) => {
        const { label, line } = typeof one === 'string' ? { label: LABELS[one] ?? one, line: one } : one;
        return (isQuestion ? lineTab : lineButton)(label, line, project);
      }),
    ),
  );
}

const person = (id: string) => user(shorten(id, 20));

/** What somebody hears who may not do something, with who may. */
export function barrierWords(barrier: Barrier, rule: Who): string {
  if (barrier === 'rule') return whoMay(rule);
  const whom = barrier === 'stranger' ? 'People from other organisations' : 'Guests';
  return `${whom} can look things up, but can’t do this. ${whoMay(rule)}`;
}

/** Who may do what takes this permission. */
export function whoMay(rule: Who): string {
  if (rule === 'members') return 'Only full members of this workspace can.';
  return rule === 'admins'
    ? 'Only an admin of this workspace can do this.'
    : 'Only the people and groups listed for this in the projects file can do this.';
}

/** Gives back what was typed into a form that failed. */
export function withTyped(of: Page, typed: readonly string[]): Page {
  const quotes = typed.map((words) => ({ kind: 'quote', text: say`${words}` }) as const);
  return withBelow(of, quotes.length > 0 && note('What you typed:'), ...quotes);
}

const FAILURES = {
  unforeseen: 'That didn’t work, and it’s our fault. Nothing else changed.',
  store: 'Sightline can’t use its database right now, so that didn’t work. Try again in a minute.',
  unreadable: 'Sightline couldn’t read what Slack sent, so nothing changed. Try again.',
  slack: 'Slack didn’t take that, or not in time. Try again in a moment.',
};

/** For a failure that isn't the person's; `reference` is in the log. */
export function failure(what: keyof typeof FAILURES, reference: string): Page {
  const where = `Whoever runs Sightline can find it in the log as ${reference}.`;
  return refusal({ sentence: `${FAILURES[what]} ${where}` });
}

/** Shown while an answer is slow. A modal replaces it; under a command Slack can't, so the answer follows below. */
export function stillWorking(): Page {
  return refusal({ sentence: 'Still waiting for the API. The answer will follow.' });
}

/** Progress text: `what` is “Trying the key”. */
export function working(what: string): Page {
  return page(paragraph(`${what} …`));
}
