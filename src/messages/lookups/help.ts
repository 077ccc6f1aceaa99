/** Answers /visibility alone, help and about, and explains words and buttons. */
import type { Term } from '../../ask/plan.ts';
import { lineButton } from '../answer-controls.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph, rows, section } from '../page.ts';
import { surenessLines } from '../scores/alert-words.ts';
import { bold, code, flexible, join, type Piece, say, user } from '../text.ts';

const WHAT = 'posts community leads and AI-visibility alerts to channels, and answers here';

const LAUNCHED = [
  { label: 'Open leads', line: 'leads' },
  { label: 'Scores', line: 'scores' },
  { label: 'Ask…', line: 'ask' },
  { label: 'Compare…', line: 'compare' },
  { label: 'Settings', line: 'admin' },
];

const TYPED = [
  { line: 'leads mine', what: 'the leads you’ve claimed' },
  { line: 'L412', what: 'one lead, with everything known about it' },
  { line: 'why did we drop on Gemini?', what: 'any question, in your own words' },
  { line: 'track best crm for startups', what: 'track this question from now on' },
];

/** Typed text that isn't a command; `near` are similar lines. */
export type Unknown = { line: string; near: readonly string[] };

const ASK_TO_ADD =
  'No project is shown in this channel. Use a channel that a project posts to, or ask whoever runs Sightline to add this one.';
const CONNECT_HERE =
  'No project is shown in this channel. Use a channel that a project posts to, or connect one here: you need its project ID and its API key, and Sightline in the channel (/invite @Sightline).';

/** `shown`: whether this channel shows a project; `mayConnect`: whether the reader may connect one to it. */
export function launcherPage({
  unknown,
  shown,
  mayConnect,
}: {
  unknown?: Unknown | undefined;
  shown: boolean;
  mayConnect: boolean;
}): Page {
  return page(
    headline(
      unknown
        ? say`“${flexible(brief(unknown.line, 'quote'))}” isn’t a command.`
        : say`${bold('Sightline')} ${WHAT}.`,
    ),
    actions((unknown?.near ?? []).map((line) => lineButton(line, line))),
    shown ? launchers() : paragraph(mayConnect ? CONNECT_HERE : ASK_TO_ADD),
    shown || !mayConnect ? undefined : actions([lineButton('Connect a project…', 'connect')]),
    bullets(
      'Or type',
      TYPED.map(({ line, what }) => say`${code(`/visibility ${line}`)} ${what}`),
    ),
    note(say`${code('/visibility help')} lists every command.`),
  );
}

/** From the route table: "/visibility topic pricing", "How you stand on one topic". */
type CommandHelp = { example: string; summary: string };

/** `shown`: whether this channel shows a project, to which the buttons could apply. `unknown`: typed, and no command. */
export function helpPage(
  groups: readonly { heading: string; commands: readonly CommandHelp[] }[],
  shown: boolean,
  unknown = '',
): Page {
  const instead = unknown !== '' && say`“${flexible(brief(unknown, 'quote'))}” isn’t a command. These are:`;
  return {
    summary: instead || say`Sightline ${WHAT}. Its commands:`,
    parts: [
      headline(instead || say`${bold('Sightline')} ${WHAT}.`),
      shown ? launchers() : undefined,
      ...groups.map(({ heading, commands }) => bullets(heading, commands.map(commandLine))),
      bullets('Good to know', NOTES),
    ],
  };
}

const commandLine = ({ example, summary }: CommandHelp) => say`${code(example)} ${summary}`;

type CommandUsage = CommandHelp & { name: string; usage?: string; details?: string };

/** How one command is used: its forms, as in the route table, and an example that has more than its name. */
export function commandHelpPage(of: CommandUsage): Page {
  return page(
    headline(say`${code(`/visibility ${of.usage ?? of.name}`)}`),
    paragraph(`${of.summary}.`),
    paragraph(of.details),
    paragraph(of.example.includes(' ') && say`For example ${code(`/visibility ${of.example}`)}`),
    actions([lineButton('All commands', 'help')]),
  );
}

function launchers(): Part | undefined {
  return actions(LAUNCHED.map(({ label, line }) => lineButton(label, line)));
}

