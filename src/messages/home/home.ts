/** Renders the Home tab: what waits for one person, what to do next, and what they may change. */
import type {
  FeedStanding,
  LeadState,
  MentionAlert,
  ProjectRef,
  ScoreAlert,
  ScoreOverview,
  Stalled,
} from '../../decision.ts';
import { nextPost } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton } from '../answer-controls.ts';
import { describeEditedInFile, feedControl, feedState, feedTimes } from '../feeds/feed-list.ts';
import { count, figure, firstOf } from '../figures.ts';
import { briefFacts } from '../leads/claims.ts';
import { atTime, citedNote, titleOf } from '../leads/lead-facts.ts';
import {
  ALL_OPEN,
  claimWithMenu,
  HOLDERS,
  leadButtons,
  type NamedLead,
  openLeadsButton,
} from '../leads/lead-row.ts';
import { ownDigestButton } from '../leads/own-digest.ts';
import { brief, linkable } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph, type Row, rows } from '../page.ts';
import { type Verdicts, verdictsInWords } from '../scores/alert-answers.ts';
import { describeFound, describeProgress } from '../scores/alert-message.ts';
import * as words from '../scores/alert-words.ts';
import { describeEnds, describeLatest, describeMean, isMeasured } from '../scores/score-words.ts';
import { findSide } from '../scores/scores-answer.ts';
import { beside, bold, channel, code, join, lines, link, say, type Text, user } from '../text.ts';
import { moment, scheduleInWords } from '../times.ts';

/** Only what the person may see. Times in epoch ms; lists best or latest first. */
export type Home = {
  at: number;
  projects: readonly { project: ProjectRef; score: HomeScore }[];
  leads: readonly NamedLead[];
  /** Projects with open leads, also if none of them is among the best. */
  withOpenLeads: readonly ProjectRef[];
  /** `places`: the person's channels that got it, starting with the one these figures are from. */
  alerts: readonly {
    alert: ScoreAlert | MentionAlert;
    handle: string | undefined;
    places: readonly string[];
    taken?: { by: string; isOwn: boolean } | undefined;
    verdicts?: Verdicts | undefined;
    stalled?: Stalled | undefined;
  }[];
  /** On leads and alerts. */
  mayAct: boolean;
  /** With `mayChange`, each has buttons to pause, resume and change it. */
  feeds: readonly { project: ProjectRef; standing: FeedStanding }[];
  mayChange: boolean;
  /** If they may work on leads: those waiting for their reply, longest first. */
  mine: readonly NamedLead[] | undefined;
  /** If they may have a digest of their own: when it comes. */
  own?: { schedule: string; timezone: string } | 'none' | undefined;
};

/** Who sees a lead: when (epoch ms), with which projects, and whether they may act on it. */
type LeadReader = Pick<Home, 'at' | 'mayAct'> & { projects: readonly { project: ProjectRef }[] };

const PROJECTS_LISTED = 5;

const PLACES_SHOWN = 4;

export function homePage(home: Home): Page {
  const { projects, alerts, mine } = home;
  // One that is claimed while the tab is read comes in both lists; Slack refuses a tab with a row twice.
  const held = new Set(mine?.map(rowId));
  const leads = home.leads.filter((lead) => !held.has(rowId(lead)));
  return page(
    mine && listed('Yours to answer', mine, (lead) => leadRow(lead, home, true)),
    listed('Best open leads', leads, (lead) => leadRow(lead, home)),
    allLeads(home),
    listed('Open alerts', alerts, (one) => alertRow(one, home)),
    rows(
      projects.map(({ project, score }) => {
        const side = sideOf(score, alerts, project);
        return { text: beside(bold(brief(project.name, 'project')), homeScore(score), side, endsOf(score)) };
      }),
      { heading: bold('Projects') },
    ),
    feedList(home),
    ownDigestPart(home),
    note(beside('Only you see this', say`as of ${moment(home.at)}`, '/visibility help')),
  );
}

