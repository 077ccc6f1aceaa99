/** The API's own counts of a project's leads, whatever of them a feed wants or has posted, in one wording everywhere. */
import { figure } from './figures.ts';

type ApiCounts = { total: number | undefined; averageScore: number | undefined };

/** "31 in all, average score 58"; undefined where the API gives neither. */
export function apiCounts({ total, averageScore }: ApiCounts): string | undefined {
  const average = averageScore === undefined ? undefined : `average score ${figure(averageScore)}`;
  const all = total === undefined ? undefined : apiTotal(total);
  const known = [all, average].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(', ') : undefined;
}

export function apiTotal(total: number): string {
  return `${figure(total)} in all`;
}
