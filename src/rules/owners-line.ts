/** What the owners read on Mondays: how many projects fare well, and which do not. */
import type { FeedKind, FeedPlace, FeedStanding, OwnersLine, ProjectHealth } from '../decision.ts';

/** Undefined where there is no project to speak of. `at` is when the line was due, epoch ms. */
export function ownersLine(
  health: readonly ProjectHealth[],
  openAlerts: number,
  at: number,
): OwnersLine | undefined {
  const [first] = health;
  if (!first) return undefined;
  const paused = health.flatMap(({ project, feeds }) => {
    const stopped = feeds.flatMap(({ feed, paused }) =>
      paused ? [{ feed: named(feed, feeds), ...paused }] : [],
    );
    const [longest] = stopped.toSorted((a, b) => a.at - b.at);
    if (!longest) return [];
    return [
      { name: project.name, feeds: stopped.map(({ feed }) => feed), by: longest.by, since: longest.at },
    ];
  });
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
    paused,
    troubled,
    openAlerts,
    next: coming[0],
  };
}

function named({ kind, channel }: FeedStanding['feed'], all: readonly FeedStanding[]): FeedKind | FeedPlace {
  return all.filter(({ feed }) => feed.kind === kind).length > 1 ? { kind, channel } : kind;
}
