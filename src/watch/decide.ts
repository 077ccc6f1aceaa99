/** The second step: what the channel remembers is read, then the rule of the feed's kind decides. */
import type { Decision, Silence } from '../decision.ts';
import type { Verdict } from '../outbox/commit.ts';
import { suggestionSubject } from '../outbox/subjects.ts';
import type { Feed } from '../projects.ts';
import { decideLeadDigest } from '../rules/lead-digest.ts';
import { leadKey } from '../rules/lead-key.ts';
import { decideSuggestions } from '../rules/new-suggestions.ts';
import { decideScoreChange } from '../rules/score-change.ts';
import { knownLeads, knowsAnyLead } from '../store/announced.ts';
import { knownSubjects } from '../store/deliveries.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import type { Snapshot } from './poll.ts';

/** A verdict, and why it is silent where it is. */
export type Decided = Verdict & { silence?: string };

export async function decide(
  db: Db,
  slot: SlotRow,
  feed: Feed,
  snapshot: Snapshot,
  now: number,
): Promise<Decided> {
  const { project, timezone } = feed;
  const { team, channel } = slot;
  if (snapshot.kind === 'leads' && feed.kind === 'leads') {
    const { limit, min_score, max_age, places, words, post_empty } = feed.settings;
    const memory = {
      announced: await knownLeads(db, team, channel, snapshot.leads.map(leadKey)),
      first: !(await knowsAnyLead(db, team, channel, project.id)),
    };
    const filters = { minScore: min_score, maxAgeMs: max_age, places, words };
    const settings = { project, limit, filters, schedule: feed.schedule, timezone, postEmpty: post_empty };
    const { decision, seen } = decideLeadDigest(snapshot, memory, settings, slot.due_at, now);
    return { ...verdict(decision), seen };
  }
  if (snapshot.kind === 'scores' && feed.kind === 'scores') {
    return verdict(
      decideScoreChange(snapshot.scores, { project, minChange: feed.settings.min_change, timezone }, now),
    );
  }
  if (snapshot.kind === 'suggestions') {
    const ids = snapshot.suggestions.map(({ suggestion }) => suggestion.id);
    const subjects = await knownSubjects(
      db,
      team,
      channel,
      ids.map((id) => suggestionSubject(project.id, id)),
    );
    const known = new Set(ids.filter((id) => subjects.has(suggestionSubject(project.id, id))));
    return verdict(decideSuggestions(snapshot.suggestions, { known }, { project }));
  }
  throw new TypeError(`A ${snapshot.kind} snapshot cannot decide a ${feed.kind} feed`);
}

function verdict(said: Decision | readonly Decision[] | Silence): Decided {
  if ('kind' in said && said.kind === 'silence') return { decisions: [], seen: [], silence: said.reason };
  return { decisions: [said].flat() as Decision[], seen: [] };
}