const NOTES = [
  say`If several projects share a channel, end with “in” and the project’s name.`,
  say`L412, A37 and S9 are short names for a lead, an alert and a suggestion: ${code('/visibility L412')} opens one.`,
  say`You can shorten words: ${code('/visibility top pri')}. Anything else is a question: ${code('/visibility why did we drop on Gemini?')}`,
  say`You can also mention Sightline in a project’s channel, or message it directly. To follow up, mention it again in the thread.`,
  say`Only you see the answers to commands.`,
  say`To learn what a word means, ask: ${code('/visibility what does “outside normal” mean?')}`,
];

export type About = {
  version: string;
  summary: string;
  /** Ids of people. */
  owners: readonly string[];
  /** OAuth scopes, each with what it is for. */
  scopes: Readonly<Record<string, string>>;
  leaves: readonly string[];
};

export function aboutPage({ version, summary, owners, scopes, leaves }: About): Page {
  const people = join(owners.map(user), ', ');
  return page(
    headline(bold(`Sightline ${version}`)),
    paragraph(summary),
    paragraph(
      owners.length > 0
        ? say`Run by ${people}.`
        : say`projects.yml doesn’t say who runs it (${code('owners')}).`,
    ),
    bullets('What leaves Slack', leaves),
    bullets(
      'What it may do',
      Object.entries(scopes).map(([scope, why]) => say`${code(scope)} ${why}`),
    ),
  );
}

function bullets(heading: string, all: readonly Piece[]): Part | undefined {
  return section(
    heading,
    all.map((one) => say`• ${one}`),
  );
}

type Definition = { name: string; is: string; more: string; label: string; line: string };