function listed<Thing>(what: string, all: readonly Thing[], row: (thing: Thing) => Row): Part | undefined {
  return rows(all.map(row), { heading: beside(bold(what), all.length === 0 && 'none') });
}

/** Answers “leads mine” where several projects are shown: what the reader holds in any of them, as on Home. */
export function claimsPage(waiting: readonly NamedLead[], reader: LeadReader): Page {
  const { projects } = reader;
  if (waiting.length === 0) {
    const open = projects.map(({ project: { id, name } }) =>
      lineButton(`Open leads of ${brief(name, 'project')}`, 'leads', id),
    );
    return page(headline(bold('You have no leads to answer')), actions(open.slice(0, PROJECTS_LISTED)));
  }
  return page(
    headline(beside(bold('Yours to answer'), count(waiting.length, 'lead'))),
    rows(waiting.map((lead) => leadRow(lead, reader, true))),
  );
}

function allLeads({ withOpenLeads, projects }: Home): Part | undefined {
  return actions(
    withOpenLeads.slice(0, PROJECTS_LISTED).map(({ id, name }) => {
      const of = brief(name, 'project');
      return openLeadsButton(projects.length > 1 ? `${ALL_OPEN} of ${of}` : ALL_OPEN, of, id);
    }),
    'all leads',
  );
}

/** Names the project only if there are several. `isTheirs`: the reader holds the lead. */
function leadRow(
  { project, lead, handle }: NamedLead,
  { at, projects, mayAct }: LeadReader,
  isTheirs = false,
): Row {
  const title = titleOf(lead);
  const { since, assignedBy }: Partial<LeadState> = lead.state ?? {};
  const how = assignedBy === undefined ? 'claimed' : say`assigned by ${user(assignedBy)}`;
  const facts = beside(
    briefFacts(lead, at),
    projects.length > 1 && brief(project.name, 'project'),
    isTheirs && since !== undefined && say`${how} ${atTime({ since }, at)}`,
    handle,
  );
  const cited = citedNote(lead.citedBy);
  const text = lines(bold(link(linkable(lead.url), title)), facts, cited && `${cited}.`);
  if (handle === undefined) return { text };
  const ref = { handle, projectId: project.id };
  const controls = isTheirs ? leadButtons(HOLDERS, ref, lead) : claimWithMenu(ref, lead);
  return { text, controls: mayAct ? controls : [], id: rowId({ project, handle }) };
}

const rowId = ({ project, handle }: Pick<NamedLead, 'project' | 'handle'>) => `${project.id} ${handle}`;

const WHY_ALERT = [ACTIONS.homeAlertWhy, 'Why this alert?'] as const;

function alertRow(told: Home['alerts'][number], { mayAct }: Home): Row {
  const { alert, handle, places, taken, verdicts, stalled } = told;
  const where = join(firstOf(places, PLACES_SHOWN, channel, 'channel'), ', ');
  const holder = taken && say`✋ ${user(taken.by)} is on it`;
  // Once later days followed, how they are says more.
  const isLatest = alert.kind === 'score_alert' && alert.alert.day === alert.day;
  const sureness = isLatest && alert.alert.sureness;
  const progress = describeProgress(alert, stalled);
  const text = lines(
    beside(bold(describeFound(alert)), sureness, holder, where, handle),
    progress,
    verdicts && verdictsInWords(verdicts),
  );
  const which = `${handle === undefined ? '' : `${handle}, `}${brief(alert.project.name, 'project')}`;
  const take = taken?.isOwn ? words.RELEASE : words.TAKE;
  const mayTake = mayAct && (!taken || taken.isOwn);
  const shown = [WHY_ALERT, ...(mayTake ? [take] : [])];
  return { text, controls: shown.map((one) => words.alertButton(one, which, alert, true)), id: handle };
}

function ownDigestPart({ own }: Home): Part | undefined {
  if (own === undefined) return undefined;
  const when =
    own === 'none' ? 'a few open leads as a direct message, whenever you like' : scheduleInWords(own);
  const control = ownDigestButton(own === 'none' ? 'Your own digest…' : 'Edit…');
  return rows([{ text: beside(bold('Your own digest'), when), control, id: 'own' }]);
}

