/** Which parts of a project's figures people are shown: engines where the API gives figures by engine, else what it gives. */
import type { PartsBy, Scope } from '../decision.ts';

/** `parts` is empty, and `by` engine, where there are figures of the whole alone. */
export function partsShown<One extends { scope: Scope }>(all: readonly One[]): { by: PartsBy; parts: One[] } {
  const kinds: readonly [PartsBy, (scope: Scope) => boolean][] = [
    ['engine', ({ engine, region }) => engine !== undefined && region === undefined],
    ['engine and region', ({ engine, region }) => engine !== undefined && region !== undefined],
    ['region', ({ engine, region }) => engine === undefined && region !== undefined],
  ];
  for (const [by, isOne] of kinds) {
    const parts = all.filter(({ scope }) => isOne(scope));
    if (parts.length > 0) return { by, parts };
  }
  return { by: 'engine', parts: [] };
}

/** "Gemini", "Germany", "Gemini, Germany" */
export function partName({ engine, region }: Scope): string {
  return [engine, region].flatMap((part) => part?.name ?? []).join(', ');
}
