/** What a bench promises, beside what it measured: the last table of those that have more than one goal. */
import { table } from './table.ts';

export type Goal = { goal: string; wanted: string; measured: number; met: boolean };

export const atLeast = (goal: string, least: number, measured: number): Goal => ({
  goal,
  wanted: `>= ${least}`,
  measured,
  met: measured >= least,
});

export const atMost = (goal: string, most: number, measured: number): Goal => ({
  goal,
  wanted: `<= ${most}`,
  measured,
  met: measured <= most,
});

export const areMet = (goals: readonly Goal[]) => goals.every(({ met }) => met);

export function goalTable(goals: readonly Goal[]): string {
  return table(
    goals.map(({ goal, wanted, measured, met }) => ({
      goal,
      wanted,
      measured: Number(measured.toFixed(3)),
      met: met ? 'yes' : 'NO',
    })),
  );
}
