/**
 * Which words of a question its plan accounts for. A word that asks for something the plan doesn't say makes it the
 * answer to another question.
 */
import { BY_HOW_MUCH, COUNT_MOVED, WHO_MOVED } from './english.ts';
import * as english from './english-plan.ts';
import type { Sign } from './english-signs.ts';
import type { Model } from './meaning.ts';
import type { Noticed } from './notice.ts';
import type { Intent, Plan } from './plan.ts';
import { MEASURED } from './plan-fields.ts';
import { isBesideItsName } from './read-line.ts';
import type { Word } from './signs.ts';

/** What accounts for a sign: an intent, a field of the plan, a value of one, or a filter. Signs left out ask for nothing. */
const SAID_BY: Readonly<Partial<Record<Sign, string>>> = {
  why: 'why help status happened compare sources dismissed named',
  change:
    'change happened ranking compare named overview status sources suggestions from min_score max_score help',
  compare:
    'compare ranking named sources change several overview status suggestions help min_score max_score metric=sentiment metric=mention_rate',
  who: 'named compare leads status happened sources change ranking answers topic',
  named:
    'named compare leads prompts ranking sources suggestions help change topic metric=mention_rate metric=rank prompt overview metric=sentiment happened answers status',
  first: 'metric=rank order suggestions help leads',
  sources: 'sources answers cited suggestions change not help prompts happened metric=sentiment',
  happened: 'happened change status overview leads topic ranking',
  prompts: 'prompts status help prompt topic leads happened ranking',
  suggest: 'suggestions leads order=worst named why',
  content: 'entity=content sources leads overview metric=sentiment',
  best: 'order metric=sentiment compare named sources topic entity=places change ranking overview prompts happened status answered suggestions',
  worst:
    'order=worst metric=sentiment change compare suggestions ranking topic overview status sources leads named',
  ranked: 'ranking compare named order sources several topic change help',
  topics: 'entity=topics topic suggestions help sources compare',
  mine: 'mine help status compare',
  claimed: 'happened claimed sources change topic',
  dismissed: 'dismissed happened',
  status: 'status overview happened leads sources help change named prompts from suggestions',
  cited: 'cited sources overview named ranking compare metric=sentiment',
  newest: 'order=newest from earlier',
  mention_rate: 'metric=mention_rate named answers ranking sources suggestions help overview',
  rank: 'metric=rank ranking sources leads help overview prompts',
  worse: 'change order',
};

/** In a longer question a word by itself says little. */
const MOST_SHORT = 10;

/** Whether a word asks for something of which the plan says nothing: its answer would be to another question. */
export function isLost(noticed: Noticed, plan: Plan, { asksOf }: Pick<Model, 'asksOf'>): boolean {
  const isOfCount = plan.arrived === true || plan.intent === 'sources';
  if (isOfCount && COUNT_MOVED.test(noticed.text)) return false;
  // The one is answered by saying that it isn’t known, the other is said in whole.
  if ([english.ADDED_LATELY, WHO_MOVED, BY_HOW_MUCH].some((one) => one.test(noticed.text))) return false;
  const said = new Set(saidIn(plan));
  const isSaid = (sign: Sign) => SAID_BY[sign]?.split(' ').some((one) => said.has(one)) ?? true;
  const isShort = noticed.words.length <= MOST_SHORT;
  const isLeftOut = (what: string, _: number, all: readonly string[]) => {
    const [intent = '', field = ''] = what.split('.');
    if (intent === 'only') return isShort && !all.includes(`only.${plan.intent}`);
    return intent === 'no' ? field === plan.intent : intent === plan.intent && !said.has(field);
  };
  const isLostAt = ({ folded }: Word, i: number) => {
    if (plan.prompt?.toLowerCase().includes(folded)) return false;
    const signs = noticed.signAt.get(i);
    if (signs) return ![...signs].some(isSaid);
    const isAsking = noticed.shape.includes(folded) && !isBesideItsName(folded, i, noticed.names);
    return isAsking && asksOf(folded).some(isLeftOut);
  };
  return isMuchLost(noticed, plan) || noticed.words.some(isLostAt);
}

