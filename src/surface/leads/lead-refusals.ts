/** Says why no lead can match a query, where an empty list would be misleading. */
import { andList, count, figure } from '../../messages/figures.ts';
import { stateWord } from '../../messages/leads/lead-facts.ts';
import { brief } from '../../messages/lengths.ts';
import { dayNear } from '../../messages/times.ts';
import type { Project } from '../../projects/projects.ts';
import { type LeadQuery, QUERY_WORDS, withMinScore } from '../../rules/lead-query.ts';
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

/** `only`: the filters in words. `of`: the words that were typed. */
type Asked = { only: readonly string[]; of: string };

/** `settled`: the first of `all` that match but aren't open. @throws Refused if there are any */
export function refuseSettled(
  settled: readonly KeptLead[],
  all: number,
  {
    names,
    only,
    of,
    now,
    timezone,
  }: Asked & { names: Readonly<Record<string, string>>; now: number; timezone: string },
  { name }: Project,
): void {
  if (settled.length === 0) return;
  const each = settled.map(({ key, title = 'one without a title', score, state: { state, until } }) => {
    const called = names[key] ?? `“${brief(title, 'name')}”`;
    const scored = score === undefined ? '' : ` (${figure(score)})`;
    const ends = state === 'snoozed' && until !== undefined ? ` until ${dayNear(until, now, timezone)}` : '';
    return `${called}${scored} is ${stateWord(state)}${ends}`;
  });
  const more = all - settled.length;
  const known = andList([...each, ...(more > 0 ? [`${count(more, 'more')} match`] : [])]);
  throw new Refused(`No open ${name} lead matches (${only.join(', ')}). ${known}.`, {
    tries: [`leads ${of} all`],
    because: 'filtered_out',
    figures: [{ name: 'matching leads that aren’t open', value: all, unit: 'leads' }],
  });
}

/**
 * `others`: the leads asked for, with any score; `only`: their filters without the score. @throws Refused if they have
 * scores, all of them too low
 */
export function refuseScore(
  minScore: number,
  others: readonly KeptLead[],
  { only, of, isOfOpen }: Asked & { isOfOpen: boolean },
  { name }: Project,
): void {
  const scores = others.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return;
  const best = Math.max(...scores);
  const which = `${isOfOpen ? 'open or claimed' : 'matching'} ${name} lead`;
  const filters = only.length > 0 ? ` (${only.join(', ')})` : '';
  throw new Refused(
    `No ${which}${filters} scores ${figure(minScore)} or more. The best of these has ${figure(best)}.`,
    {
      example: `/visibility leads ${withMinScore(of, best)}`,
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
