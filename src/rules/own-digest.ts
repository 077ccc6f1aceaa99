/** Decides a person's own digest: how many of the open leads they may see, which, in what order, and why each. */
import type { DigestLead, OwnDigest, OwnOrder, OwnRow, ProjectRef, Silence, WhyRanked } from '../decision.ts';
import { leadFacts, silence } from '../decision.ts';
import { toThreadUrl } from './lead-key.ts';
import { isFrom } from './lead-place.ts';
import { type LeadDecision, type LeftLead, rankLeads } from './lead-rank.ts';

const USUAL = 3;
const MOST = 5;

/** Answers needed to tell how many somebody gives, and the days over which they are counted. */
const ENOUGH_ANSWERS = 5;
export const ANSWERS_DAYS = 28;
const WORKING_SHARE = 5 / 7;

const MOST_TIMES = 2;

/** A place with fewer decisions is untried; a digest with fewer rows has no room to try one. */
const TRIED = 5;
const ROOM_TO_TRY = 3;

type OwnWish = Pick<OwnDigest, 'person' | 'at' | 'timezone' | 'schedule'> & {
  places: readonly string[];
  learns: boolean;
};

/** A project that the person sees, with its open leads in the API's order after the feed's filters. */
export type OwnProject = {
  project: ProjectRef;
  open: readonly (DigestLead & { wasLeft?: boolean | undefined })[];
  decisions: readonly LeadDecision[];
  left: readonly LeftLead[];
  timesShown: ReadonlyMap<string, number>;
  /** When it was last read, epoch ms, if it can't be read now. */
  asOf?: number | undefined;
};

/** `count`: leads that the person replied to in the last ANSWERS_DAYS; `days`: since the first of these. */
export type Answers = { count: number; days: number };

/** `why` and `decided` as in RankedLead, missing in the API's order. `height`: compares leads of several projects. */
type Candidate = {
  project: ProjectRef;
  lead: DigestLead;
  why?: WhyRanked | undefined;
  decided?: number | undefined;
  height: number;
};

/** Silent if nothing is open for the person. `now` epoch ms. */
export function decideOwnDigest(
  wish: OwnWish,
  projects: readonly OwnProject[],
  answers: Answers,
  now: number,
): OwnDigest | Silence {
  const { places, learns, ...wished } = wish;
  const isWished = (lead: DigestLead) => places.length === 0 || isFrom(lead, ...places);
  const ranked = projects.map((one) => {
    const leads = one.open.filter(
      (lead) => isWished(lead) && (one.timesShown.get(lead.key) ?? 0) < MOST_TIMES,
    );
    const byTeam = learns ? rankLeads(leads, one.decisions, one.left, now) : undefined;
    return { ...one, byTeam, leads: byTeam ?? leads.map((lead) => ({ lead })) };
  });
  const all = ranked
    .flatMap(({ project, leads }) => withHeights(project, leads))
    .toSorted((a, b) => b.height - a.height);
  const isAgain = ({ project, lead }: Candidate) =>
    projects.some((one) => one.project.id === project.id && one.timesShown.has(lead.key));
  const size = chooseDigestSize(answers);
  const rows = chooseRows(preferNew(dropRepeats(all), size, isAgain), size).map(
    (chosen): OwnRow => ({
      project: chosen.project,
      lead: leadFacts(chosen.lead),
      ...(chosen.why && { why: chosen.why }),
      ...(isAgain(chosen) && { isAgain: true }),
    }),
  );
  const [first] = rows;
  if (!first) return silence('nothing open for them');
  const ofTeam = ranked.filter(({ byTeam }) => byTeam !== undefined);
  const decisions = ofTeam.reduce((sum, one) => sum + one.decisions.length, 0);
  const order: OwnOrder = ofTeam.length > 0 ? { by: 'team', decisions } : { by: 'api' };
  const shown = new Set(rows.map(({ project }) => project.id));
  const old = projects.flatMap(({ project: { id }, asOf }) => (shown.has(id) ? (asOf ?? []) : []));
  const asOf = old.length > 0 ? { asOf: Math.min(...old) } : {};
  return { kind: 'own_digest', v: 1, project: first.project, ...wished, rows, order, ...asOf };
}

/** One more than the person answers on a working day, for a choice: 1 to 5. Three until they have answered five. */
export function chooseDigestSize({ count, days }: Answers): number {
  if (count < ENOUGH_ANSWERS) return USUAL;
  const workingDays = Math.max(5, Math.min(days, ANSWERS_DAYS) * WORKING_SHARE);
  return Math.min(MOST, 1 + Math.round(count / workingDays));
}

/** The first `size` rows. With three or more in the team's order, one is of an untried place, to be discovered. */
export function chooseRows<Row extends { lead: Pick<DigestLead, 'place'>; decided?: number | undefined }>(
  ranked: readonly Row[],
  size: number,
): (Row & { why?: WhyRanked })[] {
  const rows = ranked.slice(0, size);
  if (size < ROOM_TO_TRY || rows.length < size) return rows;
  const least = (list: readonly Row[]) =>
    list
      .filter(({ decided = TRIED }) => decided < TRIED)
      .toSorted((a, b) => (a.decided ?? 0) - (b.decided ?? 0))[0];
  const here = least(rows);
  const untried = here ?? least(ranked);
  const chosen = here || !untried ? rows : [...rows.slice(0, -1), untried];
  return chosen.map((row) =>
    row === untried ? { ...row, why: { kind: 'untried', place: row.lead.place ?? '' } } : row,
  );
}

/** Ranks of different projects aren't comparable: a project's n-th lead takes the height of its n-th best score. */
function withHeights(
  project: ProjectRef,
  leads: readonly { lead: DigestLead; why?: WhyRanked; decided?: number | undefined }[],
): Candidate[] {
  const heights = leads
    .map(({ lead: { score = Number.NEGATIVE_INFINITY } }) => score)
    .sort((a, b) => (a === b ? 0 : b - a));
  return leads.map((one, index) => ({ project, ...one, height: heights[index] ?? 0 }));
}

/** While there are enough new leads, only the best of those shown before comes again: a person has seen the others. */
function preferNew(all: readonly Candidate[], size: number, isAgain: (one: Candidate) => boolean) {
  const fresh = all.filter((one) => !isAgain(one)).length;
  const again = new Set(all.filter(isAgain).slice(0, Math.max(1, size - fresh)));
  return all.filter((one) => again.has(one) || !isAgain(one));
}

function dropRepeats(all: readonly Candidate[]): Candidate[] {
  const threads = new Set<string>();
  const keys = new Set<string>();
  return all.filter(({ lead: { key, url } }) => {
    const thread = url === undefined ? key : toThreadUrl(url);
    const isKnown = threads.has(thread) || keys.has(key);
    threads.add(thread);
    keys.add(key);
    return !isKnown;
  });
}
