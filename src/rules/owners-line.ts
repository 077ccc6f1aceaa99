/** What the owners read on Mondays: how many projects fare well, and which do not. */
import {
  type FeedPlace,
  type FeedStanding,
  isWell,
  type NamedFeed,
  type OwnersLine,
  type ProjectHealth,
} from '../decision.ts';

/** Undefined where there is no project to speak of. `at` is when the line was due, epoch ms. */
export function ownersLine(
  health: readonly ProjectHealth[],
  openAlerts: number,
  at: number,
): OwnersLine | undefined {
  const [first] = health;
  if (!first) return undefined;
  const troubled = health.flatMap(({ project, trouble }) =>
    trouble ? [{ name: project.name, ...trouble }] : [],
  );
  const coming = health
    .flatMap(({ feeds }) => feeds)
    .flatMap(({ feed, next, paused }) =>
      paused || next === undefined ? [] : [{ at: next, timezone: feed.timezone }],
    )
    .toSorted((a, b) => a.at - b.at);
  return {
    kind: 'owners_line',
    v: 1,
    project: first.project,
    at,
    projects: health.length,
    healthy: health.filter((one) => isWell(one) && !one.feeds.some(({ paused }) => paused)).length,
    paused: health.flatMap(pausedIn),
    troubled,
    waiting: health.flatMap(waitingIn),
    missed: health.flatMap(missedIn),
    openAlerts,
    next: coming[0],
  };
}

function pausedIn({ project, feeds }: ProjectHealth): OwnersLine['paused'] {
  const stopped = feeds.flatMap(({ feed, paused }) =>
    paused ? [{ feed: named(feed, feeds), ...paused }] : [],
  );
  const [longest] = stopped.toSorted((a, b) => a.at - b.at);
  if (!longest) return [];
  return [{ name: project.name, feeds: stopped.map(({ feed }) => feed), by: longest.by, since: longest.at }];
}

/** What a paused feed has not posted waits for whoever paused it. */
function waitingIn({ project, feeds }: ProjectHealth): NonNullable<OwnersLine['waiting']> {
  const running = feeds.flatMap(({ feed, paused, ...rest }) =>
    paused ? [] : [{ feed: named(feed, feeds), ...rest }],
  );
  const late = running.flatMap(({ feed, late }) => (late ? [{ feed, ...late }] : []));
  const [oldest] = late.toSorted((a, b) => a.since - b.since);
  const tried = running.flatMap(({ feed, triedAgain: at }) => (at === undefined ? [] : [{ feed, at }]));
  if (!oldest && tried.length === 0) return [];
  return [
    {
      name: project.name,
      ...(oldest && {
        late: { feeds: late.map(({ feed }) => feed), since: oldest.since, reason: oldest.reason },
      }),
      triedAgain: [...Map.groupBy(tried, ({ at }) => at)].map(([at, those]) => ({
        feeds: those.map(({ feed }) => feed),
        at,
      })),
    },
  ];
}

function missedIn({ project, feeds, missed = [] }: ProjectHealth): NonNullable<OwnersLine['missed']> {
  return missed.map((one) => ({
    name: project.name,
    ...one,
    feeds: one.feeds.map((feed) => named(feed, feeds)),
  }));
}

function named({ kind, channel }: FeedPlace, all: readonly FeedStanding[]): NamedFeed {
  return all.filter(({ feed }) => feed.kind === kind).length > 1 ? { kind, channel } : kind;
}
