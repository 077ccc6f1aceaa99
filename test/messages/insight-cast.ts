/** A recap and a proposal as the message tests draw them. A test changes only what it speaks of. */
import type { MuteProposal, Recap } from '../../src/decision.ts';
import { ACME, FRIDAY } from './cast.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The week to Fri 20 Nov 2026. */
export const RECAP: Recap = {
  kind: 'recap',
  v: 1,
  project: ACME,
  subscription: 'recap:acme',
  from: FRIDAY - 7 * DAY,
  to: FRIDAY,
  timezone: 'Europe/Berlin',
  schedule: 'Fridays 16:00',
  shown: 34,
  claimed: 12,
  replied: 9,
  acted: 11,
  dismissed: 8,
  repliedEarlier: 2,
  medianReplyMs: 3 * HOUR,
  cited: 5,
  minScore: { feed: `leads:${ACME.id}:C0ACMELEADS`, score: 72, hides: 12, of: 22 },
  outcomes: { helpful: 3, removed: 1 },
  before: { shown: 20, replied: 3 },
  best: { lead: { key: 'id:1', title: 'Who owns the bill?', url: 'https://forum.example/1', score: 91 } },
  score: {
    day: '2026-11-19',
    score: 52.2,
    before: { day: '2026-11-12', score: 60.3 },
    series: Array.from({ length: 56 }, (_, i) => ({
      date: new Date(FRIDAY - (56 - i) * DAY).toISOString().slice(0, 10),
      score: i === 55 ? 52.2 : i === 54 ? 50.1 : 60 + (i % 2),
    })),
  },
  rival: { name: 'Globex', score: 61, before: 58.7, standing: { rank: 2, of: 6 } },
  next: {
    leads: { many: 2, atLeast: 80 },
    page: { prompt: 'k8s cost alerts', rival: 'Globex', cited: 14, own: 0, of: 500 },
  },
  weeks: [
    { name: '2026-11-06', shown: 20, claimed: 5, replied: 3 },
    { name: '2026-11-13', shown: 34, claimed: 12, replied: 9 },
  ],
};

export const PROPOSAL: MuteProposal = {
  kind: 'mute_proposal',
  v: 1,
  project: ACME,
  subscription: 'leads:acme',
  at: FRIDAY,
  place: 'r/x',
  round: 0,
  reason: 'off_topic',
  dismissed: 8,
  of: 10,
  removes: {
    leads: Array.from({ length: 7 }, (_, i) => ({
      key: `id:${i}`,
      title: `Thread ${i}`,
      url: `https://forum.example/${i}`,
    })),
    repliedTo: 1,
    shown: 140,
  },
};
