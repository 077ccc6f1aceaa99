/** The owners' weekly status line: how many projects are healthy, and which aren't. */
import {
  type FeedPlace,
  type FeedStanding,
  isWell,
  type NamedFeed,
  type OwnersLine,
  type ProjectHealth,
} from '../decision.ts';

/** Undefined without projects. `at`: when the line was due, epoch ms. */
export function makeOwnersLine(
  health: readonly ProjectHealth[],
  alerts: OwnersLine['alerts'],
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
    paused: health.flatMap(listPaused),
    troubled,
    waiting: health.flatMap(listWaiting),
    missed: health.flatMap(listMissed),
    alerts,
    next: coming[0],
  };
}

function listPaused({ project, feeds }: ProjectHealth): OwnersLine['paused'] {
  const stopped = feeds.flatMap(({ feed, paused }) =>
    paused ? [{ feed: nameFeed(feed, feeds), ...paused }] : [],
  );
  const [longest] = stopped.toSorted((a, b) => a.at - b.at);
  if (!longest) return [];
  return [{ name: project.name, feeds: stopped.map(({ feed }) => feed), by: longest.by, since: longest.at }];
}

/** Posts of a paused feed aren't late: they wait for whoever paused it. */
function listWaiting({ project, feeds }: ProjectHealth): OwnersLine['waiting'] {
  const running = feeds.flatMap(({ feed, paused, ...rest }) =>
    paused ? [] : [{ feed: nameFeed(feed, feeds), ...rest }],
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

function listMissed({ project, feeds, missed = [] }: ProjectHealth): OwnersLine['missed'] {
  return missed.map((one) => ({
    name: project.name,
    ...one,
    feeds: one.feeds.map((feed) => nameFeed(feed, feeds)),
  }));
}

function nameFeed({ kind, channel }: FeedPlace, all: readonly FeedStanding[]): NamedFeed {
  return all.filter(({ feed }) => feed.kind === kind).length > 1 ? { kind, channel } : kind;
}
