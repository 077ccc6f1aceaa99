/** A query for leads in words, and why no lead can match it. */
import { count, figure } from '../../messages/figures.ts';
import { daysInWords } from '../../messages/times.ts';
import type { Project } from '../../projects/projects.ts';
import { type LeadQuery, QUERY_WORDS, withMinScore } from '../../rules/lead-query.ts';
import { findNearest } from '../../words/nearest.ts';
import { Refused } from '../refused.ts';

/** @throws Refused for states that exclude each other, and for values that can't be read */
export function refuseFaultyQuery({ atOdds, unreadable }: LeadQuery): void {
  if (atOdds) {
    const [one, other] = atOdds;
    throw new Refused(`A lead can’t be “${one}” and “${other}” at once. Ask for one of them.`, {
      tries: [`leads ${one}`, `leads ${other}`],
      because: 'filtered_out',
    });
  }
  if (unreadable) {
    const [what, example] = OPTIONS[unreadable.key];
    throw new Refused(`“${unreadable.value}” isn’t ${what}.`, { example: `/visibility leads ${example}` });
  }
}

const OPTIONS = {
  since: ['a date', 'since:2026-11-16'],
  until: ['a date', 'until:2026-11-16'],
  top: ['a number of leads', 'top:5'],
  score: ['a lead score', 'score:80'],
  min: ['a lead score', 'min:80'],
  max: ['a lead score', 'max:60'],
} as const;

/**
 * For a query that no lead matches, an empty list would be misleading. `only`: its filters in words; `of`: as typed;
 * `settled`: how many leads match but aren't open; `best`: the highest score of leads that match all but the lowest
 * score. @throws Refused then
 */
export function refuseNoMatch(
  { handles, topics, words }: LeadQuery,
  {
    only,
    of,
    settled,
    best,
  }: { only: readonly string[]; of: string; settled: number; best?: number | undefined },
  project: Project,
): void {
  if (handles.length > 0) throw noLeadNamed(project);
  const match = `${project.name} lead matches (${only.join(', ')})`;
  const because = 'filtered_out';
  if (settled > 0)
    throw new Refused(
      `No open ${match}, but ${settled === 1 ? 'one that isn’t open does' : `${figure(settled)} that aren’t open do`}.`,
      {
        tries: [`leads ${of} all`],
        because,
        figures: [{ name: 'matching leads that aren’t open', value: settled, unit: 'leads' }],
      },
    );
  if (best !== undefined)
    throw new Refused(`No ${match}. Without that minimum, the best has ${figure(best)}.`, {
      example: `/visibility leads ${withMinScore(of, best)}`,
      because,
      figures: [{ name: 'highest score of matching leads', value: best, unit: 'points' }],
    });
  if (topics.length > 0 || words !== '')
    throw new Refused(`No ${match}.`, {
      tries: [findNearest(words, [...QUERY_WORDS, 'warm', 'export']) ?? 'cited', 'all'].map(
        (one) => `leads ${one}`,
      ),
    });
}

/** For the headline: "r/devops", "80 and above". `today` as YYYY-MM-DD. */
export function queryInWords(asked: LeadQuery, today: string): string[] {
  const { mine, by, cited, older, unclaimed, all, minScore, handles, places, words } = asked;
  const { engines, topics, not, maxScore, since, until } = asked;
  return [
    ...(by ? [`${by.name}’s`] : mine ? ['yours'] : []),
    ...(unclaimed ? ['unclaimed'] : []),
    ...(engines.length > 0 ? [`cited by ${engines.join(' or ')}`] : cited ? ['cited by AI engines'] : []),
    ...(older ? ['at least two weeks old'] : []),
    ...(all && !by && !mine ? ['filters off'] : []),
    ...(minScore === undefined ? [] : [`${figure(minScore)} and above`]),
    ...(maxScore === undefined ? [] : [`${figure(maxScore)} and below`]),
    ...not.map((one) => `not ${one}`),
    ...handles,
    // “Reddit” stands for every subreddit that is known.
    ...(places.length > 2 ? [count(places.length, 'forum')] : places),
    ...(topics.length > 0 ? [`about ${topics.map((topic) => `“${topic}”`).join(' or ')}`] : []),
    ...[daysInWords({ from: since, to: until }, today)].filter((days) => days !== undefined),
    ...(words === '' ? [] : [`“${words}” in title or place`]),
  ];
}

/** Doesn't reveal whether the handle belongs to another project. */
export function noLeadNamed({ name }: Project): Refused {
  return new Refused(
    `${name} has no lead with this short name. If you read it in another channel, ask there.`,
    { example: '/visibility leads' },
  );
}
