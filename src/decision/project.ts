/** The project a decision speaks of. */
export type ProjectRef = { id: string; name: string };

/** The version of each kind. */
export type Versions<Said extends { kind: string; v: number }> = {
  readonly [Kind in Said['kind']]: Extract<Said, { kind: Kind }>['v'];
};

/** What a decision keeps of a project: no more, since a caller hands over the whole of its configuration. */
export function projectRef({ id, name }: ProjectRef): ProjectRef {
  return { id, name };
}
