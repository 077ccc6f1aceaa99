/** Draws the Home tab: what one person can see of their projects, best leads first, with what they may change. */
import type { HomeView, SectionBlock } from '@slack/types';
import type {
  DigestLead,
  FeedStanding,
  ProjectHealth,
  ProjectRef,
  RecapPerson,
  ScoreAlert,
} from '../../decision.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { channel, joined, link, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { age } from '../ages.ts';
import { list } from '../budget.ts';
import { dayName, moment } from '../days.ts';
import { feedControl } from '../feed-controls.ts';
import { feedState } from '../feed-state.ts';
import { count, figure, given } from '../figures.ts';
import { button, footer, section } from '../layout.ts';
import { leadValue } from '../leads/lead-controls.ts';
import { titleOf } from '../leads/lead-facts.ts';
import { brief, linkable } from '../lengths.ts';
import { personInWords } from '../posts/recap.ts';
import { figureNamed, moved, scaleOfAlert, sinceWhen, statusWords } from '../scores/alert-words.ts';
import { type HomeScore, homeScore } from '../scores/home-score.ts';
import { METRIC_WORDS } from '../scores/metric-words.ts';
import { homeHealth } from './home-health.ts';

/** Only what the person may see. Times in epoch ms; lists best or latest first. */
export type Home = {
  at: number;
  projects: readonly { project: ProjectRef; score: HomeScore }[];
  leads: readonly { project: ProjectRef; lead: DigestLead; handle: string | undefined }[];
  /** The digests of how many days they are from: of the last alone, unless its have none that is open. */
  leadDays: number;
  /** `places`: the channels of the person's that were told of it, first the one whose figures these are. */
  alerts: readonly { alert: ScoreAlert; handle: string | undefined; places: readonly string[] }[];
  /** `mayClaim`: with the button that claims. */
  mayClaim: boolean;
  /** `mayChange`: with buttons that pause, resume and change them. */
  feeds: readonly { project: ProjectRef; standing: FeedStanding }[];
  mayChange: boolean;
  /** Of those who may work on leads: their last days, and the handles of what waits for their reply. */
  mine: { figures: RecapPerson; days: number; waiting: readonly string[] } | undefined;
  /** Of those who look after the bot. */
  health: readonly ProjectHealth[] | undefined;
};

/** Rows with a button of their own; other feeds are counted. A tab holds 100 blocks. */
const LEADS_SHOWN = 10;
const FEEDS_SHOWN = 40;

/** Characters of one list. */
const LIST_CHARS = 6_000;

const FEED_CONTROLS = {
  pause: ACTIONS.homeFeedPause,
  resume: ACTIONS.homeFeedResume,
  menu: ACTIONS.homeFeedMenu,
  ends: false,
} as const;

/** What an alert is of unless it says so. */
const USUAL_FIGURE = METRIC_WORDS.score.name;

/** Channels named in one line; the others are counted. */
const PLACES_SHOWN = 4;

/** Handles named in one line. */
const WAITING_SHOWN = 8;

export function homeView(home: Home): HomeView {
  const { projects, leads, alerts, mine, health, at } = home;
  const blocks = [
    ...list(mrkdwn`*Projects*`, projects.map(projectRow), LIST_CHARS),
    section(leadsHead(home)),
    ...leads.slice(0, LEADS_SHOWN).map((row) => leadRow(row, home)),
    ...list(
      alerts.length > 0
        ? mrkdwn`*Score alerts open in the last 7 days*, those still open first`
        : mrkdwn`*Score alerts* · none open in 7 days`,
      alerts.map(alertRow),
      LIST_CHARS,
    ),
    ...feedRows(home),
    ...(mine ? [section(mineLine(mine))] : []),
    ...(health ? homeHealth(health, LIST_CHARS) : []),
    footer(mrkdwn`Only you see this · as of ${moment(at)} · /visibility help`),
  ];
  return { type: 'home', blocks };
}

function projectRow({ project, score }: Home['projects'][number]): Mrkdwn {
  return mrkdwn`• *${brief(project.name, 'project')}* · ${homeScore(score)}`;
}

