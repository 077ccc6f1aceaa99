/** What all decisions have, and the project they are about. Part of decision.ts. */
export type ProjectRef = { id: string; name: string };

/** `v` grows when the shape changes. */
export type DecisionBase<Kind extends string, V extends number = 1> = {
  kind: Kind;
  v: V;
  project: ProjectRef;
};

/** What is read of the API beside a feed's main list, and may be missing. */
export type Extra =
  | 'communityMetrics'
  | 'dailyScores'
  | 'citations'
  | 'sources'
  | 'warmLeads'
  | 'prompts'
  | 'promptTimeseries'
  | 'mentions'
  | 'competitorDetail'
  | 'segmentPrompts';

export type Versions<Each extends { kind: string; v: number }> = {
  readonly [Kind in Each['kind']]: Extract<Each, { kind: Kind }>['v'];
};

/** Picks what a decision stores of a project, since callers pass its whole configuration. */
export function projectRef({ id, name }: ProjectRef): ProjectRef {
  return { id, name };
}
