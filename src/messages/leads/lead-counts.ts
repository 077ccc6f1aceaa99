/** The API's own counts of leads: the answer to /visibility metrics, and a line at the head of their list. */
import type { ProjectRef } from '../../decision.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, paragraph } from '../page.ts';
import { beside, bold } from '../text.ts';

/** Which leads it counts so is its own: people call those new that a digest brought. */
const NEW_THERE = 'marked new by the API';

/** "31 leads known to the API, 4 marked new by the API, 2 today, average score 58": as far as it gives them, before any filter. */
export function countsInWords(metrics: LeadMetrics): string {
  const { total, new: fresh, today, averageScore } = metrics;
  const facts = [
    total !== undefined && `${count(total, 'lead')} known to the API`,
    fresh !== undefined && `${figure(fresh)} ${NEW_THERE}`,
    today !== undefined && `${figure(today)} today`,
    averageScore !== undefined && `average score ${figure(averageScore)}`,
  ].filter((fact) => fact !== false);
  return total === undefined && facts.length > 0
    ? `by the API’s count ${facts.join(', ')}`
    : facts.join(', ');
}

/** Before any filter. */
export function metricsAnswer(project: ProjectRef, metrics: LeadMetrics): Page {
  const { total, new: fresh, today, averageScore } = metrics;
  const name = brief(project.name, 'project');
  const given = (value: number | undefined, words: string, what = words) =>
    value === undefined ? `${what} not given` : `${figure(value)} ${words}`;
  const facts = [
    given(fresh, NEW_THERE, 'its count of new ones'),
    given(today, 'today'),
    averageScore === undefined ? 'average score not given' : `average score ${figure(averageScore)}`,
  ];
  const all = total === undefined ? 'total not given' : `${count(total, 'lead')} in all`;
  return {
    parts: [
      headline(bold(`${name} · ${all}`)),
      paragraph(beside(...facts)),
      note(
        'The API’s own counts, before your filters. What passes them: /visibility leads. What was posted: /visibility leads export',
      ),
    ],
  };
}
