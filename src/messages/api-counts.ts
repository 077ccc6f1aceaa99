/** How long the API's lists are said to be: in one wording everywhere. */
import type { Rest } from '../visibility/assumed.ts';
import { count, figure } from './figures.ts';

/** "first 200 of 1,204 prompts", "first 200 prompts" where the API does not say of how many; "20 prompts" of a whole list. */
export function listed(came: number, one: string, rest: Rest | undefined): string {
  if (!rest) return count(came, one);
  const { total } = rest;
  return total === undefined || total <= came
    ? `first ${count(came, one)}`
    : `first ${figure(came)} of ${count(total, one)}`;
}

/** "the latest 25 answers" of a list that begins with the newest, where it may be cut; "25 answers" where it is whole. */
export function latest(came: number, one: string, asked?: number): string {
  return mayBeCut(came, asked) ? `the latest ${count(came, one)}` : count(came, one);
}

/** A list that was asked for without a limit has the API's own, which is not documented. One row alone is no cut list. */
export function mayBeCut(came: number, asked = came): boolean {
  return came > 1 && came >= asked;
}
