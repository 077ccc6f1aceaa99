/** What engines are called, so that two of one display name can be told apart wherever they are named or offered. */
import type { Region } from './assumed.ts';
import type { Engine, TopicDetail } from './contract.ts';

/** The name of every engine, by its id. */
export type EngineNames = ReadonlyMap<string, string>;

/**
 * The display name; where several engines share it, with what tells them apart: the surface, else the model, else both,
 * else the beginning of the id. "ChatGPT (search)", "ChatGPT (chat)".
 */
export function engineNames(engines: readonly Engine[]): EngineNames {
  return new Map(engines.map((engine) => [engine.id, nameAmong(engines, engine)]));
}

type OfEngine = { engineId: string | undefined; engine: string | undefined };

/** Rows that name their engine by an id, with the name that is its own; others keep what the API calls it. */
export function withEngineNames<Row extends OfEngine>(rows: readonly Row[], names: EngineNames): Row[] {
  return rows.map((row) => ({ ...row, engine: names.get(row.engineId ?? '') ?? row.engine }));
}

type OfParts = OfEngine & { regionId: string | undefined; region: string | undefined };

/** Whether a row names its engine or region by an id alone, wherever that stands. */
export function lacksNames(rows: readonly OfParts[]): boolean {
  return rows.some(
    ({ engineId, engine, regionId, region }) =>
      (engineId !== undefined && engine === undefined) ||
      (regionId !== undefined && region === undefined) ||
      isId(engine) ||
      isId(region) ||
      isSlug(engine),
  );
}

/** Rows whose engines and regions have an id or a short name alone, with the names that the API lists under it. */
export function withListedNames<Row extends OfParts>(
  rows: readonly Row[],
  { engines, regions }: { engines: readonly Engine[]; regions: readonly Region[] },
): Row[] {
  const names = new Map([...engineNames(engines)].map(([id, name]) => [id.toLowerCase(), { id, name }]));
  const short = Map.groupBy(names.values(), ({ name }) => lettersOf(name));
  const slugged = (engine: string | undefined) => {
    const [only, ...more] = (isSlug(engine) && short.get(lettersOf(engine))) || [];
    return more.length === 0 ? only : undefined;
  };
  const places = new Map(
    regions.flatMap(({ id, name, code }) =>
      id === undefined ? [] : [[id.toLowerCase(), { id, name: name ?? code }]],
    ),
  );
  return rows.map((row) => {
    const engine = names.get(idIn(row.engine, row.engineId)) ?? slugged(row.engine);
    const region = places.get(idIn(row.region, row.regionId));
    return {
      ...row,
      ...(engine && { engineId: engine.id, engine: engine.name }),
      ...(region && { regionId: region.id, region: region.name }),
    };
  });
}

const isId = (name: string | undefined) =>
  name !== undefined && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(name);

/** "chatgpt", "google-ai-overviews" */
const isSlug = (name: string | undefined) => name !== undefined && /^[a-z\d]+(?:[-_][a-z\d]+)*$/.test(name);

const lettersOf = (name = '') => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The id of what has no name but an id; nothing where it has a name. */
function idIn(name: string | undefined, id: string | undefined): string {
  return (name === undefined ? id : isId(name) ? name : '')?.toLowerCase() ?? '';
}

/** The same of a topic's figures by engine. */
export function topicWithEngineNames(topic: TopicDetail, names: EngineNames): TopicDetail {
  const by_model = topic.by_model.map((row) => ({ ...row, engine: names.get(row.engine_id) ?? row.engine }));
  return { ...topic, by_model };
}

function nameAmong(engines: readonly Engine[], engine: Engine): string {
  const { surface, model, id } = engine;
  const display_name = engine.display_name.trim();
  const alike = engines.filter((one) => one.id !== id && same(one.display_name, display_name));
  if (alike.length === 0) return display_name;
  const tells =
    !alike.some((one) => same(one.surface, surface)) && surface.trim() !== ''
      ? surface
      : !alike.some((one) => same(one.model, model)) && model.trim() !== ''
        ? model
        : !alike.some((one) => same(one.surface, surface) && same(one.model, model))
          ? `${surface}, ${model}`
          : id.slice(0, 8);
  return `${display_name} (${tells})`;
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
