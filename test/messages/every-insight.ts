/** Every message made of what people do with leads, drawn from outside texts of the test's choice. */
import { carryIfFits } from '../../src/carried.ts';
import type { LeadStory, MuteProposal, Recap } from '../../src/decision.ts';
import { filtersPage, muteLiftedPage } from '../../src/messages/feeds/feed-list.ts';
import { myFiguresAnswer } from '../../src/messages/feeds/recap.ts';
import { placeMutedPage } from '../../src/messages/leads/lead-proposals.ts';
import { warmLeadsAnswer } from '../../src/messages/leads/lead-row.ts';
import { whyLeadAnswer, whyWhichAnswer } from '../../src/messages/leads/why-lead.ts';
import { whySuggestionAnswer } from '../../src/messages/prompts/segment-suggestion.ts';
import { exportAsText, exportMessage, exportSentAnswer } from '../../src/messages/sortable-table.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { buildLeadExport } from '../../src/surface/leads/leads.ts';
import { DIGEST, FRIDAY, STANDING } from './cast.ts';
import { PROPOSAL, RECAP } from './insight-cast.ts';
import type { Drawable } from './reading.ts';

/** As `everyMessage`. */
export function everyInsight(text: string, url: string, many: number): Record<string, Drawable> {
  const project = { id: DIGEST.project.id, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const leads = times((i) => ({
    key: `id:${i}`,
    title: text,
    url,
    place: text,
    score: i,
    citedBy: [text, text],
  }));
  const proposal: MuteProposal = {
    ...PROPOSAL,
    project,
    place: text,
    reason: text,
    removes: { leads, repliedTo: 1, shown: many },
  };
  const recap: Recap = {
    ...RECAP,
    project,
    schedule: text,
    lateHours: many,
    byPerson: times((i) => ({ person: `U${i}ANA`, claimed: i, replied: i, medianReplyMs: i })),
    shown: 1 + many,
    best: { lead: { key: 'id:1', title: text, url, score: many }, by: 'U0ANA' },
    score: RECAP.score && {
      ...RECAP.score,
      measured: times(() => ({
        day: '2026-11-17',
        of: 'engines' as const,
        came: [text],
        went: times(() => text),
      })),
    },
    rival: { name: text, score: 61, before: 60, standing: { rank: many, of: many } },
    next: {
      leads: { many, atLeast: 80 },
      page: { prompt: text, rival: text, cited: many, own: many, of: many },
    },
    ledger: {
      days: 90,
      counts: { held: many, faded: many, reverted: many, known_cause: many, false: many, unclear: many },
      raised: { minChange: 6, without: { held: many, false: many } },
    },
  };
  const stories = leads.map(
    (lead): LeadStory => ({ ...lead, shownAt: FRIDAY, state: { state: 'dismissed', dismissReason: text } }),
  );
  const file = buildLeadExport(project, stories, {
    handles: STANDING.handles,
    standings: {},
    names: {},
    days: 30,
    at: FRIDAY,
    timezone: 'UTC',
  });
  const state = { state: 'claimed', since: FRIDAY } as const;
  return {
    'digest with warm leads': render(
      { ...DIGEST, project, leads: leads.slice(0, 10), warm: leads },
      STANDING,
    ),
    'filtered out': render(
      {
        kind: 'filtered_out',
        v: 1,
        project,
        subscription: 'leads:acme',
        leftOut: [{ reason: 'muted', count: many }],
        filters: text,
      },
      STANDING,
    ),
    'mute proposal': render(proposal, STANDING),
    'answered mute proposal': render(proposal, {
      ...STANDING,
      mute: { state: 'muted', by: 'U0ANA', at: FRIDAY },
    }),
    recap: render(recap, STANDING),
    'recap whose proposal can be applied': render(recap, {
      ...STANDING,
      minScore: { score: undefined, made: true },
    }),
    'recap whose proposal was applied': render(recap, {
      ...STANDING,
      minScore: { score: 72, by: 'U0ANA', made: true },
    }),
    'recap whose proposal the file applies': render(
      { ...recap, minScore: { feed: 'leads:acme', from: 60, score: 72, hides: many, of: many } },
      { ...STANDING, minScore: { score: 60, made: false } },
    ),
    'empty recap': render({ ...recap, shown: 0, repliedEarlier: 0 }, STANDING),
    'my figures': myFiguresAnswer(project, { person: 'U0ANA', claimed: 1, replied: 1 }, { ...RECAP }),
    'warm leads': warmLeadsAnswer(project, leads, STANDING, { at: DIGEST.at }),
    filters: filtersPage(
      project,
      { places: { never: times(() => text) }, words: { never: times(() => text) } },
      {
        isMade: many > 1,
        muted: times(() => ({
          place: text,
          value: carryIfFits('muted_place', { subscription: 'leads', place: text, round: 0 }),
        })),
      },
    ),
    'lifted mute': muteLiftedPage(text),
    'a place muted by name': placeMutedPage(text, { isNew: true, hides: many, undo: 'undo' }),
    'a place muted before': placeMutedPage(text, { isNew: false, hides: 0, undo: undefined }),
    why: whyLeadAnswer({
      project,
      lead: {
        key: 'id:1',
        title: text,
        url,
        place: text,
        reason: text,
        polledAt: FRIDAY,
        rank: 1,
        firstSeenAt: FRIDAY,
        state,
      },
      channels: times((i) => ({
        channel: `C${i}ACME`,
        verdict:
          i % 3 === 0 ? undefined : { verdict: i % 2 === 0 ? 'muted' : text, polledAt: FRIDAY, rank: i },
        posts: [
          { part: 'new', at: FRIDAY, delivery: text, state: 'failed', notBefore: FRIDAY, reason: text },
        ],
        feed: { minScore: 60, removedBy: 'muted' as const, next: FRIDAY },
      })),
      now: FRIDAY,
      mayAct: true,
      reader: 'U0ANA',
      history: times((i) => ({
        kind: (['dismiss', 'assign', 'undo'] as const)[i % 3] ?? 'decline',
        at: FRIDAY,
        by: 'U0ANA',
        to: 'U0BEN',
        detail: text,
        note: text,
      })),
    }),
    'why a suggestion': whySuggestionAnswer({
      news: {
        kind: 'segment_suggestion',
        v: 1,
        project,
        suggestion: { id: 's9', name: text, description: text },
        prompts: times((i) => ({ id: `p${i}`, text, applies: true })),
      },
      standing: STANDING,
      posts: times((i) => ({
        channel: `C${i}ACME`,
        at: FRIDAY,
        delivery: text,
        state: 'queued',
        notBefore: FRIDAY,
        reason: text,
      })),
      mayDecide: true,
      now: FRIDAY,
    }),
    'why which': whyWhichAnswer(project, times((i) => ({ handle: `L${i}`, title: text })).slice(0, 10)),
    export: exportMessage(file),
    'sent export': exportSentAnswer(file),
    'export as text': exportAsText(file),
  };
}
