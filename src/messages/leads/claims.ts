/** Messages about claims: the claimer’s brief, the reminder, a lead handed over, and why a lead didn’t change. */
import { type Carried, carryIfFits } from '../../carried.ts';
import {
  type CitedPage,
  type ClaimEnded,
  type DigestLead,
  HOLDERS_ACTS,
  handleOf,
  type LeadAssigned,
  type LeadBriefing,
  type LeadReminder,
  type LeadStanding,
  type LeadTopic,
  type ProjectRef,
  type Standing,
  type UnansweredClaim,
} from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { alignFigures, andList, count, firstOf, leadScore, SPAN_UNKNOWN } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import type { Button, Page, Part, Row } from '../page.ts';
import { actions, button, headline, note, page, paragraph, rows, section } from '../page.ts';
import { beside, bold, flexible, isEmpty, join, lines, link, say, type Text, user } from '../text.ts';
import { dayOf, moment } from '../times.ts';
import {
  atTime,
  citedNote,
  describeDismissal,
  factsOf,
  leadLink,
  leadState,
  titleOf,
  unreadFacts,
  whoOf,
} from './lead-facts.ts';
import { HOLDERS, leadButtons } from './lead-row.ts';

export type LeadBrief = {
  project: ProjectRef;
  lead: DigestLead;
  handle: string;
  /** Undefined until the API answers. */
  briefing: LeadBriefing | undefined;
  now: number;
};

const ENGINES_SHOWN = 5;

/** Nothing else says that the reply is written there, by people. */
const WHAT_TO_DO = 'Reply in the thread itself, then mark it here as replied.';

