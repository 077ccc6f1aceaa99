/**
 * What of a line asks: its clauses that only say why, for whom or when somebody asks are set aside, and the rest is put
 * plainly.
 */
import * as around from './english-around.ts';
import { SAYS_PROMPTS } from './english-plan.ts';
import type { Sign } from './english-signs.ts';
import { type FoundName, findNames, type KnownNames, type NameKind } from './names.ts';
import { METRICS, RANKED } from './plan.ts';
import { DAY_NAMES, findPhrases, findSigns, quoteIn, SIGN_PHRASES, VOCABULARY, wordsOf } from './signs.ts';

/** A statement with a date may belong to the question, unless it's the time of a meeting: "client call in 5". */
const HAS_DATE =
  /(?<!\b(?:at|before|by|in|until) \d*)\d|\b(?:two|three|few|couple|days|weeks|months|since|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)/i;
/** Anything shorter isn't a question. */
const FEWEST_WORDS = 2;
const FEW_WORDS = 4;

/** "Fold and Fork" is Fold & Fork, not two questions. */
function withAmpersand(text: string, name: string): string {
  const spoken = name.replace(' & ', ' and ');
  const at = spoken === name ? -1 : text.toLowerCase().indexOf(spoken.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + name + text.slice(at + spoken.length);
}

/** Signs that most sentences have, whatever they are about. */
const ANYWHERE: readonly Sign[] = ['us', 'future', 'help', 'every'];
const ADDING = /^\W*(?:on|in|for|against|vs|with|without|by|from|like|except|only|just the)\b|r\//i;

/** Behind an abbreviation the sentence goes on. */
const SENTENCE_END = /(?<=[.!?])(?<!\b(?:approx|avg|e\.g|excl|i\.e|incl|no|nr|pos|vs)\.)\s+/i;

/** Whether a sentence next to a question may say more of what is asked: "Unclaimed only.", "Last week." */
function addsTo(one: string): boolean {
  const words = wordsOf(one.replace(around.AIM, ' ')).map(({ folded }) => folded);
  return (
    ADDING.test(one) ||
    HAS_DATE.test(one) ||
    words.some((word) => DAY_NAMES.includes(word)) ||
    findSigns(words).some(({ meaning }) => !ANYWHERE.includes(meaning))
  );
}

/** What asks is no aside: "I'm writing the report, so I need to know how many …". */
function isAsking(one: string): boolean {
  return around.ASKS_FOR.test(one.replace(/^\W*(?:so|and|but)\b/i, '').replace(around.TELL_ME, ''));
}

/** Strips who asks, what for and what happens next, but keeps whatever names something of the project. */
export function withoutAsides(raw: string, known: KnownNames): string {
  const { project, rivals, topics } = known.names;
  const text = [project, ...rivals, ...topics].reduce(withAmpersand, raw);
  const isNaming = (one: string) => {
    const words = wordsOf(one);
    const folds = words.map(({ folded }) => folded);
    const texts = words.map((word) => word.text);
    // "Prompts for emails" says their words.
    const isOfPrompts = SAYS_PROMPTS.test(text) && folds.some((word) => known.promptWords.has(word));
    return isOfPrompts || findNames(folds, texts, known).length > 0;
  };
  // A single word may be what is asked for: "hi all, rankings".
  const isQuestion = (one: string) => {
    const words = wordsOf(one).map(({ folded }) => folded);
    return words.length >= FEWEST_WORDS || isNaming(one) || findPhrases(words, SIGN_PHRASES).length > 0;
  };
  const sentences = text.split(SENTENCE_END).filter((one) => one.trim() !== '');
  const isAsked = (one: string) => /\?\W*$/.test(one);
  const adds = (one: string) =>
    isNaming(one) || addsTo(one) || wordsOf(one).some(({ folded }) => known.own.has(folded));
  const isTold = (one: string) => around.SAYS_OF_SELF.test(one);
  const question = sentences.findIndex(sentences.some(isAsked) ? isAsked : isAsking);
  const untold = sentences.filter((one) => !isTold(one));
  const asked = question < 0 ? sentences.indexOf(untold.find(adds) ?? untold[0] ?? '') : question;
  const lengthOf = (one = '') => one.split(/\s+/).length;
  // Next to a question, a statement only says why it is asked, except a few words after it that add to it.
  const isStatement = (one: string, at: number) =>
    !adds(one) ||
    (lengthOf(sentences[question]) >= FEW_WORDS &&
      !around.ASKS.test(one) &&
      (at < question || lengthOf(one) > FEW_WORDS));
  const isAside = (one: string, at: number) =>
    at !== Math.max(asked, 0) &&
    (isTold(one) || isStatement(one, at)) &&
    // “Sentiment.. is it getting better”
    !(lengthOf(one) === 1 && /\bit\b/i.test(sentences[asked] ?? '')) &&
    !isAsked(one) &&
    !HAS_DATE.test(one) &&
    !isNaming(one);
  const asking = sentences.filter((one, at) => !isAside(one, at));
  const left = asking.length > 0 ? asking.join(' ') : text;
  return around.ASIDES.reduce((line, pattern) => {
    const rest = line
      .replace(pattern, (aside) =>
        isNaming(aside) || (pattern !== around.THANKING && isAsking(aside)) ? aside : ' ',
      )
      .replace(/\s+/g, ' ')
      .trim();
    return isQuestion(rest) ? rest : line;
  }, left);
}

/** A line in clauses; `core` begins where the clause asks. `holds`: it has something to ask about. */
type Clause = Content & { text: string; core: string; asks: boolean };
type Content = {
  names: readonly FoundName[];
  signs: ReadonlySet<Sign>;
  isDated: boolean;
  isOfPrompts: boolean;
  holds: boolean;
};

/** Lines of fewer words are no talk. */
const SHORTEST_TALK = 6;

/**
 * The clauses that ask, without what only leads up to them: "we had a call with sales, and what I'd like to know is who
 * beats us". What their pronouns need of the others is put in their place. If that can't be told, it's the whole line.
 */
export function askingPart(line: string, known: KnownNames): string {
  if (quoteIn(line)) return line;
  const polite = line.replace(around.COURTESY, ' ').replace(around.NOT_BUT, '').trim();
  const text = /\w+\W+\w/.test(polite) ? polite : line;
  const asked = wordsOf(text).length < SHORTEST_TALK ? text : clausesAsking(text, known);
  return askedBy(asked, known) ?? asked;
}

function clausesAsking(text: string, known: KnownNames): string {
  const clauses = clausesOf(text, known);
  const at = clauses.findIndex(({ asks, holds, core }) => asks && (holds || around.REFERS.list.test(core)));
  const asked = clauses[at];
  if (!asked) return text;
  // "We're down again and I've no idea what changed"
  const moved = clauses.slice(0, at).findLast(({ signs }) => hasAny(signs, ['worse', 'better']));
  if (around.ASKS_OF_BEFORE.test(asked.core))
    return moved && asked.core !== asked.text ? `${moved.text}, what happened?` : text;
  const before = clauses.slice(0, at);
  const kept = before.filter(isKept);
  const told = before.filter((one) => !isKept(one));
  const after = clauses
    .slice(at + 1)
    .filter(({ text: one, asks, holds }) => (asks && holds) || !around.GIVES_REASON.test(one));
  const core = kept.length === 0 ? asked.core.replace(around.OPENS, '') : asked.core;
  const rest = [core, ...after.map(({ text: one }) => one)].join(' ');
  const plain = rest.replace(/\b(?:she|he) (?=(?:should|could|must|can)\b)/i, 'we ');
  const resolved = withReferences(plain, told, known);
  return resolved === undefined ? text : [...kept.map(({ text: one }) => one), resolved].join(' ');
}

/** What may narrow what is asked, rather than tell why it is. */
function isKept({ text, asks, holds }: Clause): boolean {
  return holds && (asks || around.NARROWS.test(text) || !around.TELLS.test(text));
}

function clausesOf(text: string, known: KnownNames): Clause[] {
  const parts = text.split(around.CLAUSE_END).filter((part) => /\w/.test(part));
  return parts.map((part, i) => {
    const core = coreOf(part, known);
    const content = contentOf(core, known);
    // "This is urgent: score for Germany"
    const isNamed =
      /[:.]\s*$/.test(parts[i - 1] ?? '') &&
      !around.TELLS.test(part) &&
      hasAny(content.signs, [...METRICS, ...RANKED]);
    return { text: part, core, asks: core !== part || around.ASKS_CLAUSE.test(part) || isNamed, ...content };
  });
}

/** From where it asks on, if nothing before that says what about. */
function coreOf(part: string, known: KnownNames): string {
  const isEmpty = (head: string) => {
    const { names, signs, isDated, isOfPrompts } = contentOf(head.replace(around.OF_ASKING, ''), known);
    const isSaid = wordsOf(head).length < LONGEST_MEANT ? signs.size > 0 : hasAny(signs, OF_DATA);
    return names.length === 0 && !isSaid && !isOfPrompts && (!isDated || around.OF_ASKER.test(head));
  };
  for (const frame of [around.EMBEDS, around.REQUESTS]) {
    const [head] = frame.exec(part) ?? [];
    if (head !== undefined && isEmpty(head)) return part.slice(head.length);
  }
  const within = around.ASKS_CLAUSE.test(part) ? null : around.QUESTION_WITHIN.exec(part);
  return within && isEmpty(part.slice(0, within.index)) ? part.slice(within.index + 1) : part;
}

/** From so many words on before a question, only some signs say what it's about. */
const LONGEST_MEANT = 6;

/** Signs of talk about anything. */
const OF_TALK: readonly Sign[] = ['us', 'future', 'every', 'why', 'who', 'mine', 'standing', 'silent'];

function contentOf(part: string, known: KnownNames): Content {
  const words = wordsOf(part);
  const folds = words.map(({ folded }) => folded);
  const texts = words.map(({ text }) => text);
  const names = findNames(folds, texts, known);
  const said = findSigns(folds).flatMap(({ meaning, length }) =>
    OF_TALK.includes(meaning) || (meaning === 'help' && length === 1) ? [] : meaning,
  );
  const isOfPrompts = folds.some((word) => known.promptWords.has(word) && !VOCABULARY.has(word));
  const isDated = HAS_DATE.test(part) || folds.some((word) => DAY_NAMES.includes(word));
  const holds = names.length + said.length > 0 || isDated || isOfPrompts;
  return { names, signs: new Set(said), isDated, isOfPrompts, holds };
}

const hasAny = (signs: ReadonlySet<Sign>, of: readonly Sign[]) => of.some((sign) => signs.has(sign));

const BEFORE_KIND: Readonly<Partial<Record<NameKind, string>>> = {
  engine: 'on',
  region: 'in',
  topic: 'about',
  prompt: 'on',
  place: 'from',
};

const OBJECTS: readonly Sign[] = ['leads', 'sources', 'named', 'compare', 'suggest', ...RANKED];
const OF_DATA: readonly Sign[] = [...OBJECTS, ...METRICS];

/** With what it refers to in what was told before; undefined if that can't be told, or something would be lost. */
function withReferences(asked: string, told: readonly Clause[], known: KnownNames): string | undefined {
  if (told.length === 0) return asked;
  const rest = withNames(withList(asked, told), told, known);
  if (rest === undefined || around.REFERS.list.test(rest)) return undefined;
  const { names, signs, isOfPrompts } = contentOf(rest, known);
  if (names.length === 0 && (around.REFERS.kind.test(rest) || around.REFERS.part.test(rest)))
    return undefined;
  if (!isOfPrompts && told.some((one) => one.isOfPrompts && one.names.length === 0)) return undefined;
  const isLeft = told.some(({ names: all }) =>
    all.some(({ kind }) => !names.some((one) => one.kind === kind)),
  );
  const toldHas = (of: readonly Sign[]) => told.some((one) => hasAny(one.signs, of));
  const isSaid = hasAny(signs, OBJECTS) || ((names.length > 0 || hasAny(signs, METRICS)) && !toldHas(RANKED));
  const isResolved = rest !== asked;
  if (isLeft || !(isSaid || isResolved || !toldHas(OF_DATA))) return undefined;
  return around.REFERS.any.test(rest) && !isResolved && names.length === 0 ? undefined : rest;
}

function withNames(rest: string, told: readonly Clause[], known: KnownNames): string | undefined {
  const own = contentOf(rest, known).names;
  const said = told.flatMap(({ names }) => names);
  return said.reduceRight((line, { kind, name }) => {
    if (own.some((one) => one.name === name)) return line;
    const scope = BEFORE_KIND[kind];
    if (kind === 'rival') return line.replace(around.REFERS.rival, () => name);
    if (scope === undefined) return line;
    return around.REFERS.part.test(line)
      ? line.replace(around.REFERS.part, () => `${scope} ${name}`)
      : line.replace(around.REFERS.kind, () => name);
  }, rest);
}

/** "Which of them" */
function withList(rest: string, told: readonly Clause[]): string {
  const noun = told.flatMap(({ text }) => text.match(around.OF_LISTS) ?? []).at(-1);
  if (noun === undefined) return rest;
  const several = noun.replace(/(?<!s)$/, 's').replace(/ys$/, 'ies');
  return rest
    .replace(/\bof (?:them|those|these)\b/i, `of the ${several}`)
    .replace(/(?<=\b(?:which|what) )ones\b/i, several)
    .replace(/(?<=\b(?:which|what) )one\b/i, noun)
    .replace(/(?<=\bwhich )(two|three|\d)\b/i, `$1 ${several}`);
}

/** The question behind a statement: "someone said Umbra passed us". Undefined if it is none. */
function askedBy(text: string, known: KnownNames): string | undefined {
  const seen = text.replace(around.NOT_SEEN, 'show ');
  if (seen !== text) return seen.replace(around.OPINION_END, '');
  const [head = ''] = around.OPINION.exec(text) ?? [];
  const isOpinion =
    head !== '' && contentOf(head, known).names.length === 0 && !around.ASKS_CLAUSE.test(text);
  const said = (isOpinion ? text.slice(head.length) : text).replace(around.OPINION_END, '');
  const [, who, nobody, told, rest = ''] = around.STATES_NEVER.exec(said) ?? [];
  if (told !== undefined && !around.ASKS_CLAUSE.test(said) && !/\?/.test(text))
    return `how often ${nobody ? 'does anybody' : `do ${who}`} ${told}${rest}`;
  if (!isOpinion) return undefined;
  const [, subject = '', auxiliary, short, not, predicate = ''] = around.STATES.exec(said) ?? [];
  // "Globex wins on pricing"
  const [name] = contentOf(said, known).names;
  const [, verb = ''] = name?.at === 0 ? (/^\W*(\w{2,})s\b/.exec(afterWords(said, name.length)) ?? []) : [];
  if (verb !== '' && !/^(?:i|wa|ha|doe)$/.test(verb))
    return `does ${said.replace(RegExp(`\\b${verb}s\\b`), verb)}`;
  const begins = auxiliary ?? FULL[short?.slice(1) ?? ''];
  if (begins === undefined || not !== undefined) return said;
  return `${begins} ${subject} ${predicate}`;
}

const afterWords = (text: string, count: number) => text.slice(wordsOf(text)[count - 1]?.end);

const FULL: Readonly<Record<string, string>> = { re: 'are', s: 'is', ve: 'have' };
