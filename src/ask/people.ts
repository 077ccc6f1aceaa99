/** Reads questions on what somebody did with leads, whose name only Slack knows, and on how the team works on leads. */
import { findDays } from './days.ts';
import { readHandle } from './handles.ts';
import type { KnownNames } from './names.ts';
import { LEAD_FILTERS, type Plan, type Reading, withoutMissing } from './plan.ts';
import { type Moment, readQuestion } from './read-question.ts';
import { VOCABULARY, wordsOf } from './signs.ts';

export type Person = { id: string; name: string };

export const FILTERS_OF_PEOPLE: ReadonlySet<string> = new Set(
  LEAD_FILTERS.filter((filter) => filter !== 'cited' && filter !== 'old'),
);

/** Whether it is about what people did with leads. */
function isOfPeople({ intent, filters = [] }: Plan): boolean {
  return intent === 'leads' && filters.some((filter) => FILTERS_OF_PEOPLE.has(filter));
}

const TO_REPLY = 'answer(?:ing)?|reply(?:ing)?|respond(?:ing)?|react(?:ing)?';

/** "How fast do we answer?", "our median reply time". */
const ASKS_WAITS = RegExp(
  String.raw`\bhow (?:fast|quick(?:ly)?|soon|long|slow(?:ly)?)\b.*\b(?:(?:we|us|our team|the team)\b.*\b(?:${TO_REPLY})|wait\w*\b.*\b(?:${TO_REPLY}))\b|\b(?:our|median|average|typical|team['’]s) (?:\w+ )?(?:reply|response|answer|reaction) times?\b|\btime to (?:reply|answer|respond)\b|\bhow long (?:do|did|does|must) (?:the |our |most |a )?(?:leads?|threads?) (?:\w+ ){0,2}?wait\b`,
  'i',
);

/** "Leads per person this week", "who's best at replying?" */
const ASKS_PEOPLE = RegExp(
  String.raw`\b(?:leads?|threads?|replies|claims|answers)\b.*\b(?:per|by|for each) (?:person|people|head|member|teammate|colleague)\b|\bwho(?:['’]?s| is)? (?:the )?best (?:at |in |with )(?:${TO_REPLY})\b|\bwho(?: (?:on|in|of|from) (?:the|our|my) team)?(?:['’]?s| is| was| has been)? (?:the )?(?:most active|busiest)\b`,
  'i',
);

/** The plan of a question on how the team works; undefined for any other. */
export function readOfTeam(text: string, today: string): Plan | undefined {
  const entity = ASKS_WAITS.test(text) ? 'waits' : ASKS_PEOPLE.test(text) ? 'people' : undefined;
  return entity && withoutMissing({ intent: 'leads', entity, ...findDays(text, today)?.days });
}

/** "What did Ben do?": whatever they did with leads. */
const DOER = /^\W*what (?:did|has|is|does) @?([\p{L}.-]+) (?:do|done|doing|been doing|up to|been up to)\b/iu;
const GIVEN_TO = '(?:given|gave|handed|passed|assigned|sent)(?: over| on| off)? to';
/** "Leads given to Ben": whoever stands there is a person, too. */
const TAKER = RegExp(String.raw`\b(?:leads?|threads?)\b.* ${GIVEN_TO} @?([\p{L}.-]+)\W*$`, 'iu');
const ANY_DEED =
  /\b(?:(?<!(?:ed|taken)(?: to)? )by someone|someone (?:do|does|did|done|doing|up to|been up to|get done|been doing))\b/i;

/** “The one about caching” names no person. */
const IS_ABOUT = /\b(?<!\b(?:how|what) )(?:about|concerning|discuss\w*|mention\w*) (?:an? |the )?$/i;

/** `isDoer`: of whom it asks what they did, so it can only be a person. */
type Named = { name: string; isDoer: boolean };

