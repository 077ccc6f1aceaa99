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
export function leadBriefMessage(told: LeadBrief): Message {
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
  const lines = [
    mrkdwn`*${link(linkable(lead.url), title)}*`,
    mrkdwn`${place} · ${old} · ${given('score', lead.score)}`,
    mrkdwn`*Why:* ${brief(lead.reason ?? '', 'reason') || 'the API gave no reason.'}`,
    ...(lead.citedBy ? [mrkdwn`*Cited:* ${citedNote(lead.citedBy) ?? ''}`] : []),
    mrkdwn`*Engines today:* ${enginesLine(told)}`,
    mrkdwn`*Competitor:* ${competitorLine(told)}`,
    mrkdwn`*Prompt:* ${promptLine(told)}`,
  ];
  const spoken = [enginesLine(told), competitorLine(told), promptLine(told)];
  return {
    text: fallback(
      summaryAround(title, (short) => `${handle}: ${head} “${short}”`),
      spoken,
    ),
    blocks: list(top, lines),
  };
}

function enginesLine({ topic }: LeadBrief): string {
  if (topic === 'unreadable') return 'what they say could not be read just now.';
  if (topic === 'none') return 'no topic of this project shares the thread’s words.';
  const label = `on “${brief(topic.label, 'prompt')}”`;
  if (topic.by_model.length === 0) return `${label} the API gave no figures by engine.`;
  const shown = topic.by_model
    .slice(0, ENGINES_SHOWN)
    .map((row) => `${nameOf(row.engine)} ${given('score', row.own_score)}`);
  const others = topic.by_model.length - shown.length;
  return `${label} ${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}

/** Each rival with the engines that name it above all others. */
function competitorLine({ topic }: LeadBrief): string {
  if (typeof topic === 'string') return 'not known without a topic.';
  const named = topic.by_model.filter((row) => row.top_competitor);
  if (named.length === 0) return 'the engines name none on this topic.';
  const rivals = [...Map.groupBy(named, (row) => row.top_competitor ?? '')];
  const lines = rivals
    .slice(0, ENGINES_SHOWN)
    .map(
      ([rival, rows]) =>
        `${brief(rival, 'place')} on ${enginesInWords(rows.map((row) => nameOf(row.engine)))}`,
    );
  return `${lines.join('; ')}.`;
}

function promptLine({ prompt }: LeadBrief): string {
  if (prompt === 'unreadable') return 'the tracked prompts could not be read just now.';
  if (prompt === 'none') return 'no tracked prompt shares the thread’s words.';
  return `“${brief(prompt, 'prompt')}”.`;
}

function nameOf(engine: string): string {
  return brief(engine, 'place') || 'Unnamed engine';
}
