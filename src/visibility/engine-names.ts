/** Names of engines that stay distinct when two engines share a display name. */
import type { Region } from './assumed.ts';
import type { Engine, TopicDetail } from './contract.ts';
import { isGuid } from './values.ts';

/** Engine names by id. */
export type EngineNames = ReadonlyMap<string, string>;

/**
 * The display name. If several engines share it, followed by what differs: the surface, else the model, else both,
 * else the start of the id. "ChatGPT (search)", "ChatGPT (chat)".
 */
export function engineNames(engines: readonly Engine[]): EngineNames {
  return new Map(engines.map((engine) => [engine.id, nameAmong(engines, engine)]));
}

type OfEngine = { engineId: string | undefined; engine: string | undefined };

/** Names the engines that rows give an id for; other rows keep the API's name. */
export function withEngineNames<Row extends OfEngine>(rows: readonly Row[], names: EngineNames): Row[] {
  return rows.map((row) => ({ ...row, engine: names.get(row.engineId ?? '') ?? row.engine }));
}

/** What a row may say of its engine and region, or of several engines. */
export type OfParts = Partial<OfEngine> & {
  regionId?: string | undefined;
  region?: string | undefined;
  engines?: readonly string[] | undefined;
};

/** Whether a row has only an id or a slug for its engine or region, in whichever field. */
export function lacksNames(rows: readonly OfParts[]): boolean {
  return rows.some((row) => {
    const { engineId, engine, regionId, region, engines = [] } = row;
    return (
      (engineId !== undefined && engine === undefined) ||
      (regionId !== undefined && region === undefined && 'region' in row) ||
      isId(region) ||
      [engine, ...engines].some((one) => isId(one) || isSlug(one))
    );
  });
}

/** The API's own lists. */
export type Parts = { engines: readonly Engine[]; regions: readonly Region[] };

/** Names engines and regions that have only an id or a slug. */
export function withListedNames<Row extends OfParts>(
  rows: readonly Row[],
  { engines, regions }: Parts,
): Row[] {
  const names = new Map([...engineNames(engines)].map(([id, name]) => [id.toLowerCase(), { id, name }]));
  const slugs = new Map<string, { id: string; name: string } | undefined>();
  for (const words of CALLED) {
    const called = engines.flatMap((engine) => {
      const named = names.get(engine.id.toLowerCase());
      return [...new Set(words(engine, named?.name).map(lettersOf))].map((word) => ({ word, named }));
    });
    for (const [word, [only, ...more]] of Map.groupBy(called, (one) => one.word))
      if (!slugs.has(word)) slugs.set(word, more.length === 0 ? only?.named : undefined);
  }
  const matchSlug = (slug: string | undefined) => (isSlug(slug) ? slugs.get(lettersOf(slug)) : undefined);
  /** An id that no engine has says nothing to people. */
  const nameOf = (one: string) =>
    (names.get(idIn(one, undefined)) ?? matchSlug(one))?.name ?? (isId(one) ? undefined : one);
  const places = new Map(
    regions.flatMap(({ id, name, code }) =>
      id === undefined ? [] : [[id.toLowerCase(), { id, name: name ?? code }]],
    ),
  );
  return rows.map((row) => {
    const engine = names.get(idIn(row.engine, row.engineId)) ?? matchSlug(row.engine);
    const region = places.get(idIn(row.region, row.regionId));
    const named = row.engines?.flatMap((one) => nameOf(one) ?? []);
    return {
      ...row,
      ...(named && { engines: named }),
      ...(engine && { engineId: engine.id, engine: engine.name }),
      ...(region && { regionId: region.id, region: region.name }),
    };
  });
}

const isId = (name: string | undefined) => name !== undefined && isGuid(name);

/** "chatgpt", "google-ai-overviews" */
const isSlug = (name: string | undefined) => name !== undefined && /^[a-z\d]+(?:[-_][a-z\d]+)*$/.test(name);

/** What a slug may be made of: a name, else what only one engine has. */
const CALLED: readonly ((engine: Engine, name: string | undefined) => readonly (string | undefined)[])[] = [
  ({ display_name }, name) => [display_name, name],
  ({ model, provider }) => [model, provider],
];

const lettersOf = (name = '') => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The id of an engine or region without a name; '' if it has one. */
function idIn(name: string | undefined, id: string | undefined): string {
  return (name === undefined ? id : isId(name) ? name : '')?.toLowerCase() ?? '';
}

/** As `withEngineNames`, for a topic's figures by engine. */
export function topicWithEngineNames(topic: TopicDetail, names: EngineNames): TopicDetail {
  const by_model = topic.by_model.map((row) => ({ ...row, engine: names.get(row.engine_id) ?? row.engine }));
  return { ...topic, by_model };
}

function nameAmong(engines: readonly Engine[], engine: Engine): string {
  const display_name = engine.display_name.trim();
  const alike = engines.filter((one) => one.id !== engine.id && same(one.display_name, display_name));
  if (alike.length === 0) return display_name;
  const isOwn = (label: (one: Engine) => string) =>
    label(engine).trim() !== '' && !alike.some((one) => same(label(one), label(engine)));
  const label = [(one: Engine) => one.surface, (one: Engine) => one.model, bothOf].find(isOwn);
  return `${display_name} (${label?.(engine) ?? engine.id.slice(0, 8)})`;
}

const bothOf = ({ surface, model }: Engine) => `${surface}, ${model}`;

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
