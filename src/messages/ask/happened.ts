/** Answers what happened between two days: score, alerts, leads, and changes of what is measured. */
import type { Figure } from '../../ask/plan.ts';
import type { Course, MeasuredChange, ProjectRef, Recap } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, rows } from '../page.ts';
import { describeMeasured, describeNoise, describeSince, whereOf } from '../scores/score-words.ts';
import { alertLine, isOpenAlert, type LatestAlert } from '../scores/scores-answer.ts';
import { beside, bold, lines, say } from '../text.ts';
import { dayName } from '../times.ts';
import { courseFigures, scaleOfCourse } from './course-figures.ts';

/** `days` in words. `leads` is undefined if the question is about an engine or region, which leads don't have. */
export type Happened = {
  project: ProjectRef;
  days: string;
  course?: Course | undefined;
  alerts: readonly LatestAlert[];
  leads?: Pick<Recap, 'shown' | 'claimed' | 'replied' | 'dismissed' | 'repliedEarlier' | 'cited'> | undefined;
  measured: readonly MeasuredChange[];
};

const ALERTS_SHOWN = 5;

export function happenedPage({ project, days, course, alerts, leads, measured }: Happened): Page {
  const name = brief(project.name, 'project');
  const where = course ? whereOf(course.scope) : '';
  const shown = alerts.slice(0, ALERTS_SHOWN);
  return page(
    headline(
      beside(
        bold(`${name}${where}: ${days}`),
        alertsInWords(alerts),
        leads && leads.shown > 0 && `${count(leads.shown, 'lead')} posted`,
      ),
    ),
    paragraph(
      lines(
        course ? scoreLine(course) : 'The API has no visibility score for these days yet.',
        leads && leadsLine(leads),
      ),
    ),
    rows(
      shown.map((alert) => ({
        text: alertLine(alert),
        control: lineButton('Why?', `why ${alert.handle}`, project.id, `Why ${alert.handle}?`),
      })),
      shown.length > 0 ? { heading: bold('Alerts') } : {},
    ),
    note(
      lines(
        alerts.length > shown.length && `${count(alerts.length - shown.length, 'more alert')} not shown.`,
        ...measured.map((change) => `Measured since ${dayName(change.day)}: ${describeMeasured(change)}.`),
      ),
    ),
    actions([lineButton('Scores', 'scores', project.id), lineButton('Open leads', 'leads', project.id)]),
  );
}

export function happenedFigures({ course, alerts, leads }: Happened): Figure[] {
  return [
    ...(course ? courseFigures([course]) : []),
    { name: 'alerts', value: alerts.length, unit: 'alerts' },
    { name: 'alerts open now', value: alerts.filter(isOpenAlert).length, unit: 'alerts' },
    ...(leads
      ? [
          { name: 'leads posted', value: leads.shown, unit: 'leads' },
          { name: 'leads claimed', value: leads.claimed, unit: 'leads' },
          { name: 'leads answered', value: leads.replied, unit: 'leads' },
        ]
      : []),
  ];
}

/** "2 alerts, 1 still open" */
function alertsInWords(alerts: readonly LatestAlert[]): string {
  if (alerts.length === 0) return 'no alerts posted or open';
  const open = alerts.filter(isOpenAlert).length;
  const which =
    open === alerts.length ? 'still open' : open > 0 ? `${figure(open)} still open` : 'none open now';
  return `${count(alerts.length, 'alert')}, ${which}`;
}

function scoreLine(course: Course) {
  const { metric, now, before, noise, measured } = course;
  const scale = scaleOfCourse(course);
  return beside(
    say`${bold(`Visibility score ${scale.level(now.value)}`)} on ${dayName(now.date)}${describeSince(metric, scale, before, now.value, measured)}`,
    noise && describeNoise(noise),
  );
}

/** Counts leads posted in these days; replies to earlier leads are listed separately. */
function leadsLine(leads: NonNullable<Happened['leads']>): string {
  const { shown, claimed, replied, dismissed, repliedEarlier, cited } = leads;
  const earlier = `${figure(repliedEarlier)} posted earlier`;
  if (shown === 0) return `No leads were posted. Answered: ${repliedEarlier > 0 ? earlier : 'none'}.`;
  return `Leads: ${figure(claimed)} claimed, ${figure(replied)} answered${repliedEarlier > 0 ? ` (plus ${earlier})` : ''}, ${figure(dismissed)} dismissed; AI engines cite ${figure(cited)}.`;
}
