/** Reads and caches the names that a question about a project can mention. */
import { indexNames, type KnownNames } from '../../ask/names.ts';
import type { Names, Reading } from '../../ask/plan.ts';
import { kindAnywhere } from '../../ask/strange.ts';
import { LEAD_STATES } from '../../decision.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { VisibilityOf } from '../../feeds/feed-kind.ts';
import { LEADS_ASKED } from '../../feeds/leads.ts';
import type { Log } from '../../log.ts';
import type { Project } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { countRivals } from '../../rules/named-days.ts';
import { findReportedEngines, findReportedRegions } from '../../rules/score-series.ts';
import { readStandingLeads } from '../../store/announced.ts';
import type { Db } from '../../store/tables.ts';
import type { DailyScore, Region } from '../../visibility/assumed.ts';
import { type EngineNames, engineNames, withEngineNames } from '../../visibility/breakdown.ts';
import type { Engine } from '../../visibility/contract.ts';
import { mayPass } from '../../visibility/errors.ts';

/**
 * `engineNames` and `regionList` turn ids in the API's rows into names. `unread`: the lists that couldn't be read.
 * `tracked`: the names of engines and regions with figures; all of them if that couldn't be read.
 */
export type NamesOfProject = Names & {
  known: KnownNames;
  engineNames: EngineNames;
  regionList: readonly Region[];
  unread: readonly string[];
  tracked: Pick<Names, 'engines' | 'regions'>;
};

export type ProjectNames = (of: { team: string; project: Project }) => Promise<NamesOfProject>;

const REMEMBERED_MS = 5 * MINUTE_MS;
const REMEMBERED_PROJECTS = 1_000;

/** Somebody is waiting, so a slower list counts as unreadable. */
const PATIENCE_MS = 5_000;

/** Of each kind. Nobody asks about the thousandth domain by name. */
const MAX_NAMES = 500;
const MENTIONS_ASKED = 500;

export function createProjectNames(
  { db, visibilityOf, log }: { db: Db; visibilityOf: VisibilityOf; log: Log },
  now: () => number,
): ProjectNames {
  const kept = new Map<string, { at: number; names: Promise<NamesOfProject> }>();

  /** `expire` is called if a list may be readable in a moment. */
  async function read(team: string, project: Project, expire: () => void): Promise<NamesOfProject> {
    const api = visibilityOf(project);
    const call = { signal: AbortSignal.timeout(PATIENCE_MS) };
    const unread: string[] = [];
    const list = async <Row>(what: string, asked: Promise<readonly Row[]>): Promise<readonly Row[]> => {
      try {
        return await asked;
      } catch (error) {
        log.warn({ err: error, project: project.id, what }, 'Names for questions could not be read');
        unread.push(what);
        // What the API doesn't have, or answers unreadably, stays so: reading all lists for every question won't help.
        if (mayPass(error)) expire();
        return [];
      }
    };
    const ifRead = <List>(asked: Promise<List>) => asked.catch(() => undefined);
    const [engines, regionList, topics, prompts, mentions, referrers, listed, kept, ...reported] =
      await Promise.all([
        list('engines', api.engines(call)),
        list('regions', api.regions(call)),
        list('topics', api.topics(project.id, call)),
        list('prompts', api.prompts(project.id, call)),
        list('rivals', api.mentions(project.id, { limit: MENTIONS_ASKED, ...call })),
        list('domains', api.referrers(project.id, call)),
        list('forums', api.communityLeads(project.id, { limit: LEADS_ASKED, ...call })),
        readStandingLeads(db, { team, projectId: project.id }, LEAD_STATES),
        ifRead(api.dailyScores(project.id, call)),
        ifRead(api.regionUsage(project.id, call)),
      ]);
    const [daily, usage] = reported;
    const names = engineNames(engines);
    const named: Names = {
      project: project.name,
      engines: nameEngines(engines, names),
      regions: nameRegions(regionList),
      topics: distinct(topics.map(({ label }) => label)),
      prompts: distinct(prompts.map(({ text }) => text)),
      rivals: distinct(countRivals(mentions, project).map(({ name }) => name)),
      domains: distinct(referrers.map(({ domain }) => domain)),
      places: distinct([...listed, ...kept].map(({ place }) => place)),
    };
    const ofEngines = daily && findReportedEngines(daily, today(now(), 'UTC'), names).ids;
    const ofRegions = findReportedRegions(usage, regionList);
    const tracked = {
      engines: nameEngines(keepTracked(engines, ofEngines), names),
      regions: nameRegions(keepTracked(regionList, ofRegions)),
    };
    return { ...named, known: indexNames(named), engineNames: names, regionList, unread, tracked };
  }

  return async ({ team, project }) => {
    const key = `${team}:${project.id}`;
    const found = kept.get(key);
    if (found && Math.abs(now() - found.at) < REMEMBERED_MS) return found.names;
    if (kept.size >= REMEMBERED_PROJECTS) kept.clear();
    const one = { at: now(), names: read(team, project, expire) };
    function expire() {
      one.at = Number.NEGATIVE_INFINITY;
    }
    kept.set(key, one);
    one.names.catch(expire);
    return one.names;
  };
}

/** All of them if none is known to be tracked. */
function keepTracked<One extends { id?: string | undefined }>(
  all: readonly One[],
  ids: readonly string[] = [],
): readonly One[] {
  return ids.length === 0 ? all : all.filter(({ id }) => id !== undefined && ids.includes(id));
}

function nameEngines(engines: readonly Engine[], names: EngineNames): string[] {
  return distinct(engines.map(({ id, display_name }) => names.get(id) ?? display_name));
}

function nameRegions(regions: readonly Region[]): Names['regions'] {
  return regions.flatMap(({ name, code }) => {
    const called = name ?? code;
    return called === undefined ? [] : { name: called, code };
  });
}

function distinct(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.flatMap((name) => name?.trim() || []))].slice(0, MAX_NAMES);
}

export function withNames(
  rows: readonly DailyScore[],
  { engineNames, regionList }: NamesOfProject,
): DailyScore[] {
  const regionOf = ({ region, regionId }: DailyScore) => {
    const meant = regionList.find(({ id, code }) =>
      regionId !== undefined ? id === regionId : code !== undefined && code === region,
    );
    return meant?.name ?? region;
  };
  return withEngineNames(rows, engineNames).map((row) => ({ ...row, region: regionOf(row) }));
}

/** What is known instead of an engine or region that isn't, or of one that was to be a rival. */
export function findInstead(
  { unknown, isOfRivals }: Extract<Reading, { verdict: 'not_understood' }>,
  { tracked, known }: NamesOfProject,
) {
  if (unknown === undefined) return undefined;
  const kind = kindAnywhere(unknown) ?? (isOfRivals ? ('rivals' as const) : undefined);
  if (!kind) return undefined;
  const regions = tracked.regions.map(({ name }) => name);
  const names = { engines: tracked.engines, regions, rivals: known.names.rivals }[kind];
  return names.length > 0 ? { kind, names } : undefined;
}
