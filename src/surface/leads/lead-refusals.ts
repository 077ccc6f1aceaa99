/** Says why no lead can match a query, where an empty list would be misleading. */
import { figure } from '../../messages/figures.ts';
import type { Project } from '../../projects/projects.ts';
import { type LeadQuery, QUERY_WORDS } from '../../rules/lead-query.ts';
import type { KeptLead } from '../../store/leads.ts';
import { findNearest } from '../../words/nearest.ts';
import { Refused } from '../refused.ts';

/** @throws Refused for states that exclude each other, and for values that can't be read */
export function refuseFaultyQuery({ atOdds, unreadable }: LeadQuery): void {
  if (atOdds) {
    const [one, other] = atOdds;
    throw new Refused(
      `A lead can’t be ${STANDING_WORDS[one]} and ${STANDING_WORDS[other]} at once. Ask for one of them.`,
      { tries: [`leads ${one}`, `leads ${other}`], because: 'filtered_out' },
    );
  }
  if (unreadable) {
    const [what, example] = OPTIONS[unreadable.key];
    throw new Refused(`“${unreadable.value}” isn’t ${what}.`, { example: `/visibility leads ${example}` });
  }
}

const STANDING_WORDS = {
  mine: 'yours',
  older: 'still open',
  unclaimed: 'unclaimed',
  claimed: 'claimed',
  snoozed: 'snoozed',
  replied: 'answered',
  answered: 'answered',
  dismissed: 'dismissed',
} as const;

const OPTIONS = {
  since: ['a date', 'since:2026-11-16'],
  until: ['a date', 'until:2026-11-16'],
  top: ['a number of leads', 'top:5'],
  score: ['a lead score', 'score:80'],
  min: ['a lead score', 'min:80'],
  max: ['a lead score', 'max:60'],
} as const;

/** For a handle, topic or words that match nothing, an empty list would be misleading. @throws Refused then */
export function refuseNoMatch({ handles, topics, words }: LeadQuery, project: Project): void {
  if (handles.length > 0) throw noLeadNamed(project);
  const [topic] = topics;
  if (topic !== undefined)
    throw new Refused(
      `No open ${project.name} lead that matches is about “${topic}”, going by titles and reasons.`,
      { example: '/visibility leads' },
    );
  if (words !== '')
    throw new Refused(`No matching lead has “${words}” in its title or its forum’s name.`, {
      tries: [findNearest(words, [...QUERY_WORDS, 'warm', 'export']) ?? 'cited', 'all'].map(
        (one) => `leads ${one}`,
      ),
    });
}

/** `others`: the leads asked for, with any score. @throws Refused if they have scores, all of them too low */
export function refuseScore(minScore: number, others: readonly KeptLead[], { name }: Project): void {
  const scores = others.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return;
  const best = Math.max(...scores);
  throw new Refused(
    `No matching ${name} lead scores ${figure(minScore)} or more. The best has ${figure(best)}.`,
    {
      example: `/visibility leads ${best}`,
      because: 'filtered_out',
      figures: [{ name: 'highest score of matching leads', value: best, unit: 'points' }],
    },
  );
}

/** Doesn't reveal whether the handle belongs to another project. */
export function noLeadNamed({ name }: Project): Refused {
  return new Refused(
    `${name} has no lead with this short name. If you read it in another channel, ask there.`,
    { example: '/visibility leads' },
  );
}
