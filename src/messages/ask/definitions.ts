/** Explains the words that figures and messages use. */
import type { Term } from '../../ask/plan.ts';
import { lineButton } from '../answer-controls.ts';
import { actions, headline, type Page, type Part, page, paragraph, rows } from '../page.ts';
import { surenessLines } from '../scores/alert-words.ts';
import { bold, say } from '../text.ts';

type Definition = { name: string; is: string; more: string; line: { label: string; line: string } };

const SCORES = { label: 'Scores', line: 'scores' };
const MENTIONS = { label: 'All mentions', line: 'mentions' };
const LEADS = { label: 'Open leads', line: 'leads' };
const SOURCES = { label: 'Sources', line: 'sources' };
const PROMPTS = { label: 'Prompts', line: 'prompts' };
const TOPICS = { label: 'Topics', line: 'topic' };

const DEFINITIONS: Readonly<Record<Term, Definition>> = {
  score: {
    name: 'Visibility score',
    is: 'how visible you are in the answers of AI engines, in points: higher is better.',
    more: 'The API calculates it once a day from the answers to your tracked prompts. It doesn’t say how it weighs them.',
    line: SCORES,
  },
  mentionRate: {
    name: 'Mention rate',
    is: 'the percentage of answers that name you: at 62%, 62 of 100 answers do.',
    more: 'It’s the closest the API gives to share of voice.',
    line: SCORES,
  },
  averageRank: {
    name: 'Average rank',
    is: 'your position in answers that name you, on average: 1 is first, so lower is better.',
    more: 'Answers that don’t name you don’t count.',
    line: SCORES,
  },
  sentiment: {
    name: 'Sentiment',
    is: 'how positively answers talk about you, on the API’s own scale: higher is better.',
    more: 'The API doesn’t say what range that scale has.',
    line: MENTIONS,
  },
  share: {
    name: 'Share',
    is: 'next to a page or a site, its percentage of all citations the API counted.',
    more: 'The share of answers that name you is called your mention rate.',
    line: { label: 'Domains', line: 'referrers' },
  },
  mention: {
    name: 'A mention',
    is: 'one brand named in one answer, with its position and sentiment where the API gives them.',
    more: 'An answer that names three brands has three mentions.',
    line: MENTIONS,
  },
  citation: {
    name: 'A citation',
    is: 'a page an engine gives as a source for one answer.',
    more: 'A page that ten answers cite has ten citations.',
    line: SOURCES,
  },
  referrer: {
    name: 'A referrer',
    is: 'a site whose pages engines cite, with its citations and its share of them all.',
    more: 'That’s the API’s word for it; visits aren’t counted.',
    line: { label: 'Domains', line: 'referrers' },
  },
  lead: {
    name: 'A lead',
    is: 'a forum thread where you could plausibly join in.',
    more: 'The API finds, scores and orders them, best first.',
    line: LEADS,
  },
  leadScore: {
    name: 'A lead’s score',
    is: 'how well a thread fits you, on the API’s own scale: higher is better.',
    more: 'It has nothing to do with your visibility score.',
    line: LEADS,
  },
  warmLead: {
    name: 'A warm lead',
    is: 'a lead the API lists as warm, separately from community leads.',
    more: 'It doesn’t say what makes one warm.',
    line: { label: 'Warm leads', line: 'leads warm' },
  },
  prompt: {
    name: 'A prompt',
    is: 'a question the API puts to AI engines for you, again and again.',
    more: 'Your figures come from the answers.',
    line: PROMPTS,
  },
  topic: {
    name: 'A topic',
    is: 'a reason answers give for naming a brand, such as its price.',
    more: 'The API finds topics in the answers and scores each brand in them.',
    line: TOPICS,
  },
  engine: {
    name: 'An engine',
    is: 'an AI assistant your prompts are put to, such as ChatGPT or Gemini.',
    more: 'Each has its own figures.',
    line: { label: 'Engines', line: 'engines' },
  },
  segment: {
    name: 'A segment',
    is: 'a group of buyers the API suggests, with the tracked prompts that apply to it.',
    more: 'You accept or dismiss each.',
    line: { label: 'Suggestions', line: 'suggestions' },
  },
  fanout: {
    name: 'Query fan-out',
    is: 'what engines search for before they answer a prompt.',
    more: 'Each search shows how often it was made.',
    line: { label: 'Searches', line: 'searches' },
  },
  digest: {
    name: 'A digest',
    is: 'a post with the leads new to a channel, best first.',
    more: 'It comes on the schedule of the channel’s leads feed.',
    line: { label: 'Feeds', line: 'feeds' },
  },
  alert: {
    name: 'An alert',
    is: 'a post that says a figure moved beyond its usual daily swing.',
    more: 'It’s kept up to date until the figure is back to normal or the new level is the usual one.',
    line: SCORES,
  },
  normal: {
    name: 'Normal',
    is: 'within the figure’s usual daily swing.',
    more: 'The usual range is learned from the days before. “Outside normal” is beyond it, “well outside normal” far beyond.',
    line: { label: 'How sure alerts are', line: 'help' },
  },
  handle: {
    name: 'A short name',
    is: 'what you type to open something: L412 is a lead, A37 an alert, S9 a suggestion.',
    more: 'Type it after /visibility.',
    line: { label: 'All commands', line: 'help' },
  },
};

/** Explains one term, or several for comparison. */
export function definitionPage(terms: readonly Term[], project?: { id: string }): Page {
  const [first, ...others] = terms.map((term) => DEFINITIONS[term]);
  const meant = ({ name, is }: Definition) => say`${bold(name)}: ${is}`;
  const onward = new Map(terms.map((term) => [DEFINITIONS[term].line.line, DEFINITIONS[term].line]));
  return page(
    first && headline(meant(first)),
    first && paragraph(first.more),
    ...others.flatMap((other) => [paragraph(meant(other)), paragraph(other.more)]),
    terms.includes('normal') ? surenessRows() : undefined,
    actions([...onward.values()].map(({ label, line }) => lineButton(label, line, project?.id))),
  );
}

/** Only in the glossary: no question asks for it. */
const COMPARABLE = {
  name: 'Comparable days',
  is: 'days when the same prompts were put to the same engines.',
  more: 'A change between any other days says nothing about you.',
};

export function glossaryPage(): Page {
  const all = [...Object.values(DEFINITIONS), COMPARABLE];
  return page(
    headline('What the words mean'),
    rows(all.map(({ name, is, more }) => ({ text: say`${bold(name)}: ${is} ${more}` }))),
    surenessRows(),
  );
}

function surenessRows(): Part | undefined {
  return rows(
    surenessLines().map((text) => ({ text })),
    { heading: bold('How sure an alert is') },
  );
}
