/** Answers /visibility feeds, every change to a feed, Change filter, and the preview of what a feed would post now. */
import { type Carried, carry } from '../../carried.ts';
import type { FeedKind, FeedStanding, ProjectRef } from '../../decision.ts';
import { DEFAULT_LIMIT, FEED_KINDS } from '../../decision.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { describeQuiet } from '../../words/day-times.ts';
import { entryOf } from '../../words/nearest.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineOptions } from '../answer-controls.ts';
import { andList, count, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import type { Control, Page, Row } from '../page.ts';
import { actions, button, headline, note, page, paragraph, rows, section, withoutControls } from '../page.ts';
import { describeMute, thresholdInWords } from '../scores/alert-words.ts';
import {
  beside,
  bold,
  capitalize,
  channel,
  code,
  join,
  lines,
  type Piece,
  say,
  type Text,
  user,
} from '../text.ts';
import { moment } from '../times.ts';
import { pauseSummary, reasonClause } from '../trouble-words.ts';

export type FeedsListed = {
  /** How many the project has, if these aren’t all. */
  of?: number;
  /** What just changed, and what its Undo carries. */
  done?: Text | string | undefined;
  undo?: string | undefined;
  /** Whether rows have controls. */
  mayChange: boolean;
  /** False if the channel shows the project no longer. */
  isShown?: boolean;
};

export function feedList(
  project: ProjectRef,
  feeds: readonly FeedStanding[],
  { of = feeds.length, done, undo, mayChange, isShown = true }: FeedsListed,
): Page {
  const name = brief(project.name, 'project');
  const amount = `${feeds.length < of ? `${feeds.length} of ` : ''}${of === 0 ? 'no feeds' : count(of, 'feed')}`;
  return {
    summary: say`${done && say`${done} `}${name}: ${amount}.`,
    parts: [
      headline(
        lines(
          done && bold(done),
          beside(bold(`${name} · ${amount}`), mayChange && describeEditedInFile(feeds)),
        ),
        undo === undefined ? undefined : button(ACTIONS.feedUndo, 'Undo', 'Subscribe again', undo),
      ),
      rows(feeds.map((standing) => feedRow(name, standing, mayChange && isShown))),
      actions([
        mayChange && lineButton('New feed…', 'subscribe', project.id),
        isShown && {
          kind: 'select',
          id: ACTIONS.lineOpen,
          label: 'Preview…',
          options: lineOptions(
            FEED_KINDS.map((kind) => ({ label: kind, line: `preview ${kind}` })),
            project.id,
          ),
        },
      ]),
    ],
  };
}

function feedRow(name: string, standing: FeedStanding, mayChange: boolean): Row {
  const { feed, mutedPlaces } = standing;
  const title = say`${bold(feed.kind)} in ${channel(feed.channel)}`;
  const muted = firstOf(mutedPlaces ?? [], 1, (place) => brief(place, 'place'), 'place');
  const value = carry('feed', { feed: feed.id });
  return {
    text: lines(beside(title, feedTimes(standing)), feedState(standing)),
    note: beside(
      feed.quiet && `quiet ${describeQuiet(feed.quiet)}`,
      ...boundsOf(feed.settings),
      muted.length > 0 && `muted here: ${andList(muted)}`,
    ),
    control: mayChange ? feedControl(`${name} ${feed.kind}`, standing) : undefined,
    controls: mutedPlaces && [
      button(ACTIONS.filterChange, 'Change filter', `How to change the filter of ${name} leads`, value),
    ],
  };
}

type Settings = Partial<NonNullable<FeedStanding['feed']['settings']>>;

function boundsOf(settings: Settings = {}): (Piece | false)[] {
  const { min_change: minChange, mention = [], limit = DEFAULT_LIMIT, warm_leads, post_empty } = settings;
  return [
    minChange !== undefined && thresholdInWords(minChange),
    mention.length > 0 && say`${join(mention.map(user), ', ')} mentioned in serious alerts`,
    limit !== DEFAULT_LIMIT && `at most ${count(limit, 'lead')}`,
    ...describeFilters(settings),
    warm_leads === true && 'ends with threads that engines cite',
    post_empty === true && 'says so when nothing is new',
    settings.by_person === true && 'names who claimed and answered',
  ];
}

function daysOrHours(ms: number): string {
  return ms % DAY_MS === 0 ? count(ms / DAY_MS, 'day') : count(ms / HOUR_MS, 'hour');
}

const NAMED = 3;

/** A feed's run of some day; without `due`, none was due. `leads`: how many its post brought. */
export type PastPost = {
  kind: FeedKind;
  channel: string;
  due?: number | undefined;
  became: keyof typeof BECAME;
  leads?: number | undefined;
};

const BECAME = {
  posted: 'posted',
  nothing: 'there was nothing new to post',
  waiting: 'still waiting for Slack or the API',
  missed: 'missed, because it couldn’t be read or posted in time or the feed was paused',
  not_due: 'none was due then',
  unrecorded: 'nothing is on record: it was paused or not set up, Sightline was off, or it’s too long ago',
};

/** "Leads in #acme-leads, Sat 5 Dec, 09:00: posted, with 3 leads." */
export function pastPostsLine(posts: readonly PastPost[]): Text {
  const each = posts.map(({ kind, channel: where, due, became, leads }) => {
    const at = due !== undefined && say`, ${moment(due)}`;
    const many = leads ? `, with ${count(leads, 'lead')}` : '';
    return say`${capitalize(kind)} in ${channel(where)}${at}: ${BECAME[became]}${many}.`;
  });
  return lines(...each);
}

/** "weekdays at 9:00 Europe/Berlin" */
export function feedTimes({ feed }: FeedStanding): string {
  return `${brief(feed.schedule, 'name')} ${feed.timezone}`;
}

/** When it posts next and what delays it, or who paused it and until when. */
export function feedState(standing: FeedStanding): Text {
  const { next, paused } = standing;
  const post = next === undefined ? 'no more posts scheduled' : say`next ${moment(next)}`;
  return beside(feedTrouble(standing), !paused && post);
}

/** Who paused it and until when, or what delays it; empty if nothing does. */
export function feedTrouble({ paused, triedAgain, late, muted }: FeedStanding): Text {
  if (paused) return say`${bold('paused')} ${pauseSummary(paused)}`;
  return beside(
    triedAgain !== undefined && say`post of ${moment(triedAgain)} ${bold('late')}, retrying`,
    late && say`${bold('posts waiting')} since ${moment(late.since)}${reasonClause(late)}`,
    muted && say`${bold('muted')} ${describeMute(muted, muted.handle ?? 'the alert')}`,
  );
}

type FeedChoice = NonNullable<Carried<'feed'>['choice']>;

/** Where feeds that have no ⋯ are changed; undefined if all have it. */
export function describeEditedInFile(feeds: readonly FeedStanding[]): string | undefined {
  const fromFile = feeds.filter(({ feed }) => feed.revision === undefined).length;
  if (fromFile === 0) return undefined;
  return `${fromFile === feeds.length ? '' : 'those without ⋯ are '}set up in projects.yml; here you can only pause them`;
}

/** A feed in projects.yml can only be paused; one made in Slack can be changed too. `name`: "Acme leads". */
export function feedControl(name: string, { feed: { id, revision }, paused }: FeedStanding): Control {
  if (revision === undefined) {
    const value = carry('feed', { feed: id });
    return paused
      ? button(ACTIONS.feedResume, 'Resume', `Resume ${name}`, value)
      : button(ACTIONS.feedPause, 'Pause', `Pause ${name}`, value);
  }
  const option = (choice: FeedChoice, label: string) => ({
    value: carry('feed', { feed: id, choice }),
    label,
  });
  return {
    kind: 'menu',
    id: ACTIONS.feedMenu,
    options: [
      option('edit', 'Edit…'),
      paused ? option('resume', 'Resume') : option('pause', 'Pause'),
      option('end', 'Unsubscribe'),
    ],
  };
}

/** A place muted in the channel. `value`: what its Undo carries; undefined if that’s too long for a button. */
type MutedPlace = { place: string; value: string | undefined };

/** `isMade`: the leads feed was made in Slack and is changed there. */
export function filtersPage(
  project: ProjectRef,
  settings: Settings,
  { isMade, muted }: { isMade: boolean; muted: readonly MutedPlace[] },
): Page {
  const name = brief(project.name, 'project');
  return page(
    headline(bold(`${name} leads: what the filters leave out`)),
    paragraph(
      join(
        [
          isMade
            ? say`To change them, use [Edit] in ${code('/visibility feeds')}.`
            : say`To change them, whoever runs Sightline edits projects.yml, under ${name}, leads. It takes effect within a minute.`,
          say`To leave out one more place, type ${code('/visibility mute')} and its name.`,
        ],
        ' ',
      ),
    ),
    paragraph(capitalize(describeFilters(settings).join(' · ')) || 'They leave out nothing.'),
    section(
      'Muted in this channel',
      muted.map(({ place, value }) => {
        const hint = `Undo the mute of ${brief(place, 'place')}`;
        const control = value === undefined ? undefined : button(ACTIONS.muteLift, 'Undo', hint, value);
        return { text: say`${brief(place, 'place')}`, control };
      }),
    ),
  );
}

function describeFilters({ min_score: least, max_age: oldest, places, words }: Settings): string[] {
  const never = (what: string, all: readonly string[] = []) =>
    all.length === 0 ? [] : `never ${what} ${andList(firstOf(all, NAMED, (one) => brief(one, 'place')))}`;
  return [
    // A lead isn’t punished for a score the API didn’t give.
    least === undefined ? [] : `lead score ${figure(least)} or higher (leads without a score too)`,
    oldest === undefined ? [] : `at most ${daysOrHours(oldest)} old`,
    never('from', places?.never),
    never('with the words', words?.never),
  ].flat();
}

export function muteLiftedPage(place: string): Page {
  return page(headline(`Leads from ${brief(place, 'place')} are posted here again.`));
}

const MARK = 'Nothing is posted, nobody is notified, and buttons are left out.';

type Held = FeedStanding['paused'] | 'not_set_up';

/** `isPosted`: false if it has so little to say that its feed would stay silent. */
export function preview(message: Page, kind: FeedKind, isPosted: boolean, held?: Held): Page {
  const silent = !isPosted && 'Nothing in it is new, so it wouldn’t be posted now.';
  const later = kind === 'leads' && 'Leads nobody claims come back once, in the first digest of another day.';
  const mark = join([bold('Preview.'), silent, later, describeHeld(held), MARK], ' ');
  const inert = withoutControls(message);
  return { ...inert, parts: [note(mark), ...inert.parts] };
}

function describeHeld(held: Held): Text | undefined {
  if (held === 'not_set_up') return say`This feed isn’t set up; its schedule is only a suggestion.`;
  return held && say`Paused ${pauseSummary(held)}: its feed posts nothing meanwhile.`;
}

const WHY: Readonly<Record<string, string>> = {
  no_scores: 'the API has no visibility scores',
  no_complete_day: 'no complete day has a visibility score yet',
  stale: 'the API has no new figures',
  edits_only: 'changes only go into the messages of open alerts',
  muted: 'everything new is muted (/visibility feeds says until when)',
};

/** The preview of a feed that would post nothing. `why`: the named reason. */
export function nothingToPreview(
  project: ProjectRef,
  kind: FeedKind,
  why = 'nothing_new',
  held?: Held,
): Page {
  const what = `${brief(project.name, 'project')} ${kind}`;
  const reason = entryOf(WHY, why) ?? why.replaceAll('_', ' ');
  return page(headline(bold(`${what} would post nothing now: ${reason}.`)), paragraph(describeHeld(held)));
}
