/** Every message and modal about leads as people left them, drawn from outside texts of the test's choice. */
import type { ModalView } from '@slack/types';
import type {
  DigestLead,
  LeadDigest,
  LeadStanding,
  OwnDigest,
  ProjectRef,
  Standing,
  WhyRanked,
} from '../../src/decision.ts';
import {
  leadBriefMessage,
  leadGivenAnswer,
  leadSettledPage,
  leadsRestoredAnswer,
  leadsSetAsideAnswer,
  leadsUnchangedPage,
} from '../../src/messages/leads/claims.ts';
import {
  leadAssignForm,
  leadDismissForm,
  leadLetGoForm,
  leadReleaseForm,
  leadRepliedForm,
  leadSnoozeForm,
} from '../../src/messages/leads/lead-forms.ts';
import {
  type LeadList,
  leadListPage,
  leadsPerPage,
  leadTable,
  pagesOfLeads,
} from '../../src/messages/leads/lead-list.ts';
import { minScoreProposalParts } from '../../src/messages/leads/lead-proposals.ts';
import { ownDigestForm, ownDigestSavedPage } from '../../src/messages/leads/own-digest.ts';
import type { Form } from '../../src/messages/page.ts';
import { tablePage } from '../../src/messages/sortable-table.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { DIGEST, FRIDAY } from './cast.ts';
import type { Drawable } from './reading.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const BERLIN = 'Europe/Berlin';

/** A lead in each state, in the longest form that it can have. */
export function everyStanding(text: string, url: string): Record<string, LeadStanding> {
  const by = { by: 'U0ANARUIZZZ', since: FRIDAY - 9 * DAY };
  return {
    new: { state: 'new', alsoOf: [text] },
    claimed: { state: 'claimed', ...by },
    replied: { state: 'replied', ...by, replyUrl: url, outcome: 'removed' },
    dismissed: { state: 'dismissed', ...by, dismissReason: text },
    snoozed: { state: 'snoozed', ...by, until: FRIDAY + 30 * DAY },
  };
}

export function leadsOf(text: string, url: string, many: number): DigestLead[] {
  return Array.from({ length: many }, (_, i) => ({
    key: `id:${i}`,
    title: text,
    url,
    place: text,
    reason: text,
    score: i,
    previousScore: i + 0.123,
    scoreSince: FRIDAY - 9 * DAY,
    firstSeenAt: FRIDAY - 9 * DAY,
    postedAt: 0,
    citedBy: [text, text],
  }));
}

/** All of `leads` stand so. */
export function standingOf(leads: readonly DigestLead[], standing: LeadStanding): Standing {
  return {
    handles: Object.fromEntries(leads.map(({ key }, i) => [key, `L${100_000 + i}`])),
    leads: Object.fromEntries(leads.map(({ key }) => [key, standing])),
    writes: { accept: true, dismiss: true },
  };
}

export function everyLead(text: string, url: string, many: number): Record<string, Drawable> {
  const project = { id: DIGEST.project.id, name: text };
  const leads = leadsOf(text, url, many);
  const [shown, back, more] = [leads.slice(0, 10), leads.slice(10, 12), leads.slice(12)];
  const digest: LeadDigest = {
    ...DIGEST,
    project,
    leads: shown,
    stillOpen: back,
    open: many,
    maxAgeMs: 14 * 86_400_000,
    unshown: more.length,
    leftOut: [...DIGEST.leftOut, { reason: 'taken', count: many }],
  };
  const lead = { ...leadsOf(text, url, 1)[0], key: 'id:0' };
  const claims = [lead, ...leads].map((one) => ({ project, lead: one, claimedAt: FRIDAY }));
  const reminder = {
    project,
    lead,
    person: 'U0ANARUIZZZ',
    claimedAt: FRIDAY,
    timezone: BERLIN,
    also: claims,
  };
  const engines = Array.from({ length: many }, (_, i) => ({
    engine: text,
    visibility: i,
    rival: `${text}${i}`,
  }));
  const cited = { about: text, pages: Array.from({ length: 3 }, () => ({ url, title: text, domain: text })) };
  const briefing = {
    topic: { label: text, quotes: [{ text, engine: text }, { text }], engines },
    prompt: { text },
    cited,
  };
  const given = {
    project,
    lead,
    person: 'U0ANARUIZZZ',
    by: 'U0BEN',
    at: FRIDAY,
    timezone: BERLIN,
    briefing,
    note: text,
  };
  const states = Object.entries(everyStanding(text, url)).flatMap(([name, one]): [string, Drawable][] => {
    const standing = standingOf([lead, ...leads], one);
    return [
      [`first digest of ${name} leads`, render({ ...digest, first: true }, standing)],
      [`held list anew of ${name} leads`, render({ ...digest, first: true, anew: true }, standing)],
      [`digest of ${name} leads`, render(digest, standing)],
      [`list of ${name} leads`, listOf(project, leads, standing)],
      [
        `table of ${name} leads`,
        many > 1 ? tableOf(project, leads, standing) : listOf(project, leads, standing),
      ],
      [`word of a ${name} lead that was given`, render({ kind: 'lead_assigned', v: 1, ...given }, standing)],
      [`reminder of a ${name} lead`, render({ kind: 'lead_reminder', v: 1, ...reminder }, standing)],
      [
        `word of a claim that ended, of a ${name} lead`,
        render(
          { kind: 'claim_ended', v: 1, project, lead, by: 'U0BEN', how: 'release', at: FRIDAY },
          standing,
        ),
      ],
      [`somebody’s own digest of ${name} leads`, render(ownOf(text, url), standing)],
      [
        `refusal for ${name} leads`,
        leadsUnchangedPage(
          [lead, ...leads.slice(1, 10)].map((each) => ({
            handle: 'L1',
            lead: each,
            standing: one,
          })),
          FRIDAY,
          'U0ANARUIZZZ',
        ),
      ],
      [
        `refusal to undo for a ${name} lead`,
        leadsUnchangedPage([{ handle: 'L1', lead, standing: one }], FRIDAY, 'U0ANARUIZZZ', 'undo'),
      ],
      [
        `brief of a lead that was claimed and is ${name}`,
        leadSettledPage({ project, lead, handle: 'L1', standing: one }, FRIDAY),
      ],
    ];
  });
  const told = { project, lead, handle: 'L1', now: FRIDAY, timezone: BERLIN };
  return {
    ...Object.fromEntries(states),
    'somebody’s own digest in the API’s order': render(
      { ...ownOf(text, url), order: { by: 'api' } },
      standingOf(leads, { state: 'new' }),
    ),
    'word that somebody’s own digest is on': ownDigestSavedPage({
      places: Array.from({ length: many }, () => text),
      schedule: text,
      timezone: BERLIN,
      next: FRIDAY,
    }),
    brief: leadBriefMessage({ ...told, briefing }),
    'brief while the API is asked': leadBriefMessage({ ...told, briefing: undefined }),
    'brief without anything': leadBriefMessage({
      ...told,
      briefing: { topic: 'none', prompt: 'unreadable' },
    }),
    'word of a dismissed lead, with Undo': leadsSetAsideAnswer('p1', [{ handle: 'L1', lead }], {
      reason: 'off_topic',
    }),
    'word of many dismissed leads, with Undo': leadsSetAsideAnswer(
      'p1',
      Array.from({ length: 300 }, (_, i) => ({ handle: `L${10_000 + i}`, lead })),
      { reason: text },
    ),
    'word of snoozed leads, with Undo': leadsSetAsideAnswer(
      'p1',
      [{ handle: 'L1', lead }],
      { until: FRIDAY },
      {
        answerAt: `https://hooks.slack.com/actions/${'T'.repeat(200)}`,
        list: { of: text, page: 1 },
      },
    ),
    'word of a lead whose dismissal was undone': leadsRestoredAnswer([{ handle: 'L1', lead }]),
    'word of a lead that was given away': leadGivenAnswer('L1', lead, 'U0BEN'),
  };
}