/** The name in the question that can be a person's, though nobody of that name may be known. */
export function personNamed(text: string, reading: Reading, people: readonly Person[]): Named | undefined {
  const strange = reading.verdict === 'not_understood' && !reading.isOrder ? reading.unknown : undefined;
  const unknown = strange && IS_ABOUT.test(text.slice(0, text.indexOf(strange))) ? undefined : strange;
  const known = wordsOf(text).find(({ text, folded }) => isNameOf(people, text, folded))?.text;
  const [, doer] = DOER.exec(text) ?? TAKER.exec(text) ?? [];
  const isPerson = doer !== undefined && !VOCABULARY.has(doer.toLowerCase());
  const said = unknown ?? known ?? (isPerson ? doer : undefined);
  const name = said?.replace(/['’]s$/, '');
  return name === undefined || readHandle(name) !== undefined ? undefined : { name, isDoer: said === doer };
}

type Around = { known: KnownNames; at: Moment; before: Plan | readonly Plan[] | undefined };

/** The plan, if the question asks about leads once the name is taken for a person's: "which leads did Ben take?" */
export function readOfPerson(
  text: string,
  { name, isDoer }: Named,
  person: Person | undefined,
  around: Around,
): Plan | undefined {
  const ofSomebody = text
    .replace(`@${name}`, name)
    .replace(name, 'someone')
    .replace(/someone['’]s (?=leads)/, 'claimed ')
    .replace(RegExp(`(?:\\b(?:i|we) )?\\b${GIVEN_TO} someone`, 'i'), 'claimed by someone')
    .replace(/(?<=leads|threads) (\w+(?:ed|en)(?: up| to)?) by someone/i, ' that someone $1')
    // "Leads Tidewater" or "leads for Tidewater" may be about anything.
    .replace(/(?<=leads) (?:(?:for|of) |(?=someone\W*$))(?=someone)/i, person ? ' claimed by ' : '$&');
  const read = (one: string) => {
    const found = readQuestion(one, around.known, around.at);
    return found.verdict === 'understood' && isOfPeople(found.plan) ? found.plan : undefined;
  };
  // "What did Ben do?" is about whatever he did with leads, "how is Tidewater doing?" isn't.
  const doing = person || isDoer ? ofSomebody.replace(ANY_DEED, 'someone claimed') : ofSomebody;
  const ofAnyDeed = doing === ofSomebody ? undefined : read(`leads ${doing}`);
  const plan = ofAnyDeed
    ? { ...ofAnyDeed, filters: undefined }
    : // "What is Ben working on?" can only mean leads.
      (read(ofSomebody) ?? read(`leads ${ofSomebody}`) ?? sameOfSomebody(ofSomebody, around));
  return plan && withoutMissing({ ...plan, person: person ?? { name } });
}

const PRONOUN = /\b(?:his|him|he|hers?|she)\b/i;

/** "What was assigned to him?" after a question about Ben. */
export function readOfSamePerson(text: string, around: Around): Plan | undefined {
  const [{ person } = {}] = [around.before ?? []].flat() as Partial<Plan>[];
  if (!person || !PRONOUN.test(text)) return undefined;
  const named = text.replace(PRONOUN, (said) => (/^hi?s$/i.test(said) ? `${person.name}’s` : person.name));
  const known = person.id === undefined ? undefined : { ...person, id: person.id };
  return readOfPerson(named, { name: person.name, isDoer: true }, known, around);
}

/** "And Ben?", "what about Ben?": the leads asked for before, but his. */
function sameOfSomebody(text: string, { before = [] }: Around): Plan | undefined {
  const [one, other] = [before].flat();
  const isSame = /^\W*(?:(?:and|but|or|what|how|about|for|by|from|only|just) )*someone\W*$/i.test(text);
  return isSame && !other && one && isOfPeople(one)
    ? { ...one, filters: one.filters?.map((filter) => (filter === 'mine' ? 'claimed' : filter)) }
    : undefined;
}

const NOT_DONE_BEHIND =
  /^\s*(?:(?:has|have|had|did|does|is|was)?(?:\s+not|n['’]?t|\s+never)|(?:\s+has|\s+is)?\s+yet to)\b/i;
const NOT_DONE_BEFORE =
  /\b(?:not|\w+n['’]t|never|nobody but)(?: (?:been|yet|answered|claimed|taken|touched|replied to|picked up))*(?: by)? *$/i;
const DENIES = /\b(?:not|never|nobody but|yet to)\b|n['’]t\b/i;

/** "Leads Ana has not answered", "not claimed by Ana": the person whose leads are left out, if `people` has one of that name. */
export function personDenied(text: string, people: readonly Person[]): Person | undefined {
  const isDenied = ({ start, end }: { start: number; end: number }) => {
    const [before, behind] = [text.slice(0, start), text.slice(end)];
    return NOT_DONE_BEHIND.test(behind) || NOT_DONE_BEFORE.test(before);
  };
  const name = wordsOf(text).find((word) => isNameOf(people, word.text, word.folded) && isDenied(word));
  return name && findPerson(name.folded, people);
}

/** Whether a question may be about what somebody didn't do with leads, short names of which have answers of their own. */
export function mayDenyDeeds(text: string): boolean {
  return DENIES.test(text) && OF_DEEDS.test(text) && !/\bL\d+\b/i.test(text);
}

const OF_DEEDS = /\b(?:leads?|threads?|answered|claimed|taken|replied|touched|picked up)\b/i;

/** Common words are only names with a capital: "Will", "May". */
function isNameOf(people: readonly Person[], word: string, folded: string): boolean {
  if (VOCABULARY.has(folded) && !/^\p{Lu}/u.test(word)) return false;
  return people.some(({ name }) => name.toLowerCase().split(/\s+/).includes(folded));
}

/** By id, full name, first name or last name. */
export function findPerson(named: string, people: readonly Person[]): Person | undefined {
  const folded = named.toLowerCase();
  return (
    people.find(({ id, name }) => id === named || name.toLowerCase() === folded) ??
    people.find(({ name }) => name.toLowerCase().split(/\s+/).includes(folded))
  );
}
