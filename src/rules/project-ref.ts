/** What a decision keeps of a project: no more, since a caller hands over the whole of its configuration. */
import type { ProjectRef } from '../decision.ts';

export function projectRef({ id, name }: ProjectRef): ProjectRef {
  return { id, name };
}