/** "Leads 80 r/devops foo": in so few words each says which ones. */
export function strangeFilter({ intent }: Plan, { text, strange }: Noticed): { leftOut?: string } {
  const isFilter = intent === 'leads' && /^\W*(?:open )?(?:leads|threads)\b/i.test(text);
  const words = strange.filter((word) => word !== 'maximum');
  return isFilter && words.length > 0 ? { leftOut: words.join(' ') } : {};
}

function saidIn(plan: Plan): string[] {
  const { intent, metric, entity, order, filters = [] } = plan;
  const isSeveral = [entity, plan.engine, plan.region, plan.topic].some(Array.isArray);
  return [
    intent,
    ...Object.keys(plan),
    `metric=${metric}`,
    `entity=${entity}`,
    `order=${order}`,
    ...filters,
    ...(plan.not === undefined ? [] : ['filters']),
    // “Answers that name Globex first”: which ones, as an order says with us.
    ...(intent === 'answers' && entity !== undefined ? ['order'] : []),
    ...(isSeveral ? ['several'] : []),
  ];
}

const STANDINGS: readonly Intent[] = ['compare', 'named', 'topic', 'sources', 'ranking', 'answers'];

const LISTS: readonly Intent[] = ['leads', 'ranking', 'sources', 'named', 'compare', 'prompts'];

/** Whether a "not" or a span of time, which are in no phrase, is nowhere in the plan. */
function isMuchLost(noticed: Noticed, plan: Plan): boolean {
  const { intent, min_score, max_score, limit, from, to } = plan;
  if ((min_score ?? max_score) !== undefined) return false;
  const isNumbered = LISTS.includes(intent) && limit === undefined;
  if (isNumbered && english.TOP_OF.test(noticed.shape.join(' '))) return true;
  const isOfDays = [...MEASURED, 'sources', 'happened'].includes(intent) && (from ?? to) === undefined;
  if ([...MEASURED, ...STANDINGS].includes(intent) && english.UNTOLD.test(noticed.text)) return true;
  // “What changed with the alerts?” isn’t about a figure.
  const isOfFigure = intent === 'change' && !plan.why && plan.prompt === undefined;
  if (isOfFigure && /\balerts\b/i.test(noticed.text)) return true;
  const isNot = LISTS.includes(intent) && isNegated(noticed) && !isNegationKept(noticed, plan);
  return isNot || (isOfDays && english.UNREAD_TIME.test(noticed.shape.join(' ')));
}

function isNegated({ words, signAt, text }: Noticed): boolean {
  if (english.NARROWS_NOTHING.test(text) || english.SITE_SAYS.test(text)) return false;
  return words.some((word, i) => english.NEGATED.test(word.text) && !signAt.has(i));
}

function isNegationKept({ traits }: Noticed, { intent, not, filters = [], ...plan }: Plan): boolean {
  return (
    (not ?? plan.person) !== undefined ||
    filters.some((filter) => filter !== 'answered' && filter !== 'claimed') ||
    (plan.order === 'worst' && !traits.has('worst') && !traits.has('worse')) ||
    (intent !== 'leads' && english.NEGATION_IN.test(plan.prompt ?? ''))
  );
}

/** Of readings that one answer serves as well: the tools beside each other have what the others would tell. */
export function settle(plans: readonly Plan[], { text, traits }: Noticed): Plan | undefined {
  const beside = plans.filter(({ intent }) => intent === 'compare' || intent === 'named');
  if (/\bcompare mention rates\b/i.test(text))
    return beside.find(({ intent, entity }) => intent === 'compare' && entity === undefined);
  const [tools] = beside;
  const isOfTopic = ({ intent, topic }: Plan) => intent === 'topic' && topic === tools?.topic;
  const areOthers = traits.has('who') || /\b(?:competit\w+|rivals?)\b/i.test(text);
  const isOne = tools?.topic !== undefined && beside.length === 1 && areOthers;
  return isOne && plans.every((plan) => plan === tools || isOfTopic(plan)) ? tools : undefined;
}
