/** The claimer's private brief: what to know before replying, and how the lead stands once that is over. */
import type { DigestLead, LeadStanding, ProjectRef } from '../../decision.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { ofAnswersGiven, saidOf } from '../lookups/topic-figures.ts';
import { actions, headline, note, type Page, paragraph } from '../page.ts';
import { beside, bold, flexible, joined, lines, say, type Text } from '../text.ts';
import { claimerButtons } from './lead-controls.ts';
import {
  citedNote,
  enginesInWords,
  factsOf,
  inSentence,
  leadLink,
  titleOf,
  unreadFacts,
} from './lead-facts.ts';
import { leadState, type Saying } from './lead-state.ts';

/** What was looked for in the API: found, not there, or not readable now. */
export type Sought<Thing> = Thing | 'none' | 'unreadable';

export type LeadBrief = {
  project: ProjectRef;
  lead: DigestLead;
  handle: string;
  /** The topic and the tracked prompt that share the thread's words. */
  topic: Sought<TopicDetail>;
  prompt: Sought<string>;
  now: number;
};

/** Engines told of; a topic may have dozens. */
const ENGINES_SHOWN = 5;

/** Of a lead that its reader has just claimed. */
export function leadBriefMessage(found: LeadBrief): Page {
  const { lead, handle, project, now, prompt } = found;
  const topic = isFound(found.topic) ? ofAnswersGiven(found.topic) : undefined;
  const { score, citedBy, reason = '' } = lead;
  const cited = citedNote(citedBy);
  const isTracked = prompt !== 'none' && prompt !== 'unreadable';
  return {
    summary: say`You’re on ${handle}, “${flexible(titleOf(lead))}”`,
    parts: [
      headline(say`${bold(`You’re on ${handle}`)} · ${leadLink(lead)}`),
      paragraph(
        lines(
          joined([cited && bold(`${cited}.`), brief(reason, 'reason')], ' '),
          isTracked && say`It touches your tracked prompt “${brief(prompt, 'prompt')}”.`,
        ),
      ),
      topic && paragraph(enginesSay(topic)),
      note(
        beside(
          brief(project.name, 'project'),
          score !== undefined && `score ${figure(score)}`,
          ...factsOf(lead, { at: now, timezone: 'UTC' }),
          unreadFacts([lead]),
        ),
      ),
      note(notKnown(found, topic)),
      actions(claimerButtons({ handle, projectId: project.id }, titleOf(lead))),
    ],
  };
}

export type SettledLead = { project: ProjectRef; lead: DigestLead; handle: string; standing: LeadStanding };

/** What the brief becomes once its lead is answered or given back. */
export function leadSettled({ project, lead, handle, standing }: SettledLead, saying: Saying): Page {
  const state = leadState(standing, saying);
  return {
    summary: say`${handle}: ${standing.state === 'new' ? 'open again' : standing.state} · “${flexible(titleOf(lead))}”`,
    parts: [
      headline(say`${bold(handle)} · ${leadLink(lead)}`),
      paragraph(state ?? 'Open again: anyone can take it.'),
      note(brief(project.name, 'project')),
    ],
  };
}

/** "What engines say on “pricing”: you score 61.0 on ChatGPT and 44.0 on Gemini. Top competitor: Globex on ChatGPT." */
function enginesSay(topic: TopicDetail): Text | undefined {
  if (topic.by_model.length === 0) return undefined;
  const { score } = saidOf(topic);
  const scores = topic.by_model.flatMap(({ engine, own_score }) =>
    own_score === null || own_score === undefined ? [] : `${score(own_score)} on ${nameOf(engine)}`,
  );
  const rivals = rivalsOf(topic).map(
    ([rival, engines]) => `${brief(rival, 'place')} on ${enginesInWords(engines.map(nameOf))}`,
  );
  return joined(
    [
      bold(`What engines say on ${labelOf(topic)}:`),
      scores.length > 0 && `you score ${counted(scores)}.`,
      rivals.length > 0 && `Top competitor: ${counted(rivals)}.`,
    ],
    ' ',
  );
}

/** All that is not known in one line, so that what is known is not lost among it. */
function notKnown({ topic: sought, prompt }: LeadBrief, topic: TopicDetail | undefined): Text {
  const which = (how: 'none' | 'unreadable') => [
    ...(sought === how ? ['topic'] : []),
    ...(prompt === how ? ['tracked prompt'] : []),
  ];
  const [unlike, unread] = [which('none'), which('unreadable')];
  const figures = topic?.by_model.length ?? 0;
  const parts = [
    unlike.length > 0 && `No ${unlike.join(' or ')} of yours shares this thread’s words.`,
    unread.length > 0 && `Your ${inSentence(unread.map((one) => `${one}s`))} couldn’t be read just now.`,
    topic && figures === 0 && `The API has no figures by engine on ${labelOf(topic)}.`,
    topic && figures > 0 && rivalsOf(topic).length === 0 && 'No engine names a top competitor there.',
    topic && figures > 0 && 'The API doesn’t say which days these scores are from.',
  ];
  return joined(parts, ' ');
}

/** Each competitor with the engines on which it is the top one. */
function rivalsOf({ by_model }: TopicDetail): [string, string[]][] {
  const named = by_model.filter(({ top_competitor }) => top_competitor);
  const groups = Map.groupBy(named, ({ top_competitor }) => top_competitor ?? '');
  return [...groups].map(([rival, all]) => [rival, all.map(({ engine }) => engine)]);
}

function counted(parts: readonly string[]): string {
  const others = parts.length - ENGINES_SHOWN;
  return inSentence(others > 0 ? [...parts.slice(0, ENGINES_SHOWN), `${figure(others)} more`] : parts);
}

function isFound(topic: LeadBrief['topic']): topic is TopicDetail {
  return typeof topic !== 'string';
}

function labelOf({ label }: TopicDetail): string {
  return `“${brief(label, 'prompt')}”`;
}

function nameOf(engine: string): string {
  return brief(engine, 'place') || 'an unnamed engine';
}
