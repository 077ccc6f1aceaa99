/** "Gemini, ChatGPT in Germany" or "engine:Gemini region:DE,FR" behind a command: the ids that the API filters by. */

import type { VisibilityClient } from '../../visibility/client.ts';
import { engineNames } from '../../visibility/engine-names.ts';
import { findNearest } from '../../words/nearest.ts';
import type { CommandAsk } from '../ask.ts';
import { Refused } from '../refused.ts';

export const FILTERS = ['engine', 'region'] as const;
type Kind = (typeof FILTERS)[number];

/** How help shows them. */
export const FILTER_USAGE = '[engines] [in regions]';

/** `ids` are the API's own; `only` names what alone was asked for, engines and regions apart, as people are shown them. */
type Filter = { ids: { engineIds?: string[]; regionIds?: string[] }; only: readonly string[] };

/** Names are best first: by a later one it is meant only where no other has it as an earlier one. */
type Known = { kind: Kind; id: string; label: string; names: readonly string[]; isOffered: boolean };

/** `words` may name engines and regions in any order. @throws Refused for a name that the API does not know. */
export async function resolveFilter(
  { options, words, line }: Pick<CommandAsk, 'options' | 'words' | 'line'>,
  api: VisibilityClient,
): Promise<Filter> {
  const { engine = '', region = '' } = options;
  const [engines, regions] = await Promise.all([
    engine || words ? enginesOf(api) : [],
    region || words ? regionsOf(api) : [],
  ]);
  const meant = [
    ...namedIn(engine, engines, 'engine', line),
    ...namedIn(region, regions, 'region', line),
    ...namedIn(words, [...engines, ...regions], 'engine or region', line),
  ];
  const of = (kind: Kind) => [...new Set(meant)].filter((known) => known.kind === kind);
  const [one, other] = [of('engine'), of('region')];
  const ids = (known: readonly Known[]) => known.map(({ id }) => id);
  return {
    ids: {
      ...(one.length > 0 && { engineIds: ids(one) }),
      ...(other.length > 0 && { regionIds: ids(other) }),
    },
    only: [one, other].flatMap((known) => known.map(({ label }) => label).join(', ') || []),
  };
}

/** One that is not active may be asked about, for it was asked once, but is not offered. */
async function enginesOf(api: VisibilityClient): Promise<Known[]> {
  const engines = await api.engines();
  const names = engineNames(engines);
  return engines.map(({ id, display_name, model, active }) => {
    const label = names.get(id) ?? display_name;
    return { kind: 'engine', id, label, names: typable([label, display_name, model]), isOffered: active };
  });
}

async function regionsOf(api: VisibilityClient): Promise<Known[]> {
  return (await api.regions()).flatMap(({ id, name, code }): Known[] => {
    const names = typable([name, code]);
    const [label] = names;
    return id === undefined || label === undefined
      ? []
      : [{ kind: 'region', id, label, names, isOffered: true }];
  });
}

function typable(names: readonly (string | undefined)[]): string[] {
  return names.flatMap((name) => name?.trim() || []);
}

/** What stands between names. */
const BETWEEN = /^[\s,;"“”„«»]+/;
const JOINING = /^(?:in|and|or|on|from)(?=[\s,;"“]|$)/i;

/** Reads the longest name that comes next, again and again: a name may hold a comma, or an "in". @throws Refused */
function namedIn(text: string, known: readonly Known[], what: string, line: string): Known[] {
  const whole = called(text.trim(), known);
  if (whole.length > 0) return whole;
  const meant: Known[] = [];
  for (let rest = text.replace(BETWEEN, ''); rest !== ''; rest = rest.replace(BETWEEN, '')) {
    const next = longestName(rest, known);
    const joining = JOINING.exec(rest)?.[0];
    const typed = next ?? joining ?? firstOf(rest);
    if (next !== undefined) meant.push(...called(next, known));
    else if (joining === undefined) meant.push(...begunBy(typed, known, what, line));
    rest = rest.slice(typed.length);
  }
  return meant;
}

function longestName(text: string, known: readonly Known[]): string | undefined {
  const typed = text.toLowerCase();
  const starts = known
    .flatMap(({ names }) => names)
    .filter((name) => {
      const after = typed.slice(name.length);
      // A region's code may be "IN".
      return typed.startsWith(name.toLowerCase()) && /^($|[\s,;"“”»])/.test(after) && !JOINING.test(name);
    });
  const [longest] = starts.sort((a, b) => b.length - a.length);
  return longest && text.slice(0, longest.length);
}

/** Several where engines share a name. */
function called(name: string, known: readonly Known[]): Known[] {
  const ranked = known.map((one) => ({
    one,
    rank: one.names.findIndex((each) => each.toLowerCase() === name.toLowerCase()),
  }));
  const hits = ranked.filter(({ rank }) => rank >= 0);
  const best = Math.min(...hits.map(({ rank }) => rank));
  return hits.flatMap(({ one, rank }) => (rank === best ? one : []));
}

/** Up to where another name could begin. */
function firstOf(text: string): string {
  return text.match(/^.*?(?=[,;"“”»]|\s+(?:in|and|or)\s|$)/is)?.[0] ?? text;
}

/** The only one whose name begins so, or those that share that name. @throws Refused where there is none, or more. */
function begunBy(typed: string, known: readonly Known[], what: string, line: string): Known[] {
  const offered = known.filter(({ isOffered }) => isOffered);
  const names = offered.flatMap(({ names }) => names);
  const starts = (name: string) => name.toLowerCase().startsWith(typed.toLowerCase());
  const begun = offered.filter(({ names }) => names.some(starts));
  const [first, second] = begun;
  const isShared = first?.names.some((name) => begun.every(({ names }) => names.includes(name)));
  if (first && (!second || isShared)) return begun;
  const guess = findNearest(typed, names);
  const labels = offered.map(({ label }) => label);
  throw new Refused(`The API knows no ${what} “${typed}”. It knows: ${labels.join(', ') || 'none'}.`, {
    tries: guess === undefined ? [] : [line.replace(typed, () => guess)],
  });
}
