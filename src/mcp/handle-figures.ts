/** The figures behind short names, for programs: a lead's score, and what an alert told. */
import type { Figure } from '../ask/plan.ts';
import type { MentionAlert, ScoreAlert } from '../decision.ts';
import { UNITS, whereOf } from '../messages/ask/course.ts';
import { undusted } from '../messages/figures.ts';
import { METRIC_WORDS } from '../messages/scores/score-words.ts';
import type { LatestAlert } from '../messages/scores/scores-answer.ts';
import { dayOf } from '../rules/named-first.ts';
import { keyOfHandle } from '../store/handles.ts';
import { leadAt } from '../store/leads.ts';
import type { ProjectAsk } from '../surface/ask.ts';
import { alertsSeen } from '../surface/scores/scores.ts';

/** Of L412 or A37, as whoever asks may see it; nothing of what has no figures. */
export async function handleFigures(handle: string, ask: ProjectAsk): Promise<Figure[]> {
  const name = handle.toUpperCase();
  if (name.startsWith('L')) return leadFigures(name, ask);
  const alerts = name.startsWith('A') ? await alertsSeen(ask, 0) : [];
  return alertFigures(alerts.filter((one) => one.handle === name));
}

async function leadFigures(handle: string, { db, team, project }: ProjectAsk): Promise<Figure[]> {
  const key = await keyOfHandle(db, team, handle);
  const lead = key === undefined ? undefined : await leadAt(db, { team, projectId: project.id, key });
  if (typeof lead?.score !== 'number') return [];
  return [{ name: `score of ${handle}`, value: lead.score, unit: 'points', day: dayOf(lead.polledAt) }];
}

/** As their messages told them; `since` and `change` are those of their headlines. */
export function alertFigures(alerts: readonly LatestAlert[]): Figure[] {
  return alerts.flatMap(({ alert, handle }) =>
    alert.kind === 'score_alert' ? ofScore(alert, handle) : ofMentions(alert, handle),
  );
}

function ofScore(news: ScoreAlert, handle: string): Figure[] {
  const { score, previousScore, previousDay, day, againstLevel, usual, sureness, alert } = news;
  if (!alert) return [];
  const { metric, lead } = alert;
  const times = METRIC_WORDS[metric].times([score, previousScore]);
  return [
    {
      name: `${METRIC_WORDS[metric].name}${whereOf(lead.scope)} (${handle})`,
      value: undusted(score * times),
      unit: UNITS[metric],
      day,
      ...(againstLevel ? {} : { since: previousDay }),
      change: undusted((score - previousScore) * times),
      comparable: true,
      verdict: sureness ?? (usual && 'normal'),
    },
  ];
}

/** Where the API gives no points, whom answers name first: how many of those that name anybody first. */
function ofMentions({ about, project }: MentionAlert, handle: string): Figure[] {
  if (about.type === 'negative') {
    const { day, negative, of } = about.figures;
    return [{ name: `negative mentions (${handle})`, value: negative, unit: 'mentions', day, answers: of }];
  }
  const { day, own, rival, of } = about.figures;
  const unit = of === undefined ? 'points' : 'answers that name it first';
  const both = { unit, day, ...(of !== undefined && { answers: of }) };
  return [
    { name: `${project.name} (${handle})`, value: own, ...both },
    { name: `${about.rival} (${handle})`, value: rival, ...both },
  ];
}
