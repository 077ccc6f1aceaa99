/** The alerts that were posted in some days, as a list. */
import type { ProjectRef } from '../../decision.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, type Page, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { alertLine, type LatestAlert } from './scores-answer.ts';

/** `days` in words; open ones first. */
export function alertListPage(project: ProjectRef, days: string, alerts: readonly LatestAlert[]): Page {
  const open = alerts.filter(({ alert }) => isOpen(alert)).length;
  const many = alerts.length === 0 ? 'no alerts' : count(alerts.length, 'alert');
  return {
    parts: [
      headline(
        beside(bold(say`${brief(project.name, 'project')}: ${many}`), days, open > 0 && `${open} open`),
      ),
      rows(alerts.map((alert) => ({ text: alertLine(alert) }))),
    ],
  };
}

function isOpen(news: LatestAlert['alert']): boolean {
  return (news.kind === 'mention_alert' ? news : news.alert)?.status === 'open';
}
