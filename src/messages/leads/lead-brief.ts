/** The claimer’s brief: what to know before replying, and what it becomes once the lead is settled. */
import type {
  CitedPage,
  DigestLead,
  LeadBriefing,
  LeadStanding,
  LeadTopic,
  ProjectRef,
} from '../../decision.ts';
import { alignFigures, figure, firstOf, SPAN_UNKNOWN } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, paragraph, rows } from '../page.ts';
import { beside, bold, flexible, isEmpty, join, link, say, type Text } from '../text.ts';
import { claimerButtons } from './lead-controls.ts';
import {
  citedNote,
  factsOf,
  leadLink,
  leadState,
  type MessageTime,
  titleOf,
  unreadFacts,
} from './lead-facts.ts';

export type LeadBrief = {
  project: ProjectRef;
  lead: DigestLead;
  handle: string;
  /** Undefined until the API answers. */
  briefing: LeadBriefing | undefined;
  now: number;
  timezone: string;
};

/** Engines named per topic, which may have dozens; the rest are counted. */
const ENGINES_SHOWN = 5;

/** Shown to someone who has just claimed the lead. */
export function leadBriefMessage({ lead, handle, project, briefing, now, timezone }: LeadBrief): Page {
  const time = { at: now, timezone };
  return {
    title: `Lead ${handle}`,
    parts: [
      headline(say`${bold(`You’re on ${handle}`)} · ${leadLink(lead)}`),
      ...briefParts(lead, briefing),
      briefing === undefined && note('Reading what engines say …'),
      note(beside(brief(project.name, 'project'), briefFacts(lead, time), unreadFacts([lead]))),
      actions(claimerButtons({ handle, projectId: project.id }, titleOf(lead))),
    ],
  };
}

/** Why it’s a lead and what to know before replying. */
export function briefParts(
  { citedBy, reason = '' }: DigestLead,
  briefing?: LeadBriefing,
): (Part | undefined)[] {
  const cited = citedNote(citedBy);
  const why = paragraph(join([cited && bold(`${cited}.`), brief(reason, 'reason')], ' '));
  return [why, ...(briefing ? briefingParts(briefing, reason) : [])];
}

/** The tracked prompt and topic it touches, what engines say there, and which pages they cite. */
function briefingParts(
  { topic, prompt, cited = 'none' }: LeadBriefing,
  reason: string,
): (Part | undefined)[] {
  const isNew = typeof prompt !== 'string' && !reason.toLowerCase().includes(prompt.text.toLowerCase());
  const isUnread = [topic, prompt, cited].includes('unreadable');
  return [
    isNew ? paragraph(say`It touches your tracked prompt “${brief(prompt.text, 'prompt')}”.`) : undefined,
    ...(typeof topic === 'string' ? [] : [...standingOn(topic), quoteRows(topic)]),
    typeof cited === 'string' ? undefined : citedPages(cited),
    note(isUnread && 'Not all of your topics, tracked prompts and cited pages could be read just now.'),
  ];
}

/** "lead score 91", "r/devops", "5 h". Beside what engines say, a bare number would read as visibility. */
export function briefFacts(lead: DigestLead, time: MessageTime): Text {
  const { score } = lead;
  return beside(score !== undefined && `lead score ${figure(score)}`, ...factsOf(lead, time));
}

/** What a brief or a reminder becomes once its reader no longer holds the lead. */
export function leadSettledPage(
  {
    project,
    lead,
    handle = 'Lead',
    standing,
  }: {
    project: ProjectRef;
    lead: Pick<DigestLead, 'title' | 'url'>;
    handle: string | undefined;
    standing: LeadStanding;
  },
  time: MessageTime,
): Page {
  return {
    title: `Lead ${handle}`,
    parts: [
      headline(say`${bold(handle)} · ${leadLink(lead)}`),
      paragraph(leadState(standing, time) ?? 'Open again: anyone can take it.'),
      note(brief(project.name, 'project')),
    ],
  };
}

function quoteRows({ label, quotes }: LeadTopic): Part | undefined {
  if (quotes.length === 0) return undefined;
  return rows(
    quotes.map(({ text, engine }) => ({
      text: beside(say`“${flexible(brief(text, 'quote'))}”`, brief(engine ?? '', 'place')),
    })),
    { heading: bold(`What engines say on “${brief(label, 'prompt')}”`) },
  );
}

/** "Where you stand on “pricing”: you 60.1, Globex 66.0", then "ChatGPT: you 61.0, top competitor Globex" for each engine. */
function standingOn({ label, visibility, rival, engines }: LeadTopic): (Part | undefined)[] {
  const level = alignFigures([visibility, rival?.visibility, ...engines.map((one) => one.visibility)]);
  const known = engines.filter((one) => one.visibility !== undefined || one.rival !== undefined);
  const ofEngine = firstOf(known, ENGINES_SHOWN, (one) => {
    const facts = [
      one.visibility !== undefined && `you ${level(one.visibility)}`,
      one.rival !== undefined && `top competitor ${brief(one.rival, 'place')}`,
    ];
    return `${brief(one.engine, 'place') || 'an unnamed engine'}: ${facts.filter(Boolean).join(', ')}`;
  });
  const overall = join(
    [
      visibility !== undefined && `you ${level(visibility)}`,
      rival && `${brief(rival.name, 'place')} ${level(rival.visibility)}`,
    ],
    ', ',
  );
  if (isEmpty(overall) && known.length === 0) return [];
  const what = bold(`Where you stand on “${brief(label, 'prompt')}”`);
  return [
    rows(
      ofEngine.map((text) => ({ text: say`${text}` })),
      { heading: join([what, overall], ': ') },
    ),
    note(SPAN_UNKNOWN),
  ];
}

function citedPages({ about, pages }: { about: string; pages: readonly CitedPage[] }): Part | undefined {
  return rows(
    pages.map(({ url, title, domain }) => ({
      text: beside(
        link(linkable(url), brief(title || domain || url || 'Unnamed page', 'line')),
        title && brief(domain ?? '', 'place'),
      ),
    })),
    { heading: bold(`Pages engines cite most for “${brief(about, 'prompt')}”`) },
  );
}
