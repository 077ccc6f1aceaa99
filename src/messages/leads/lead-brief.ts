/** The claimer's brief: what to know before replying, and how the lead stands once that is over. */
import type { DigestLead, LeadBriefing, LeadStanding, LeadTopic, ProjectRef } from '../../decision.ts';
import { alignFigures, andList, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, paragraph } from '../page.ts';
import { beside, bold, flexible, join, say, type Text } from '../text.ts';
import { claimerButtons } from './lead-controls.ts';
import {
  citedNote,
  enginesInWords,
  factsOf,
  leadLink,
  leadState,
  type Saying,
  titleOf,
  unreadFacts,
} from './lead-facts.ts';

export type LeadBrief = {
  project: ProjectRef;
  lead: DigestLead;
  handle: string;
  /** Undefined while the API is being asked. */
  briefing: LeadBriefing | undefined;
  now: number;
};

/** Engines told of; a topic may have dozens. */
const ENGINES_SHOWN = 5;

/** Of a lead that its reader has just claimed. */
export function leadBriefMessage({ lead, handle, project, briefing, now }: LeadBrief): Page {
  return {
    summary: say`You’re on ${handle}, “${flexible(titleOf(lead))}”`,
    parts: [
      headline(say`${bold(`You’re on ${handle}`)} · ${leadLink(lead)}`),
      ...briefParts(lead, briefing),
      briefing === undefined && note('Reading what engines say …'),
      note(
        beside(
          brief(project.name, 'project'),
          briefFacts(lead, { at: now, timezone: 'UTC' }),
          unreadFacts([lead]),
        ),
      ),
      actions(claimerButtons({ handle, projectId: project.id }, titleOf(lead))),
    ],
  };
}

/** Why it is a lead and what to know before replying, for whoever holds it. */
export function briefParts({ citedBy, reason = '' }: DigestLead, briefing?: LeadBriefing): Part[] {
  const cited = citedNote(citedBy);
  const why = paragraph(join([cited && bold(`${cited}.`), brief(reason, 'reason')], ' '));
  return [why, ...(briefing ? briefingParts(unlessSaid(briefing, reason)) : [])].filter(
    (part) => part !== undefined,
  );
}

/** A prompt that the API’s reason names is not named again. */
function unlessSaid({ topic, prompt }: LeadBriefing, reason: string): LeadBriefing {
  const isSaid = typeof prompt !== 'string' && reason.toLowerCase().includes(prompt.text.toLowerCase());
  return { topic, prompt: isSaid ? 'none' : prompt };
}

/** Which tracked prompt and topic it touches, and what engines say there. */
function briefingParts({ topic, prompt }: LeadBriefing): Part[] {
  const parts = [
    typeof prompt === 'string'
      ? undefined
      : paragraph(say`It touches your tracked prompt “${brief(prompt.text, 'prompt')}”.`),
    typeof topic === 'string' ? undefined : paragraph(enginesSay(topic)),
    note(unreadable({ topic, prompt })),
  ];
  return parts.filter((part) => part !== undefined);
}

/** "lead score 91", "r/devops", "5 h". Beside what engines say, a number alone would be read as visibility. */
export function briefFacts(lead: DigestLead, saying: Saying): Text {
  const { score } = lead;
  return beside(score !== undefined && `lead score ${figure(score)}`, ...factsOf(lead, saying));
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

/** "What engines say on “pricing”: your visibility is 61.0 on ChatGPT and 44.0 on Gemini. Top competitor: Globex on ChatGPT." */
function enginesSay({ label, engines }: LeadTopic): Text | '' {
  const level = alignFigures(engines.map(({ visibility }) => visibility));
  const own = engines.flatMap(({ engine, visibility }) =>
    visibility === undefined ? [] : `${level(visibility)} on ${nameOf(engine)}`,
  );
  const rivals = [...Map.groupBy(engines, ({ rival }) => rival)].flatMap(([rival, all]) =>
    rival === undefined
      ? []
      : `${brief(rival, 'place')} on ${enginesInWords(all.map(({ engine }) => nameOf(engine)))}`,
  );
  if (own.length + rivals.length === 0) return '';
  return join(
    [
      bold(`What engines say on “${brief(label, 'prompt')}”:`),
      own.length > 0 && `your visibility is ${counted(own)}.`,
      rivals.length > 0 && `Top competitor: ${counted(rivals)}.`,
    ],
    ' ',
  );
}

/** All that could not be read in one line, so that what is known is not lost among it. */
function unreadable({ topic, prompt }: LeadBriefing): string {
  const unread = [
    ...(topic === 'unreadable' ? ['topics'] : []),
    ...(prompt === 'unreadable' ? ['tracked prompts'] : []),
  ];
  return unread.length === 0 ? '' : `Your ${andList(unread)} couldn’t be read just now.`;
}

function counted(parts: readonly string[]): string {
  return andList(firstOf(parts, ENGINES_SHOWN, (part) => part));
}

function nameOf(engine: string): string {
  return brief(engine, 'place') || 'an unnamed engine';
}
