/** What the audit keeps of the tracked engines and regions that people set: what they are, and what they were before. */
import { FAILED } from './audit.ts';
import type { Db } from './schema.ts';

const SEPARATOR = ', ';

/** Of a set of which nobody knew what is in it. */
const NONE = 'none';

/** "Gemini, ChatGPT": how the audit names a set. */
export function setNames(names: readonly string[]): string {
  return names.join(SEPARATOR) || NONE;
}

/**
 * "Gemini, ChatGPT [id id < id]": what the audit keeps of a set, and behind that what the API spoke of `before`; people
 * read the names.
 */
export function setSubject(names: string, ids: readonly string[], before: readonly string[]): string {
  const [now, then] = [ids, before].map((of) => of.map(encodeURIComponent).join(' '));
  return `${names} [${now}${then && ` < ${then}`}]`;
}

/** The names alone. */
export function namesInSubject(subject: string): string {
  return subject.replace(/ \[[^[\]]*\]$/, '');
}

/** `ids` are missing where an earlier version kept none, `before` too where the API spoke of nothing. */
export function idsInSubject(subject: string): {
  ids: readonly string[] | undefined;
  before: readonly string[] | undefined;
} {
  const [, kept] = subject.match(/ \[([^[\]]+)\]$/) ?? [];
  const [ids, before] = (kept?.split(' < ') ?? []).map((of) => of.split(' ').map(decodeURIComponent));
  return { ids, before };
}

/** The outcome of setting one, by which it is known what it took the place of. */
export function setInPlaceOf(names: string, isDoubtful: boolean): string {
  return `was ${isDoubtful ? 'perhaps ' : ''}${names}`;
}

/**
 * The engines and regions that people set a project to track since then, as far as it is done or may be; oldest first.
 * `was`: those before, where the outcome says so.
 */
export async function setsWritten(
  db: Db,
  team: string,
  projectId: string,
  since: number,
): Promise<{ of: 'engines' | 'regions'; at: number; names: string[]; was?: string[] }[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'subject', 'at', 'outcome'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('action', 'in', ['engines.set', 'regions.set'])
    .where('at', '>=', since)
    .where('outcome', 'not like', `${FAILED}%`)
    .orderBy('at')
    .orderBy('request')
    .execute();
  return rows.map(({ action, subject, at, outcome }) => {
    const [, was] = outcome.match(/^was (?:perhaps )?(.+)$/s) ?? [];
    return {
      of: action === 'engines.set' ? 'engines' : 'regions',
      at,
      names: namesInSubject(subject).split(SEPARATOR),
      ...(was !== undefined && was !== NONE && { was: was.split(SEPARATOR) }),
    };
  });
}