/** Shown to someone who has just claimed the lead. */
export function leadBriefMessage({ lead, handle, project, briefing, now }: LeadBrief): Page {
  return {
    title: `Lead ${handle}`,
    parts: [
      headline(say`${bold(`You’re on ${handle}`)} · ${leadLink(lead)}`),
      ...briefParts(lead, briefing),
      briefing === undefined && note('Reading what engines say …'),
      note(beside(brief(project.name, 'project'), briefFacts(lead, now), unreadFacts([lead]))),
      note(WHAT_TO_DO),
      actions(leadButtons(HOLDERS, { handle, projectId: project.id }, lead)),
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

function briefingParts({ topic, prompt, cited = 'none' }: LeadBriefing, reason: string) {
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
export function briefFacts(lead: DigestLead, at: number): Text {
  const { score } = lead;
  return beside(score !== undefined && `lead score ${leadScore(score)}`, ...factsOf(lead, at));
}

type Settled = { handle: string | undefined; standing: LeadStanding };

/** What a brief becomes once its reader no longer holds the lead. */
export function leadSettledPage(
  { project, lead, handle = 'Lead', standing }: Pick<LeadBrief, 'project' | 'lead'> & Settled,
  at: number,
): Page {
  return {
    title: `Lead ${handle}`,
    parts: [
      headline(say`${bold(handle)} · ${leadLink(lead)}`),
      paragraph(describeLost(standing, at)),
      note(brief(project.name, 'project')),
    ],
  };
}

function quoteRows({ label, quotes }: LeadTopic): Part | undefined {
  return section(
    `What engines say on “${brief(label, 'prompt')}”`,
    quotes.map(({ text, engine }) =>
      beside(say`“${flexible(brief(text, 'quote'))}”`, brief(engine ?? '', 'place')),
    ),
  );
}

/** "Where you stand on “pricing”: you 60.1, Globex 66.0", and below that by engine, with the top competitor there. */
function standingOn({ label, isGuess = false, visibility, rival, engines }: LeadTopic): (Part | undefined)[] {
  const level = alignFigures([visibility, rival?.visibility, ...engines.map((one) => one.visibility)]);
  const nameOf = (one: (typeof engines)[number]) => brief(one.engine, 'place') || 'an unnamed engine';
  const scored = engines.filter((one) => one.visibility !== undefined);
  const own = firstOf(scored, ENGINES_SHOWN, (one) => `${nameOf(one)} ${level(one.visibility ?? 0)}`);
  const byRival = Map.groupBy(engines.slice(0, ENGINES_SHOWN), (one) => one.rival ?? '');
  byRival.delete('');
  const rivals = [...byRival].map(
    ([name, those]) => `${brief(name, 'place')} on ${andList(those.map(nameOf))}`,
  );
  const overall = join(
    [
      visibility !== undefined && `you ${level(visibility)}`,
      rival && `${brief(rival.name, 'place')} ${level(rival.visibility)}`,
    ],
    ', ',
  );
  const byEngine = lines(
    own.length > 0 && `You by engine: ${own.join(' · ')}`,
    rivals.length > 0 && `Top competitor: ${rivals.join('; ')}`,
  );
  if (isEmpty(overall) && isEmpty(byEngine)) return [];
  const closest = isGuess ? ', the closest of your topics' : '';
  const what = bold(`Where you stand on “${brief(label, 'prompt')}”${closest}`);
  return [paragraph(lines(join([what, overall], ': '), byEngine)), note(SPAN_UNKNOWN)];
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

/** Sent to the claimer of leads without a reply. Of those they no longer hold, it says what became of them. */
export function leadReminderMessage(reminder: LeadReminder, standing: Standing): Page {
  const { person, also = [] } = reminder;
  const all = [reminder, ...also].map((claim) => ({ claim, of: claimOf(claim, person, standing) }));
  const isAnyHeld = all.some(({ of }) => of.isTheirs);
  return page(
    headline(bold(isAnyHeld ? 'Did you reply?' : 'Nothing left to reply to')),
    rows(
      all.map(({ claim, of }) => unansweredRow(claim, of)),
      { rest: (left) => note(`${count(left, 'more lead')}: /visibility leads mine`) },
    ),
  );
}

function unansweredRow({ lead, project, claimedAt: at, assignedBy }: UnansweredClaim, of: HeldClaim): Row {
  const how = assignedBy === undefined ? 'You claimed it' : say`${user(assignedBy)} assigned it to you`;
  const { ref, handle, now, isTheirs } = of;
  return {
    text: lines(leadLink(lead), isTheirs ? say`${how} on ${moment(at)}.` : describeLost(now, at)),
    note: beside(brief(project.name, 'project'), handle),
    controls: isTheirs && ref ? leadButtons([...HOLDERS, 'snooze'], ref, lead) : undefined,
    id: `${project.id} ${handle}`,
  };
}

function describeLost(standing: LeadStanding, at: number): Text | string {
  return leadState(standing, at) ?? 'Open again: anyone can take it.';
}

/** Sent to the new holder of an assigned lead, with its brief. Once they no longer hold it, says what became of it. */
export function leadAssignedMessage(assigned: LeadAssigned, standing: Standing): Page {
  const { lead, project, by, person, note: words, at, briefing } = assigned;
  const { ref, handle, now, isTheirs } = claimOf(assigned, person, standing);
  if (!isTheirs) return leadSettledPage({ project, lead, handle, standing: now }, at);
  return page(
    headline(say`${user(by)} gave you a lead to answer: ${leadLink(lead)}`),
    words !== undefined && { kind: 'quote', text: say`${flexible(words)}` },
    ...briefParts(lead, briefing),
    ref && note(WHAT_TO_DO),
    ref && actions(leadButtons(['replied', 'handOver', 'decline'], ref, lead)),
    note(beside(brief(project.name, 'project'), briefFacts(lead, at), handle)),
  );
}

type HeldClaim = ReturnType<typeof claimOf>;

/** Whether `person` still holds the lead: nothing is known of one that nobody has touched. */
function claimOf(
  { lead, project }: Pick<LeadReminder, 'lead' | 'project'>,
  person: string,
  standing: Standing,
) {
  const handle = handleOf(standing, lead.key);
  const now: LeadStanding = standing.leads?.[lead.key] ?? { state: 'claimed', by: person };
  return {
    handle,
    now,
    ref: handle === undefined ? undefined : { handle, projectId: project.id },
    isTheirs: now.state === 'claimed' && now.by === person,
  };
}

/** Confirms a handover to the person who made it. */
export function leadGivenAnswer(handle: string, lead: DigestLead, to: string): Page {
  return pageAbout([{ lead }], say`${user(to)} now has ${bold(handle)}, with the brief in a direct message.`);
}

type SetAside = { handle: string; lead: DigestLead };

/** Confirms a dismissal, or a snooze until then (epoch ms); an undo redraws `from`. Without it for more than a button takes. */
export function leadsSetAsideAnswer(
  projectId: string,
  all: readonly SetAside[],
  how: { reason: string } | { until: number },
  from?: Carried<'lead_form'>['from'],
): Page {
  const name = bold(nameOf(all));
  const text =
    'until' in how
      ? say`You snoozed ${name} until ${dayOf(how.until)}.`
      : say`You dismissed ${name}${describeDismissal(how.reason).replace(/\.$/, '')}.`;
  const undoes = { projectId, handles: all.map(({ handle }) => handle) };
  const value = carryIfFits('leads', { ...undoes, ...from }) ?? carryIfFits('leads', undoes);
  const undo = value && button(ACTIONS.leadUndo, 'Undo', `Undo this for ${nameOf(all)}`, value);
  return pageAbout(all, text, undo);
}

/** Replaces it after its Undo. */
export function leadsRestoredAnswer(all: readonly SetAside[]): Page {
  return pageAbout(all, say`Undone for ${bold(nameOf(all))}.`);
}

function nameOf(all: readonly SetAside[]): string {
  const [only, ...others] = all;
  return only && others.length === 0 ? only.handle : count(all.length, 'lead');
}

function pageAbout(all: readonly { lead: DigestLead }[], text: Text, control?: Button | ''): Page {
  const [only, ...others] = all;
  const isOne = only && others.length === 0;
  return page(headline(text, control || undefined), isOne && note(leadLink(only.lead)));
}

/** To a claimer whose claim a colleague ended, or to the assigner of a declined lead, who can take or assign it again. */
export function claimEndedMessage(ended: ClaimEnded, standing: Standing): Page {
  const { project, lead, by, how, at } = ended;
  const [done, open] = ENDED[how];
  const handle = handleOf(standing, lead.key);
  const now = standing.leads?.[lead.key];
  const state = now && leadState(now, at);
  const ref = how === 'decline' && !state && handle !== undefined && { handle, projectId: project.id };
  return page(
    headline(say`${user(by)} ${done} ${leadLink(lead)}`),
    paragraph(state ?? open),
    ref && actions(leadButtons(['claim', 'assign'], ref, lead)),
    note(beside(brief(project.name, 'project'), moment(at), handle)),
  );
}

const ENDED: Readonly<Record<ClaimEnded['how'], readonly [done: string, after: string]>> = {
  reply: ['replied to', 'You’re done with it.'],
  release: ['released your claim on', 'It’s open again for anyone.'],
  decline: ['can’t take', 'It’s open again for anyone.'],
};

export type UnchangedLead = { handle: string; lead: DigestLead; standing: LeadStanding };

/** Says why nothing changed for one or more leads. `reader`: the id of who sees this; `act`: the kind of what they tried. */
export function leadsUnchangedPage(
  all: readonly UnchangedLead[],
  at: number,
  reader: string,
  act?: string,
): Page {
  const [only, ...others] = all;
  const why = (one: UnchangedLead) =>
    act === 'undo'
      ? say`Can’t undo: ${bold(one.handle)} has changed since. ${leadState(one.standing, at) ?? 'It’s open'}.`
      : describeUnchanged(one, at, reader, act);
  if (only && others.length === 0) return pageAbout(all, why(only));
  return page(
    headline(bold(`${all.length} leads haven’t changed`)),
    rows(all.map((one) => ({ text: beside(why(one), titleOf(one.lead, 'line')) }))),
  );
}

/** "@Ana claimed L3 first, at 09:03.", or who can do what the reader tried; and what the reader can do instead. */
function describeUnchanged(
  { handle, standing }: UnchangedLead,
  at: number,
  reader: string,
  act?: string,
): Text {
  const { state, by, assignedBy } = standing;
  const stands = say`${bold(handle)} hasn’t changed. ${leadState(standing, at) ?? 'It’s open'}.`;
  if (state !== 'claimed' || by === reader) return stands;
  const release = 'If it stays unanswered, Release in its ⋯ menu ends their claim, and anyone can take it.';
  const isHolders = HOLDERS_ACTS.some((one) => one === act);
  const who = say`${whoOf(standing, 'its holder')}${act === 'assign' && assignedBy && say` or ${user(assignedBy)}`}`;
  if (isHolders) return say`${stands} Only ${who} can do that. ${release}`;
  if (assignedBy !== undefined) return say`${stands} ${release}`;
  const since = atTime(standing, at);
  return say`${whoOf(standing, 'A colleague')} claimed ${bold(handle)} first${since && say`, ${since}`}. Leave it to them. ${release}`;
}
