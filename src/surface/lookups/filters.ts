/** Turns "Gemini, ChatGPT in Germany" or "engine:Gemini region:DE,FR" after a command into the API's ids. */
import { engineNames } from '../../visibility/breakdown.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { correctTypo, findNearest } from '../../words/nearest.ts';
import type { CommandAsk } from '../ask.ts';
import { Refused } from '../refused.ts';

export const FILTERS = ['engine', 'region'] as const;
type Kind = (typeof FILTERS)[number];

export const FILTER_USAGE = '[engines] [in regions]';

/** `ids` are the API's. `asked`: the engines and the regions by their display names; `only`: the same in words. */
export type Filter = {
  ids: { engineIds?: string[]; regionIds?: string[] };
  asked: { engines: readonly string[]; regions: readonly string[] };
  only: readonly string[];
};

/** `names` are best first: a later one counts only if nothing else has it as an earlier one. */
type Known = { kind: Kind; id: string; label: string; names: readonly string[]; isOffered: boolean };

/** A name that the API doesn't know, the nearest one that it does, and the labels of what it has. */
type Unknown = { typed: string; what: string; guess: string | undefined; labels: readonly string[] };

/** `words` may name engines and regions in any order. @throws Refused for a name that the API doesn't know */
export async function resolveFilter(
  { options, words, line }: Pick<CommandAsk, 'options' | 'words' | 'line'>,
  api: VisibilityClient,
): Promise<Filter> {
  const { engine = '', region = '' } = options;
  const [engines, regions] = await Promise.all([
    engine || words ? readEngines(api) : [],
    region || words ? readRegions(api) : [],
  ]);
  const unknown: Unknown[] = [];
  const read = (text: string, known: readonly Known[], what: string) => readNames(text, known, what, unknown);
  const meant = [
    ...read(engine, engines, 'engine'),
    ...read(region, regions, 'region'),
    ...read(words, [...engines, ...regions], 'engine or region'),
  ];
  if (unknown.length > 0) throw refuseUnknown(unknown, line);
  const of = (kind: Kind) => [...new Set(meant)].filter((known) => known.kind === kind);
  const [onlyEngines, onlyRegions] = [of('engine'), of('region')];
  const ids = (known: readonly Known[]) => known.map(({ id }) => id);
  const labels = (known: readonly Known[]) => known.map(({ label }) => label);
  const asked = { engines: labels(onlyEngines), regions: labels(onlyRegions) };
  return {
    ids: {
      ...(onlyEngines.length > 0 && { engineIds: ids(onlyEngines) }),
      ...(onlyRegions.length > 0 && { regionIds: ids(onlyRegions) }),
    },
    asked,
    only: [asked.engines, asked.regions].flatMap((names) => names.join(', ') || []),
  };
}

/** An inactive engine isn't offered, but it was asked once and can be asked about. */
async function readEngines(api: VisibilityClient): Promise<Known[]> {
  const engines = await api.engines();
  const names = engineNames(engines);
  return engines.map(({ id, display_name, model, active }) => {
    const label = names.get(id) ?? display_name;
    return { kind: 'engine', id, label, names: cleanNames([label, display_name, model]), isOffered: active };
  });
}

async function readRegions(api: VisibilityClient): Promise<Known[]> {
  return (await api.regions()).flatMap(({ id, name, code }): Known[] => {
    const names = cleanNames([name, code]);
    const [label] = names;
    return id === undefined || label === undefined
      ? []
      : [{ kind: 'region', id, label, names, isOffered: true }];
  });
}

function cleanNames(names: readonly (string | undefined)[]): string[] {
  return names.flatMap((name) => name?.trim() || []);
}

const JOINING = /^(?:in|and|or|on|from)$/i;
const BETWEEN = /[,;"“”„«»]|(?<![^\s])(?:in|and|or|on|from)(?![^\s])/i;

/** Known names come first, the longest before others, as one may hold a comma or an "in". Adds to `unknown`. */
function readNames(text: string, known: readonly Known[], what: string, unknown: Unknown[]): Known[] {
  const whole = findByName(text.trim(), known);
  if (whole.length > 0) return whole;
  // A region's code may be "IN".
  const names = known.flatMap(({ names }) => names).filter((name) => !JOINING.test(name));
  const longestFirst = names
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const anyName = new RegExp(`(?<![^\\s,;"“”„«])(?:${longestFirst.join('|')})(?![^\\s,;"“”»])`, 'gi');
  const meant: Known[] = [];
  const rest = text.replace(names.length === 0 ? /(?!)/ : anyName, (name) => {
    meant.push(...findByName(name, known));
    return ',';
  });
  for (const typed of rest.split(BETWEEN).flatMap((piece) => piece.trim() || [])) {
    const completed = completeName(typed, known, what);
    if ('typed' in completed) unknown.push(completed);
    else meant.push(...completed);
  }
  return meant;
}

function findByName(name: string, known: readonly Known[]): Known[] {
  const ranked = known.map((one) => ({
    one,
    rank: one.names.findIndex((each) => each.toLowerCase() === name.toLowerCase()),
  }));
  const hits = ranked.filter(({ rank }) => rank >= 0);
  const best = Math.min(...hits.map(({ rank }) => rank));
  return hits.flatMap(({ one, rank }) => (rank === best ? one : []));
}

/** The one whose name begins like this, or those that share it; else the only one this is a typo of. Unknown otherwise. */
function completeName(typed: string, known: readonly Known[], what: string): Known[] | Unknown {
  const offered = known.filter(({ isOffered }) => isOffered);
  const names = offered.flatMap(({ names }) => names);
  const begun = offered.filter((one) =>
    one.names.some((name) => name.toLowerCase().startsWith(typed.toLowerCase())),
  );
  const [first, second] = begun;
  const isShared = first?.names.some((name) => begun.every(({ names }) => names.includes(name)));
  if (first && (!second || isShared)) return begun;
  const near = first ? [] : offered.filter((one) => correctTypo(typed, one.names) !== undefined);
  if (near.length === 1) return near;
  const labels = offered.map(({ label }) => label);
  return { typed, what, guess: findNearest(typed, names), labels };
}

function refuseUnknown(unknown: readonly Unknown[], line: string): Refused {
  const mended = unknown.reduceRight<string | undefined>((words, { typed, guess }) => {
    if (!words || !guess) return undefined;
    // The last one: the line begins with the command, which may hold the same letters.
    const at = words.lastIndexOf(typed);
    return words.slice(0, at) + guess + words.slice(at + typed.length);
  }, line);
  const what = [...new Set(unknown.map(({ what }) => what))].join(' and no ');
  const typed = [...new Set(unknown.map(({ typed }) => `“${typed}”`))].join(' or ');
  const labels = [...new Set(unknown.flatMap((one) => one.labels))].join(', ');
  return new Refused(`The API has no ${what} ${typed}. It has: ${labels || 'none'}.`, {
    tries: mended && line ? [mended] : [],
  });
}