function leadsHead({ leads, leadDays }: Home): Mrkdwn {
  if (leads.length === 0) return mrkdwn`*Best open leads* · none in the digests of ${count(leadDays, 'day')}`;
  if (leadDays === 1) return mrkdwn`*Best open leads of the last 24 hours’ digests*, highest score first`;
  return mrkdwn`*Best open leads of the last ${leadDays} days’ digests*, highest score first · none in those of the last 24 hours`;
}

/** Where there is one project only, its name says nothing. */
function leadRow({ project, lead, handle }: Home['leads'][number], { at, projects, mayClaim }: Home) {
  const title = titleOf(lead);
  const facts = joined(
    [
      brief(lead.place ?? '', 'place') || 'no place given',
      lead.postedAt === undefined ? 'no date given' : age(lead.postedAt, at),
      given('score', lead.score),
      projects.length > 1 && brief(project.name, 'project'),
      handle,
    ],
    ' · ',
  );
  const text = joined([link(linkable(lead.url), title), facts], '\n');
  if (!mayClaim || handle === undefined) return section(text);
  const value = leadValue({ handle, projectId: project.id });
  return inPlace(
    value,
    section(text, button('I’ll reply', `Claim ${handle}, ${title}`, ACTIONS.homeLeadClaim, value)),
  );
}

/** The tab may be drawn anew between a look and a click: the row is still the same one. */
function inPlace(id: string, row: SectionBlock): SectionBlock {
  return { ...row, block_id: id };
}

function alertRow({ alert, handle, places }: Home['alerts'][number]): Mrkdwn {
  const { project, score, previousScore, day } = alert;
  const scale = scaleOfAlert(alert);
  const levels = `${scale.level(previousScore)} → ${scale.level(score)}`;
  const named = figureNamed(alert);
  const whose = joined([brief(project.name, 'project'), named !== USUAL_FIGURE && named], ' ');
  const change = `${moved(alert, scale)}${sinceWhen(alert)}`;
  const what = mrkdwn`${whose} ${change}: ${levels}`;
  const shown = places.slice(0, PLACES_SHOWN).map(channel);
  const others = places.length - shown.length;
  const where = joined([...shown, others > 0 && count(others, 'more channel')], ', ');
  return joined(
    [mrkdwn`• *${what}*`, dayName(day), alert.sureness, statusWords(alert), where, handle],
    ' · ',
  );
}

function feedRows({ feeds, mayChange }: Home) {
  if (feeds.length === 0) return [];
  const shown = feeds.slice(0, FEEDS_SHOWN).map((row) => feedRow(row, mayChange));
  const others = feeds.length - shown.length;
  const isOfFile = feeds.some(({ standing }) => standing.feed.revision === undefined);
  const note = mayChange && isOfFile && 'those without ⋯ are in projects.yml and edited there';
  return [
    section(joined([mrkdwn`*Feeds of your channels*`, note], ' · ')),
    ...shown,
    ...(others > 0
      ? [section(mrkdwn`${count(others, 'more feed')}: /visibility subscriptions in their channels`)]
      : []),
  ];
}

function feedRow({ project, standing }: Home['feeds'][number], mayChange: boolean) {
  const { feed } = standing;
  const name = `${brief(project.name, 'project')} ${feed.kind}`;
  const schedule = `${brief(feed.schedule, 'name')} ${feed.timezone}`;
  const text = joined([mrkdwn`*${name}* in ${channel(feed.channel)}`, schedule, feedState(standing)], ' · ');
  if (!mayChange) return section(text);
  return inPlace(feed.id, section(text, feedControl(name, standing, FEED_CONTROLS)));
}

function mineLine({ figures, days, waiting }: NonNullable<Home['mine']>): Mrkdwn {
  const shown = waiting.slice(0, WAITING_SHOWN);
  const others = waiting.length - shown.length;
  const names = [...shown, ...(others > 0 ? [`${figure(others)} more`] : [])].join(', ');
  return joined(
    [
      mrkdwn`*You, last ${days} days*`,
      personInWords(figures),
      waiting.length > 0 && `waiting for your reply: ${names}`,
    ],
    ' · ',
  );
}
