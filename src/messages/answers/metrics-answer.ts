/** Answers /visibility metrics: the API's own counts of a project's leads. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { apiTotal } from '../api-counts.ts';
import { fallback } from '../fallback.ts';
import { figure } from '../figures.ts';
import { footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';

export function metricsAnswer(project: ProjectRef, metrics: LeadMetrics): Message {
  const name = brief(project.name, 'project');
  const { total, new: fresh, today, averageScore } = metrics;
  const facts = [
    total === undefined ? 'total not given' : apiTotal(total),
    fresh === undefined ? 'new not given' : `${figure(fresh)} new`,
    today === undefined ? 'today not given' : `${figure(today)} today`,
    averageScore === undefined ? 'average score not given' : `average score ${figure(averageScore)}`,
  ];
  const note =
    'The API’s own counts, before any filter · what passes: /visibility leads · what was posted: /visibility leads export';
  return {
    text: fallback(`${name} leads: ${facts.join(', ')}.`, [note]),
    blocks: [section(joined([mrkdwn`*${name} leads*`, ...facts], ' · ')), footer(mrkdwn`${note}`)],
  };
}