/** One line, or with `mayChange` a row for each. */
function feedList({ feeds, mayChange }: Home): Part | undefined {
  if (feeds.length === 0) return undefined;
  const standings = feeds.map(({ standing }) => standing);
  const paused = standings.filter((standing) => standing.paused).length;
  const next = nextPost(standings);
  const heading = beside(
    bold('Feeds of your channels'),
    `${figure(feeds.length)}${paused > 0 ? `, ${figure(paused)} paused` : ''}`,
    next !== undefined && say`next post ${moment(next)}`,
    mayChange && describeEditedInFile(standings),
  );
  return rows(mayChange ? feeds.map(feedRow) : [], {
    heading,
    rest: (left) => note(`${count(left, 'more feed')}: /visibility feeds in their channels`),
  });
}

function feedRow({ project, standing }: Home['feeds'][number]): Row {
  const { feed } = standing;
  const name = `${brief(project.name, 'project')} ${feed.kind}`;
  return {
    text: beside(say`${bold(name)} in ${channel(feed.channel)}`, feedTimes(standing), feedState(standing)),
    control: feedControl(name, standing),
    id: feed.id,
  };
}

/** The reader's role in this workspace. An admin may connect projects. */
export type Newcomer = 'admin' | 'member' | 'guest' | 'stranger';

const FOR_ROLE: Record<Newcomer, string> = {
  stranger:
    'It answers you in channels that use it, but this tab shows figures only to members of this workspace.',
  guest: 'None of your channels uses it.',
  member: 'None of your channels uses it yet. Three steps to a first digest:',
  admin: 'None of your channels uses it yet. Three steps to a first digest:',
};

/** The same whether there are no projects or only other people's, which must stay secret outside their channels. */
export function homeWelcome(newcomer: Newcomer): Page {
  const intro = say`${bold('Sightline')} posts threads where your team could help, and tells you when AI engines change what they say about you. ${FOR_ROLE[newcomer]}`;
  return { parts: [intro, ...stepsOf(newcomer)].map((text) => paragraph(text)) };
}

function stepsOf(newcomer: Newcomer): Text[] {
  if (newcomer === 'guest' || newcomer === 'stranger') return [];
  const who = newcomer === 'member' && ' An admin does this.';
  return [
    say`${bold('1.')} In the channel where leads should appear, type ${code('/invite @Sightline')}.`,
    say`${bold('2.')} Type ${code('/visibility connect')} there, with the project and its API key at hand. The key is checked right away.${who}`,
    say`${bold('3.')} Check the preview of the first digest and choose when it comes: ${code('/visibility subscribe leads')}.${who}`,
  ];
}

/** `loading` until the API answers; `unreadable` if it failed. */
export type HomeScore = ScoreOverview | 'loading' | 'unreadable';

/** In place of a chart: a tab can't have one, and one made of characters would be read out. */
function endsOf(score: HomeScore): string | undefined {
  if (typeof score === 'string' || score.days.filter(isMeasured).length < 2) return undefined;
  return `${describeEnds(score.days, 'score')} in ${count(score.days.length, 'day')}`;
}

function sideOf(score: HomeScore, alerts: Home['alerts'], { id }: ProjectRef): string | undefined {
  if (typeof score === 'string') return undefined;
  return findSide(
    score,
    alerts.filter(({ alert }) => alert.project.id === id),
  );
}

/** "visibility 52.2 on Tue 10 Mar, down 8.1 since Mon" */
export function homeScore(score: HomeScore): Text {
  if (score === 'loading') return say`Loading visibility…`;
  if (score === 'unreadable') return say`visibility can’t be read right now: ${code('/visibility admin')}`;
  const { score: latest } = score;
  if (!latest) return say`no overall visibility for a complete day`;
  return beside(say`visibility ${describeLatest(latest)}`, latest.meanOf && describeMean(latest.meanOf));
}
