/** The API's own counts of a project's leads, whatever of them a feed wants or has posted, in one wording everywhere. */
import { figure } from './figures.ts';

type ApiCounts = { total: number | undefined; averageScore: number | undefined };

/** "API total 31, average score 58"; undefined where the API gives neither. */
export function apiCounts({ total, averageScore }: ApiCounts): string | undefined {
  const average = averageScore === undefined ? undefined : `average score ${figure(averageScore)}`;
  if (total === undefined) return average && `API ${average}`;
  return [apiTotal(total), average].filter((part) => part !== undefined).join(', ');
}

export function apiTotal(total: number): string {
  return `API total ${figure(total)}`;
}
