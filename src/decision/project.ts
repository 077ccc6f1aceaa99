/** What all decisions have, and the project they are about. Part of decision.ts. */
export type ProjectRef = { id: string; name: string };

/** `v` grows when the shape changes. */
export type DecisionBase<Kind extends string, V extends number = 1> = {
  kind: Kind;
  v: V;
  project: ProjectRef;
};

export type Versions<Each extends { kind: string; v: number }> = {
  readonly [Kind in Each['kind']]: Extract<Each, { kind: Kind }>['v'];
};

/** Picks what a decision stores of a project, since callers pass its whole configuration. */
export function projectRef({ id, name }: ProjectRef): ProjectRef {
  return { id, name };
}
