/** Reads a decision back from its row: whatever is not of a kind and shape that this version writes is not taken for one. */
import { z } from 'zod';
import { type Decision, VERSIONS } from '../decision.ts';

/** A row that keeps a decision as JSON. */
export type DecisionRow = { kind: string; v: number; decision: string };

const Kept = z.looseObject({
  kind: z.string(),
  v: z.number(),
  project: z.looseObject({ id: z.string(), name: z.string() }),
});

/** Undefined where the row cannot be read. */
export function decisionOf(row: DecisionRow): Decision | undefined {
  const kept = kindAndVersion(row.decision);
  return kept && kept.kind === row.kind && kept.v === row.v && isDecision(kept) ? kept : undefined;
}

function kindAndVersion(text: string): z.infer<typeof Kept> | undefined {
  try {
    return Kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What the bot itself wrote is of the shape that its kind and version stand for. */
function isDecision(kept: { kind: string; v: number }): kept is Decision {
  return Object.entries(VERSIONS).some(([kind, v]) => kind === kept.kind && v === kept.v);
}