/** As many rows as there can be, each with another reason. */
function ownOf(text: string, url: string): OwnDigest {
  const why: WhyRanked[] = [
    { kind: 'place', place: text },
    { kind: 'word', word: text },
    { kind: 'cited' },
    { kind: 'score' },
    { kind: 'untried', place: text },
  ];
  const rows = leadsOf(text, url, why.length).map((lead, i) => ({
    project: { id: `${i}`, name: text },
    lead,
    why: why[i],
  }));
  const when = { at: FRIDAY, timezone: BERLIN, schedule: text };
  const project = { id: '0', name: text };
  const order = { by: 'team', decisions: 1_234 } as const;
  return { kind: 'own_digest', v: 1, project, person: 'U0ANARUIZZZ', ...when, rows, order };
}

/** A page of the list, asked for by the project's own name. */
export function listOf(
  project: ProjectRef,
  leads: readonly DigestLead[],
  standing: Pick<Standing, 'handles' | 'leads'>,
) {
  const found = foundOf(project, leads);
  return leadListPage(found, leads.slice(0, leadsPerPage(found)), standing);
}

function tableOf(
  project: ProjectRef,
  leads: readonly DigestLead[],
  standing: Pick<Standing, 'handles' | 'leads'>,
) {
  const found = foundOf(project, leads);
  return tablePage(leadTable(found, standing), 0, pagesOfLeads(found)).message;
}

function foundOf(project: ProjectRef, leads: readonly DigestLead[]): LeadList {
  return {
    project,
    leads,
    from: 0,
    open: leads.length,
    only: [project.name],
    leftOut: [],
    now: FRIDAY,
    asOf: FRIDAY,
    mayAct: true,
    proposal: minScoreProposalParts(
      { feed: 'leads:acme', from: 60, score: 72, hides: 12, of: 22 },
      true,
      project,
      {
        of: '',
        page: 0,
      },
    ),
    older: leads.length,
  };
}

export function everyLeadModal(text: string, many: number): Record<string, ModalView | Form> {
  const leads = Array.from({ length: Math.max(many, 1) }, (_, i) => ({
    handle: `L${i}`,
    lead: { key: `L${i}`, title: text },
  }));
  const one = { handle: 'L1', lead: { key: 'L1', title: text } };
  return {
    dismiss: leadDismissForm(leads, '', FRIDAY),
    'dismiss for another reason': leadDismissForm([one], '', FRIDAY, 'other'),
    snooze: leadSnoozeForm(leads, '', FRIDAY, { tomorrow: '2026-11-21', nextWeek: '2026-11-23' }),
    assign: leadAssignForm(one, ''),
    'release of another’s claim': leadReleaseForm(
      one,
      '',
      { state: 'claimed', by: 'U0BEN', since: FRIDAY },
      FRIDAY,
    ),
    'let go': leadLetGoForm(leads, '', FRIDAY),
    replied: leadRepliedForm(one, ''),
    'own digest': ownDigestForm(
      {
        isSet: true,
        schedule: text.slice(0, 500),
        timezone: BERLIN,
        chosen: ['0'],
        learns: true,
        projects: leads.map((_, i) => ({ id: `${i}`, name: text })),
        places: [text.slice(0, 500)],
      },
      '',
    ),
  };
}
