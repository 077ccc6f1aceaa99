/** The project a decision is about. Part of decision.ts. */
export type ProjectRef = { id: string; name: string };

/** The version of each kind. */
export type Versions<Each extends { kind: string; v: number }> = {
  readonly [Kind in Each['kind']]: Extract<Each, { kind: Kind }>['v'];
};

/** Picks what a decision stores of a project, since callers pass its whole configuration. */
export function projectRef({ id, name }: ProjectRef): ProjectRef {
  return { id, name };
}
