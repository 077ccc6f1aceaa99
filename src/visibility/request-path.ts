/** Turns a path template and its values into the path that is sent: the only place where outside text enters a URL. */
import { z } from 'zod';
import { ValidationError } from './errors.ts';

/** "Path parameters … are strings in UUID format and are required" (Endpoints, common rule 2). */
const UUIDS: readonly string[] = ['project_id', 'prompt_id', 'segment_id', 'run_group_id', 'prompt_run_id'];

/** Values of query parameters; an undefined one and an empty list are left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * `/projects/{project_id}/topics` + {project_id} + {limit: 5} -> `/projects/6f0c…/topics?limit=5`. `operation` begins
 * with a method and is for the error.
 * @throws ValidationError (nothing was sent) for a value that is missing, no UUID, or a step up or down the path.
 */
export function requestPath(
  operation: string,
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Query = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    const fault = faultOf(name, value);
    if (fault) throw new ValidationError(operation, [{ at: `path.${name}`, message: fault }]);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const each of values) search.append(name, String(each));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function faultOf(name: string, value: string): string | undefined {
  if (value === '') return 'is missing';
  // encodeURIComponent leaves dots alone, and servers resolve them.
  if (value === '.' || value === '..') return 'is no identifier';
  return UUIDS.includes(name) && !z.guid().safeParse(value).success ? 'is not a UUID' : undefined;
}
