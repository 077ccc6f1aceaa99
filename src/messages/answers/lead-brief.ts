/** What somebody should know before replying to a lead: sent privately to whoever claims it, or asks why it is one. */
import type { ActionsBlock } from '@slack/types';
import type { DigestLead, ProjectRef } from '../../decision.ts';
import { ACTIONS, type Message } from '../../slack/blocks.ts';
import { link, mrkdwn } from '../../slack/text.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { age } from '../ages.ts';
import { list } from '../budget.ts';
import { citedNote, enginesInWords } from '../cited-note.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { given } from '../figures.ts';
import { button } from '../layout.ts';
import { type LeadRef, leadValue } from '../lead-controls.ts';
import { titleOf } from '../lead-row.ts';
import { brief, linkable } from '../lengths.ts';
import { ofAnswersGiven, SPAN_UNKNOWN, saidOf } from '../lookups/topic-figures.ts';

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
export function leadBriefMessage(found: LeadBrief): Message {
  const told = { ...found, topic: isFound(found.topic) ? ofAnswersGiven(found.topic) : found.topic };
  const ref: LeadRef = { handle: told.handle, projectId: told.project.id };
  const title = titleOf(told.lead);
  const row: ActionsBlock = {
    type: 'actions',
    elements: [
      button('Replied…', `Replied to ${told.handle}, ${title}`, ACTIONS.leadReplied, leadValue(ref)),
      button('Release', `Release ${told.handle}, ${title}`, ACTIONS.leadRelease, leadValue(ref)),
    ],
  };
  const { text, blocks } = drawn(told, 'It is yours.');
  return { text, blocks: [...blocks, row] };
}

function drawn(told: LeadBrief, head: string): Message {
  const { lead, handle, project, now } = told;
  const title = titleOf(lead);
  const place = brief(lead.place ?? '', 'place') || 'no place given';
  const old = lead.postedAt === undefined ? 'no date given' : age(lead.postedAt, now);
  const top = mrkdwn`*${handle}* · ${brief(project.name, 'project')} · ${head}`;
  const reason = brief(lead.reason ?? '', 'reason');
  const facts = [enginesLine(told), competitorLine(told), promptLine(told), absentLine(told)];
  const said = facts.filter((line) => line !== undefined);
  const cited = citedNote(lead.citedBy);
  const lines = [
    mrkdwn`*${link(linkable(lead.url), title)}*`,
    mrkdwn`${place} · ${old} · ${given('score', lead.score)}`,
    ...(reason ? [mrkdwn`*Why:* ${reason}`] : []),
    ...[...(cited ? [cited] : []), ...said].map((line) => mrkdwn`${line}`),
  ];
  return {
    text: fallback(
      summaryAround(title, (short) => `${handle}: ${head} “${short}”`),
      said,
    ),
    blocks: list(top, lines),
  };
}

/** "Acme’s score on “pricing”, by engine: ChatGPT 61, Gemini 44." and that nobody knows of which days that is. */
function enginesLine({ topic, project }: LeadBrief): string | undefined {
  if (!isFound(topic) || topic.by_model.length === 0) return undefined;
  const { score } = saidOf(topic);
  const shown = topic.by_model
    .slice(0, ENGINES_SHOWN)
    .map(({ engine, own_score }) => `${nameOf(engine)} ${score(own_score)}`);
  const others = topic.by_model.length - shown.length;
  const scores = `${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `${brief(project.name, 'project')}’s score on ${labelOf(topic)}, by engine: ${scores}. ${SPAN_UNKNOWN}`;
}

/** "The top competitor there is Globex on ChatGPT and Gemini; Initech on Claude.": as the API calls it. */
function competitorLine({ topic }: LeadBrief): string | undefined {
  const rivals = isFound(topic) ? rivalsOf(topic) : [];
  if (rivals.length === 0) return undefined;
  const named = rivals.slice(0, ENGINES_SHOWN).map(([rival, rows]) => {
    const engines = enginesInWords(rows.map((row) => nameOf(row.engine)));
    return `${brief(rival, 'place')} on ${engines}`;
  });
  return `The top competitor there is ${named.join('; ')}.`;
}

function promptLine({ prompt }: LeadBrief): string | undefined {
  if (prompt === 'none' || prompt === 'unreadable') return undefined;
  return `It touches your tracked prompt “${brief(prompt, 'prompt')}”.`;
}

/** All that is not known in one line, so that what is known is not lost among it. */
function absentLine({ lead, topic, prompt }: LeadBrief): string | undefined {
  const which = (sought: 'none' | 'unreadable') => [
    ...(topic === sought ? ['topic'] : []),
    ...(prompt === sought ? ['tracked prompt'] : []),
  ];
  const [unlike, unread] = [which('none'), which('unreadable')];
  const parts = [
    !lead.reason && 'the API gave no reason',
    unlike.length > 0 && `${unlike.map((one) => `no ${one}`).join(' and ')} shares the thread’s words`,
    unread.length > 0 && `${unread.map((one) => `${one}s`).join(' and ')} could not be read just now`,
    isFound(topic) && topic.by_model.length === 0 && `the API gave no figures by engine on ${labelOf(topic)}`,
    isFound(topic) &&
      topic.by_model.length > 0 &&
      rivalsOf(topic).length === 0 &&
      'no engine has a top competitor there',
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `Not known: ${parts.join('; ')}.`;
}

/** Each competitor with the engines on which it is the top one. */
function rivalsOf({ by_model }: TopicDetail): [string, TopicDetail['by_model']][] {
  const named = by_model.filter((row) => row.top_competitor);
  return [...Map.groupBy(named, (row) => row.top_competitor ?? '')];
}

function isFound(topic: LeadBrief['topic']): topic is TopicDetail {
  return typeof topic !== 'string';
}

function labelOf({ label }: TopicDetail): string {
  return `“${brief(label, 'prompt')}”`;
}

function nameOf(engine: string): string {
  return brief(engine, 'place') || 'Unnamed engine';
}