/** Each term, its name, what it is, more about it or “-”, and the label and line of a button. */
const DEFINED = `
  score | Visibility score | how visible you are in the answers of AI engines, in points: higher is better. | The API calculates it once a day from the answers to your tracked prompts. It doesn’t say how it weighs them. | Scores | scores
  mentionRate | Mention rate | the percentage of answers that name you: at 62%, 62 of 100 answers do. | It’s the closest the API gives to share of voice. | Scores | scores
  averageRank | Average rank | your position in answers that name you, on average: 1 is first, so lower is better. | Answers that don’t name you don’t count. | Scores | scores
  sentiment | Sentiment | how positively answers talk about you, on the API’s own scale: higher is better. | The API doesn’t say what range that scale has. | All mentions | mentions
  share | Share | next to a page or a site, its percentage of all citations the API counted. | The share of answers that name you is called your mention rate. | Domains | referrers
  mention | A mention | one brand named in one answer, with its position and sentiment where the API gives them. | An answer that names three brands has three mentions. | All mentions | mentions
  citation | A citation | a page an engine gives as a source for one answer. | A page that ten answers cite has ten citations. | Sources | sources
  referrer | A referrer | a site whose pages engines cite, with its citations and its share of them all. | That’s the API’s word for it; visits aren’t counted. | Domains | referrers
  lead | A lead | a forum thread where you could plausibly join in. | The API finds, scores and orders them, best first. | Open leads | leads
  leadScore | A lead’s score | how well a thread fits you, on the API’s own scale: higher is better. | It has nothing to do with your visibility score. | Open leads | leads
  warmLead | A warm lead | a lead the API lists as warm, separately from community leads. | It doesn’t say what makes one warm. | Warm leads | leads warm
  prompt | A prompt | a question the API puts to AI engines for you, again and again. | Your figures come from the answers. | Prompts | prompts
  answer | An answer | what one engine says to one tracked prompt in one region. | Figures say how many answers they’re based on: the more, the less they move by chance. | Prompts | prompts
  topic | A topic | a reason answers give for naming a brand, such as its price. | The API finds topics in the answers and scores each brand in them. | Topics | topic
  engine | An engine | an AI assistant your prompts are put to, such as ChatGPT or Gemini. | Each has its own figures. | Engines | engines
  region | A region | a country in which your prompts are put to engines. | Each has its own figures. | Regions | regions
  rival | A rival | another tool that answers name. | The API finds rivals in the answers; nobody lists them. | Other tools | compare
  segment | A segment | a group of buyers the API suggests, with the tracked prompts that apply to it. | You accept or dismiss each. | Suggestions | suggestions
  fanout | Query fan-out | what engines search for before they answer a prompt. | Each search shows how often it was made. | Searches | searches
  digest | A digest | a post with the leads new to a channel, best first. | It comes on the schedule of the channel’s leads feed. | Feeds | feeds
  feed | A feed | what one channel gets on one schedule: leads, scores, suggestions or a recap. | Admins change it with its buttons. | Feeds | feeds
  recap | A recap | a summary to forward, weekly or monthly: the score, alerts, leads and what to do next. | - | Feeds | feeds
  alert | An alert | a post that says a figure moved beyond its usual daily swing. | It’s kept up to date until the figure is back to normal or the new level is the usual one. | Scores | scores
  outcome | An alert’s outcome | what became of it two weeks later: it held, reverted within two days, faded after, was false, or had a known cause. | It’s judged by the figures, and first by what people said of it. | Scores | scores
  normal | Normal | within the figure’s usual daily swing. | The usual range is learned from the days before. “Outside normal” is beyond it, “well outside normal” far beyond. | How sure alerts are | help
  comparable | Comparable days | days when the same prompts were put to the same engines. | A change between any other days says nothing about you. | Scores | scores
  handle | A short name | what you type to open something: L412 is a lead, A37 an alert, S9 a suggestion. | Type it after /visibility. | All commands | help
  claim | I’ll reply | claims a lead: everybody sees that you’re on it, and you get a brief. If you don’t reply, you’re reminded once. | - | Open leads | leads
  assign | Assign and Hand over | give a lead to a teammate, who is told once, with your note, and can decline. | - | Open leads | leads
  snooze | Snooze | hides a lead until the day you choose. Then it’s open again, and the next digest shows it once more. | - | Open leads | leads
  dismiss | Not for us | dismisses a lead for the whole team, with a reason. Undo, or Reopen in its ⋯ menu, brings it back. | - | Open leads | leads
  release | Release | ends a claim: anyone can take the lead. Whoever had it is told if a colleague did it. | - | Open leads | leads
  reopen | Reopen | opens a lead again that was snoozed, dismissed or answered. It’s in the lead’s ⋯ menu. | - | Open leads | leads
  data | What I know | scores, mentions, citations, topics, prompts, leads and alerts up to now, from the Visibility Intelligence API, and what your team did with them. | Not traffic, revenue, search rank or the future, nor why an engine answers as it does. | Sources | sources
  mute | Mute | below an alert, keeps more of them out of the channel for a day, a week or until the figure recovers; of a place, leaves its leads out of digests. | - | Feeds | feeds
`;

const DEFINITIONS = Object.fromEntries(
  DEFINED.trim()
    .split('\n')
    .map((row) => {
      const [term = '', name = '', is = '', more = '', label = '', line = ''] = row.trim().split(' | ');
      return [term, { name, is, more: more === '-' ? '' : more, label, line }];
    }),
) as Readonly<Record<Term, Definition>>;

/** Explains one term, or several for comparison. */
export function definitionPage(terms: readonly Term[], project?: { id: string }): Page {
  const [first, ...others] = terms.map((term) => DEFINITIONS[term]);
  const meant = ({ name, is }: Definition) => say`${bold(name)}: ${is}`;
  const onward = new Map(terms.map((term) => [DEFINITIONS[term].line, DEFINITIONS[term].label]));
  return page(
    first && headline(meant(first)),
    first && paragraph(first.more),
    ...others.flatMap((other) => [paragraph(meant(other)), paragraph(other.more)]),
    terms.includes('normal') ? surenessRows() : undefined,
    actions([...onward].map(([line, label]) => lineButton(label, line, project?.id))),
  );
}

export function glossaryPage(): Page {
  const all = Object.values(DEFINITIONS);
  return page(
    headline('What the words mean'),
    rows(all.map(({ name, is, more }) => ({ text: say`${bold(name)}: ${is}${more && ` ${more}`}` }))),
    surenessRows(),
  );
}

function surenessRows(): Part | undefined {
  return rows(
    surenessLines().map((text) => ({ text })),
    { heading: bold('How sure an alert is') },
  );
}
