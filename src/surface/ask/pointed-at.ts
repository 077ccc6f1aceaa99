/** Answers what a line points at in the answer before it: "the second one" of its list, "it" for what was opened last. */
import { opening } from '../../ask/english-moves.ts';
import {
  FOR_OTHERS,
  nameTheEnd,
  nameThePart,
  nameThePlace,
  nameTheRival,
  nameTheRivals,
  type Place,
  pointsBack,
  readPlaceInList,
  THAT_ONE,
  tellsIt,
  UNDO,
} from '../../ask/handles.ts';
import { asksFor, asksForFirsts, type Intent, type Plan, withoutMissing } from '../../ask/plan.ts';
import { wordsOf } from '../../ask/signs.ts';
import { isOrder } from '../../ask/strange.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import { count } from '../../messages/figures.ts';
import { type Page, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { auditWords } from '../../messages/projects/audit.ts';
import { findVisibleProjects, type Project } from '../../projects/projects.ts';
import type { Left } from '../../store/asked.ts';
import { type AuditRow, findLastWrite } from '../../store/audit.ts';
import { findKeyOfHandle, readHandles } from '../../store/handles.ts';
import { findLastTouched } from '../../store/lead-stories.ts';
import { findKeysByIdentity, findLead } from '../../store/leads.ts';
import type { Answer, ProjectAsk } from '../ask.ts';
import { findKnownLeads } from '../leads/find-leads.ts';
import { leadList } from '../leads/lead-list.ts';
import { explainLead } from '../leads/one-lead.ts';
import { Refused } from '../refused.ts';
import { REMEMBERED_MS } from '../seen-by.ts';
import { explainHandle, identifyLinks } from '../why.ts';
import type { Question } from './answer-question.ts';
import type { Conversation } from './conversation.ts';

/** The lead that the line names by its place in the list. `alone`: only if it says nothing else. @throws Refused */
export async function openListed(
  text: string,
  { leads, opened }: Conversation,
  ask: ProjectAsk,
  alone: boolean,
): Promise<Answer> {
  const named = leads.length > 0 ? readPlaceInList(text) : undefined;
  if (!named || (alone && !named.alone)) return undefined;
  const at = findAt(named.place, opened, leads, 'lead');
  return openLead(leads[at] ?? '', text, ask, at);
}

/** The place from 0. @throws Refused if the list has no such place */
function findAt(place: Place, opened = -1, all: readonly string[], what: string): number {
  const wanted = 'at' in place ? place.at : opened + place.step;
  const at = 'at' in place && wanted < 0 ? all.length + wanted : wanted;
  if (all[at]) return at;
  const listed = count(all.length, what);
  if ('at' in place) throw new Refused(`The list before this has ${listed}.`);
  throw new Refused(place.step > 0 ? `That was the last of ${listed}.` : 'None comes before that one.');
}

/** The card of what was opened last, or of the lead listed alone or first, if the line is about “it” or “that one”. */
export async function openAgain(
  text: string,
  { card, leads }: Conversation,
  ask: ProjectAsk,
): Promise<Answer> {
  if (!pointsBack(text)) return undefined;
  if (card !== undefined) {
    const owner = await findOwner(await findKeyOfHandle(ask.db, ask.team, card), ask);
    return showCard(await explainHandle(card, owner, ask), { card }, text);
  }
  const [first, second] = leads;
  return first === undefined || (second !== undefined && !THAT_ONE.test(text))
    ? undefined
    : openLead(first, text, ask, 0);
}

/**
 * What the line asks about a name in the list before it: "the second one" alone asks for its figures, "why?" for the
 * cause of the one at the end of a ranking. `brand`: its name,
 * which isn't meant by "the second rival" or "us and the second one". `left`: that list, which stays there to count in.
 * @throws Refused if the list is shorter, or nothing was listed
 */
export function askAboutListed(
  typed: string,
  { plan, names: listed = [], namesOf = [plan ?? []].flat()[0], leads, opened }: Conversation,
  brand: string,
): { question: Question; left?: Left } {
  const [of] = listed.length > 0 ? [namesOf ?? []].flat() : [];
  const ends = of ? nameTheEnd(typed, of.order === 'worst' ? 'worst' : 'best') : typed;
  // “That one” is the one asked about before, or the first, which the headline of a ranking names.
  const pointedAt = listed[opened ?? (of?.order ? 0 : -1)];
  const ofThat =
    pointedAt === undefined || leads.length > 0 ? undefined : askAbout(pointedAt, ends, of, brand);
  if (ofThat) return { question: ofThat, left: { names: listed, namesOf, opened } };
  const text = namePartsOf(ends, plan);
  const named = readPlaceInList(text, 'names');
  // After anything but a list, “the one before that” asks about earlier days.
  const isCounted = named !== undefined && 'at' in named.place;
  const isInList = named && leads.length === 0 && (isCounted || opened !== undefined);
  const names = isCounted && BESIDE_US.test(typed) ? listed.filter((name) => name !== brand) : listed;
  if (!isInList || (names.length === 0 && !named.alone)) return { question: { text } };
  if (names.length === 0) throw new Refused(NOTHING_LISTED);
  const at = findAt(named.place, opened, names, 'row');
  const [name = ''] = names.slice(at);
  const left = { names: listed, namesOf, opened: listed.indexOf(name) };
  if (named.alone && namesOf) return { question: { plan: planAbout(name, namesOf, brand) }, left };
  return { question: { text: nameThePlace(text, name) }, left };
}

/** What the line asks about “that one”, or why it is at the end of a ranking. */
function askAbout(name: string, text: string, of: Plan | undefined, brand: string): Question | undefined {
  if (of?.intent === 'ranking' && WHY_THAT.test(text)) {
    const { intent: _, ...part } = planAbout(name, of, brand);
    return { plan: { ...part, intent: 'change', why: true } };
  }
  const called = asNameList(of?.entity)[0] === 'prompts' ? `“${name}”` : name;
  const named = of?.intent === 'ranking' ? nameThePart(text, { topic: called }) : text;
  if (named !== text) return { text: named };
  return THAT_NAME.test(text) ? { text: text.replace(THAT_NAME, () => name) } : undefined;
}

const THAT_NAME = /\b(?:this|that) one\b(?! (?:before|after)\b)/i;
/** “Why?” */
const WHY_THAT = opening`(?:why|how come)(?: is)?(?: (?:that|it|this|so)(?: one)?)?\W*$`;
const BESIDE_US = /\b(?:rivals?|competitors?|us|we|our)\b/i;

const OF_RIVALS: readonly Intent[] = ['compare', 'named', 'change'];

/** What the line calls "them", "it" or "that prompt" is in the plan before it. */
function namePartsOf(text: string, before: Conversation['plan']): string {
  const [plan, other] = [before ?? []].flat();
  if (!plan || other) return text;
  const { intent, entity, prompt, topic } = plan;
  if (OF_RIVALS.includes(intent) && typeof entity === 'string') return nameTheRival(text, entity);
  if ((intent === 'named' || intent === 'compare') && entity === undefined) return nameTheRivals(text);
  // “Who cites it most?”, of a site
  const isOfSite = intent === 'sources' && typeof entity === 'string' && entity.includes('.');
  if (isOfSite) return text.replace(/\bit\b(?!['’])/i, () => entity);
  return nameThePart(text, {
    ...(prompt !== undefined && intent !== 'leads' && { prompt }),
    ...(typeof topic === 'string' && { topic }),
  });
}

const NOTHING_LISTED =
  'I can’t tell which one: the answer before this has no list to count in. Use a name instead.';

/** The figures of one of the names that a plan's answer lists, where and when that plan asks for them. */
function planAbout(name: string, plan: Plan, brand: string): Plan {
  const { intent, entity, engine, region, topic, prompt, metric, from, to } = plan;
  const [ranked] = asNameList(entity);
  const arePrompts =
    intent === 'prompts' || asksFor('by prompt', plan) || asNameList(entity)[0] === 'prompts';
  const areTopics = asksForFirsts(plan) && asksFor('by topic', plan);
  if (areTopics) return withoutMissing({ intent: 'topic', topic: name });
  if (!arePrompts && (intent === 'compare' || intent === 'named')) {
    const about = { engine, region, topic, prompt, from, to };
    if (name === brand) return withoutMissing({ intent: 'score', ...about });
    return withoutMissing({ intent: 'compare', entity: name, ...about });
  }
  if (intent === 'sources')
    return withoutMissing({ intent, entity: name, engine, region, topic, prompt, from, to });
  if (intent === 'topic' || ranked === 'topics')
    return withoutMissing({ intent: 'topic', topic: name, engine });
  const figures = { intent: 'score' as const, engine, region, metric, from, to };
  if (arePrompts) return withoutMissing({ ...figures, prompt: name });
  const part = ranked === 'regions' ? { region: name } : { engine: name };
  return withoutMissing({ ...figures, topic, prompt, ...part });
}

async function openLead(key: string, text: string, ask: ProjectAsk, opened?: number): Promise<Answer> {
  const card = await explainLead(key, await findOwner(key, ask), ask);
  const handles = await readHandles(ask.db, ask.team, [key]);
  return showCard(card, { card: handles[key], opened }, text);
}

/** The project of a lead; what somebody holds is listed over all of them. The question's, of anything else. */
async function findOwner(key: string | undefined, ask: ProjectAsk): Promise<Project> {
  const { db, team, project, workspace, channel } = ask;
  if (key === undefined) return project;
  for (const one of [project, ...findVisibleProjects(workspace.projects(), channel)])
    if (await findLead(db, { team, projectId: one.id, key })) return one;
  return project;
}

/** The card of the lead that the asker last changed, with its buttons. @throws Refused if it was something else */
export async function openLeadTouched(text: string, ask: ProjectAsk): Promise<Answer> {
  if (!UNDO.test(text)) return undefined;
  const { db, team, person, project, now } = ask;
  const since = now() - REMEMBERED_MS;
  const last = await findLastWrite(db, team, { projectId: project.id, person, since });
  if (last && !last.action.startsWith('lead.')) throw undoneThere(last);
  const key = await findLastTouched(db, { team, projectId: project.id }, person, since);
  if (key !== undefined) return openLead(key, text, ask);
  throw new Refused(`You haven’t changed a lead of ${project.name} in the last hour.`, { tries: ['leads'] });
}

/** The card of the lead whose thread the line links to. */
export async function openLeadLinked(text: string, ask: ProjectAsk): Promise<Answer> {
  const identities = identifyLinks({ text, ts: '' });
  if (identities.length === 0) return undefined;
  const [key] = (await findKeysByIdentity(ask.db, ask.team, ask.project.id, identities)).values();
  return key === undefined ? undefined : openLead(key, text, ask);
}

const ANYONE = 'any(?:one|body)|some(?:one|body)|one of us';
const HOLDS =
  '(?:already )?(?:on|working on|handling|dealing with|looking at|pick(?:ed)? up|took|take[ns]?|claim(?:ed)?|got|answer(?:ed)?|repl(?:y|ied) to)';
const THREAD = '(?:threads?|leads?|posts?|discussions?|questions?|one)';

/** "Is anyone on …?", "did anyone pick up the … thread?", "who took the … thread?" */
const ASKS_HOLDER = RegExp(
  String.raw`^\W*(?:(?:is|has|have|did|does) (?:${ANYONE}) ${HOLDS} (?:the |that |this )?(.+?)(?: ${THREAD})?|who(?:['’]s| is| has)? ${HOLDS} (?:the |that |this )?(.+?) ${THREAD})\W*$`,
  'i',
);

/** Whether somebody is on a thread, named by words of its title: its card says so. */
export async function openLeadHeld(text: string, ask: ProjectAsk): Promise<Answer> {
  const [, one, other] = ASKS_HOLDER.exec(text) ?? [];
  const words = one ?? other;
  return words === undefined || pointsBack(text) ? undefined : openLeadWith(words, text, ask);
}

const ASKED_OF_LEAD =
  "(?:please|show|open|find|give|see|get|pull up|me|us|and|so|where(?:['’]s| is)|what(?:['’]s| is| about)|who (?:wrote|posted|started|opened|asked)|why (?:did|do) (?:you|we|i|sightline|the bot) (?:send|post|show|pick|get|recommend|suggest|share|flag|include))";
const NAMES_LEAD = [
  RegExp(
    String.raw`^\W*(?:${ASKED_OF_LEAD} )*(?:(?:the|that|this) )?(.+?) (?:lead|thread|post|discussion)\W*$`,
    'i',
  ),
  RegExp(
    String.raw`^\W*(?:${ASKED_OF_LEAD} )+(?:(?:the|that|this) )?(?:lead|thread|post|discussion) (?:about|on|called|titled) (?:the )?(.+?)\W*$`,
    'i',
  ),
];

/** The words of a title in “the globex renewal lead” or “who wrote the thread about NAT gateways”. */
export function wordsOfLead(text: string): string | undefined {
  return NAMES_LEAD.flatMap((one) => one.exec(text)?.[1] ?? [])[0];
}

/** The card of the lead with these words in its title, or the list if several have them. */
export async function openLeadWith(words: string, text: string, ask: ProjectAsk): Promise<Answer> {
  if (ask.isStoreEmpty) return undefined;
  const { leads } = await findKnownLeads(ask.project, words, ask);
  const [only, second] = leads;
  if (only && !second) return openLead(only.key, text, ask);
  return only && leadList(ask.project, { of: `${words} all`, page: 0 }, ask);
}

/** What isn't a lead's has no card to show, but its answer has the button. */
function undoneThere({ action, subject }: AuditRow): Refused {
  return new Refused(
    `Your last change: you ${auditWords(action)}${action === 'prompt.track' ? `, “${subject}”` : ''}. Undo, if it has one, is the button in its answer.`,
    action === 'prompt.track' ? { tries: [`untrack ${subject}`] } : {},
  );
}

/** A card with a word on where to click, if the line tells to do something. */
export function showCard(card: Page, left: Left, text: string): Answer {
  if (!isDeed(text)) return { message: card, left };
  const controls = card.parts.flatMap((part) => (part && part.kind === 'actions' ? part.controls : []));
  const toAssign = controls.find(({ id }) => FOR_OTHERS.test(text) && id === ACTIONS.leadAssign);
  const where = toAssign?.kind === 'button' && `To give it to somebody, use ${toAssign.label} below.`;
  const what = left.card === undefined ? 'Nothing has changed' : `${left.card} is as it was`;
  const done = [
    `${what}, and nobody was told: a question changes nothing.`,
    controls.length > 0 && (where || 'The buttons are below.'),
  ];
  return { message: withBelowHeadline(card, paragraph(done.filter(Boolean).join(' '))), left };
}

/** "L4 is done", but not "L4 is done?" */
function tells(text: string, words: readonly string[]): boolean {
  const isAsked = /^\W*\w+ (?:is|was|has)\b.*\?\W*$/i.test(text);
  return !isAsked && tellsIt(words.join(' '));
}

/** Whether it tells to do something with a lead, or that it has been done. */
export function isDeed(text: string): boolean {
  const words = wordsOf(text).map(({ folded }) => folded);
  return [UNDO, FOR_OTHERS].some((said) => said.test(text)) || isOrder(words) || tells(text, words);
}
