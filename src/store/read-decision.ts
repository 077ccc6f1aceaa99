/** Reads a decision back from its row, if it is of a kind and version that this Sightline writes. */
import { z } from 'zod';
import { type Decision, VERSIONS } from '../decision.ts';
import { parseJson } from '../json.ts';

/** A row that keeps a decision as JSON. */
export type DecisionRow = { kind: string; v: number; decision: string };

const Kept = z.looseObject({
  kind: z.string(),
  v: z.number(),
  project: z.looseObject({ id: z.string(), name: z.string() }),
});

/** Undefined if the row can't be read. */
export function readDecision(row: DecisionRow): Decision | undefined {
  const kept = Kept.safeParse(parseJson(row.decision)).data;
  return kept && kept.kind === row.kind && kept.v === row.v && isDecision(kept) ? kept : undefined;
}

/** The bot wrote it itself, so the kind and version vouch for the shape. */
function isDecision(kept: { kind: string; v: number }): kept is Decision {
  return Object.entries(VERSIONS).some(([kind, v]) => kind === kept.kind && v === kept.v);
}
