import type { HomeView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { carry } from '../../../src/carried.ts';
import type { FeedStanding, MentionAlert } from '../../../src/decision.ts';
import {
  type Home,
  type HomeScore,
  homePage,
  homeScore,
  homeWelcome,
  type Newcomer,
} from '../../../src/messages/home/home.ts';
import { scoreChart } from '../../../src/messages/scores/score-words.ts';
import { drawHome, drawView } from '../../../src/slack/draw.ts';
import { mrkdwn, plain } from '../../../src/slack/text.ts';
import { ACME, ALERT, DIGEST, FRIDAY, overviewOf } from '../cast.ts';
import { buttonsOf, expectHarmless, expectViewWithinLimits, HOSTILE, seen, wordsOf } from '../reading.ts';

const FEED: FeedStanding = {
  feed: {
    id: 'leads:acme:C0ACME',
    kind: 'leads',
    channel: 'C0ACME',
    schedule: 'weekdays at 9:00',
    timezone: 'Europe/Berlin',
  },
  next: FRIDAY,
};
const PAUSED: FeedStanding = {
  ...FEED,
  paused: { at: FRIDAY, by: 'U0ANA', until: undefined, reason: 'person' },
};
const _REMOVED: FeedStanding = {
  ...FEED,
  paused: { at: FRIDAY, by: undefined, until: undefined, reason: 'not_in_channel' },
};
const SCORED: HomeScore = overviewOf(ALERT.series, { before: { date: '2026-11-18', value: 61.4 } });

const WAITING = ['L9', 'L4'].map((handle) => ({
  project: ACME,
  lead: { key: handle, title: `Thread ${handle}`, place: 'r/saas', score: 80 },
  handle,
}));

const HOME: Home = {
  at: FRIDAY,
  projects: [{ project: ACME, score: SCORED }],
  leads: DIGEST.leads.map((lead, i) => ({ project: ACME, lead, handle: `L${i + 1}` })),
  withOpenLeads: [ACME],
  alerts: [{ alert: ALERT, handle: 'A37', places: ['C0ACME'] }],
  feeds: [{ project: ACME, standing: FEED }],
  mayAct: true,
  mayChange: true,
  mine: WAITING,
};

const homeView = (home: Home) => drawHome(homePage(home));
const wordsIn = ({ blocks }: HomeView) => seen(wordsOf(blocks).join('\n'));

function expectFits({ blocks }: HomeView): void {
  expectViewWithinLimits({ type: 'modal', title: plain('Home'), blocks });
}

const _FIGURES = { person: 'U0ANA', claimed: 0, replied: 0 };

describe('the Home tab', () => {
  describe('for an open alert', () => {
    const [open = expect.fail()] = HOME.alerts;
    const buttonsBeside = (alerts: Home['alerts'], given: Partial<Home> = {}) =>
      homePage({ ...HOME, ...given, alerts })
        .parts.flatMap((part) => (part && part.kind === 'rows' ? part.rows : []))
        .filter(({ id }) => id === 'A37')
        .flatMap(({ controls = [] }) => controls.map((one) => 'label' in one && one.label));

    it('tells why it came, and lets one person look into it', () => {
      expect(buttonsBeside([open])).toEqual(['Why this alert?', 'I’m on it']);
      const by = (isOwn: boolean) => [{ ...open, taken: { by: 'U0BEN', isOwn } }];
      expect(buttonsBeside(by(false))).toEqual(['Why this alert?']);
      expect(buttonsBeside(by(true))).toEqual(['Why this alert?', 'Release']);
      expect(wordsIn(homeView({ ...HOME, alerts: by(false) }))).toContain('<@U0BEN> is on it');
      expect(buttonsBeside([open], { mayAct: false })).toEqual(['Why this alert?']);
    });
  });

  it('shows a lead that was claimed while it was read once, as the reader’s own', () => {
    const [claimed] = WAITING;
    const view = homeView({ ...HOME, leads: [...HOME.leads, ...(claimed ? [claimed] : [])] });
    expectFits(view);
    expect(wordsIn(view).match(/Thread L9/g)).toHaveLength(1);
    expect(wordsIn(view)).toMatch(/Yours to answer.*Thread L9.*Best open leads/s);
  });

  it('says how an open alert’s figure stands now, once later days followed', () => {
    const told = (alert: Home['alerts'][number]['alert'], stalled?: 'paused') =>
      wordsIn(homeView({ ...HOME, alerts: [{ alert, handle: 'A37', places: [], stalled }] }));
    const lead = { ...ALERT.alert.lead, value: 55.3 };
    const later = { ...ALERT, alert: { ...ALERT.alert, day: '2026-11-21', lead } };
    expect(told(later)).toContain(' · A37\nNow 55.3 on Sat 21 Nov, day 3.');
    expect(told(ALERT)).not.toContain('\nNow ');
    expect(told(later, 'paused')).toMatch(/\n(?!Now)[^·\n]*55\.3 on Sat 21 Nov/);
    const rival: MentionAlert = {
      kind: 'mention_alert',
      v: 1,
      project: ALERT.project,
      key: 'rival',
      status: 'open',
      about: {
        type: 'rival',
        rival: 'Globex',
        since: '2026-11-17',
        until: '2026-11-16',
        figures: { day: '2026-11-19', own: 42, rival: 57, of: 240 },
        now: { day: '2026-11-21', own: 60, rival: 40, of: 240 },
      },
    };
    expect(told(rival)).toContain(
      'Now you’re ahead: named first in 60 of 240 answers on Sat 21 Nov, Globex in 40',
    );
  });

  it('says how an alert’s latest day is, not how unusual its first one was', () => {
    const lead = { ...ALERT.alert.lead, value: 60.1 };
    const later = { ...ALERT, alert: { ...ALERT.alert, day: '2026-11-25', lead } };
    const words = wordsIn(homeView({ ...HOME, alerts: [{ alert: later, handle: 'A37', places: [] }] }));
    expect(words).not.toContain('outside normal');
    expect(words).toContain('Now 60.1 on Wed 25 Nov, within its usual range, day 7.');
  });

  it('names the reader’s channels that got an alert', () => {
    const of = (...places: string[]) =>
      wordsIn(homeView({ ...HOME, alerts: [{ alert: ALERT, handle: 'A37', places }] }));
    expect(of('C0ACME', 'C0B')).toContain(' · well outside normal · <#C0ACME>, <#C0B> · A37');
    expect(of('C0A', 'C0B', 'C0C', 'C0D', 'C0E', 'C0F')).toContain(
      ' · <#C0A>, <#C0B>, <#C0C>, <#C0D>, 2 more channels · A37',
    );
  });

  it.each([true, false])('keeps a heading apart from the first lead below it, mayAct %s', (mayAct) => {
    const texts = homeView({ ...HOME, mayAct }).blocks.flatMap((block) =>
      'text' in block ? wordsOf([block]) : [],
    );
    expect(texts).toEqual(
      expect.arrayContaining(['*Yours to answer*', '*Best open leads*', '*Open alerts*']),
    );
  });

  it('says since when each lead waits for its reader', () => {
    const [lead = expect.fail()] = WAITING;
    const since = HOME.at - 26 * 3_600_000;
    const mine = [
      { ...lead, lead: { ...lead.lead, state: { state: 'claimed', since } as const } },
      {
        ...lead,
        handle: 'L10',
        lead: { ...lead.lead, state: { state: 'claimed', since, assignedBy: 'U0BEN' } as const },
      },
    ];
    const words = wordsIn(homeView({ ...HOME, mine }));
    expect(words).toMatch(/ · claimed on <!date.* · L9\n/);
    expect(words).toMatch(/ · assigned by <@U0BEN> on <!date.* · L10\n/);
  });

  it('starts with what waits for its reader, then the best leads', () => {
    const words = wordsIn(homeView(HOME));
    const order = ['Yours to answer', 'Best open leads', 'Open alerts', 'Projects', 'Feeds of your channels'];
    const found = order.map((heading) => words.indexOf(`*${heading}*`));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBe(0);
    expect(words).toContain('*Yours to answer*\n*Thread L9*\nlead score 80 · r/saas · L9\n*Thread L4*\n');
    expect(
      wordsIn(
        homeView({
          ...HOME,
          mine: [],
        }),
      ),
    ).toContain('*Yours to answer* · none\n');
  });

  it('takes few lines', () => {
    const words = wordsIn(homeView(HOME));
    expect(words).toContain(
      '*Projects*\n*Acme* · visibility *53.2* on Thu 19 Nov, down 8.2 points since Wed 18 Nov · below its usual 58.9 to 63.5 · lowest 53.2, highest 61.4 in 4 days\n',
    );
    expect(words).toContain(
      '*How do you alert on Kubernetes cost spikes?*\nlead score 91 · r/devops · 5 h · L1',
    );
    expect(words).toMatch(/\*Leaving Globex, what next\?\*\nr\/saas · .*L3/);
    expect(words).toContain(
      '*Acme fell 8.2 points to 53.2 on Thu 19 Nov* · well outside normal · <#C0ACME> · A37',
    );
    expect(words).toContain('*Acme leads* in <#C0ACME> · weekdays at 9:00 Europe/Berlin · next ');
    expect(homeView(HOME).blocks).toHaveLength(
      8 + 2 * (HOME.alerts.length + HOME.leads.length + (HOME.mine?.length ?? 0)),
    );
  });

  it('says which engines cite a lead', () => {
    const [first = expect.fail('no lead')] = HOME.leads;
    const cited = { ...first, lead: { ...first.lead, citedBy: ['ChatGPT', 'Perplexity'] } };
    expect(wordsIn(homeView({ ...HOME, leads: [cited] }))).toContain(
      '5 h · L1\nChatGPT and Perplexity cite this thread.',
    );
  });

  it('names a lead’s project only if there are several', () => {
    const two = {
      ...HOME,
      projects: [...HOME.projects, { project: { id: 'b', name: 'Globex' }, score: SCORED }],
    };
    expect(wordsIn(homeView(two))).toContain('lead score 91 · r/devops · 5 h · Acme · L1');
  });

  it('has the feeds in one line for people who may change none', () => {
    const feeds = [FEED, PAUSED].map((standing) => ({ project: ACME, standing }));
    const lines = wordsIn(homeView({ ...HOME, feeds, mayChange: false })).split('\n');
    expect(lines.filter((line) => line.includes('eeds'))).toEqual([
      expect.stringMatching(/^\*Feeds of your channels\* · 2, 1 paused · next post /),
    ]);
    expect(lines.join()).not.toContain('*Acme leads*');
  });

  it('has a button to pause or resume each feed', () => {
    const { blocks } = homeView({
      ...HOME,
      feeds: [FEED, PAUSED].map((standing) => ({ project: ACME, standing })),
    });
    expect(JSON.stringify(blocks)).toMatch(
      /"Pause Acme leads".*"feed\.pause".*"Resume Acme leads".*"feed\.resume"/,
    );
  });

  it('has a menu for a feed made in Slack, where it can be changed too', () => {
    const made = { ...FEED, feed: { ...FEED.feed, revision: 3 } };
    const { blocks } = homeView({ ...HOME, feeds: [{ project: ACME, standing: made }] });
    const shown = JSON.stringify(blocks);
    const [edit, pause] = (['edit', 'pause'] as const).map((choice) =>
      JSON.stringify(carry('feed', { feed: 'leads:acme:C0ACME', choice })),
    );
    expect(shown).toMatch(/"feed\.menu".*"Edit…".*"Pause"/);
    expect(shown).toContain(`"value":${edit}`);
    expect(shown).toContain(`"value":${pause}`);
  });

  it('has buttons for every lead with a handle', () => {
    const leads = [
      ...HOME.leads,
      { project: ACME, lead: { key: 'id:9', title: 'Nameless' }, handle: undefined },
    ];
    const { blocks } = homeView({ ...HOME, leads, feeds: [] });
    const waiting = HOME.mine?.length ?? 0;
    expect(buttonsOf(blocks).filter((label) => label === 'I’ll reply')).toHaveLength(HOME.leads.length);
    expect(buttonsOf(blocks).filter((label) => label === 'Hand over…')).toHaveLength(waiting);
    // Not once more in the menu beside it.
    expect(JSON.stringify(blocks).match(/"text":"I’ll reply"/g)).toHaveLength(HOME.leads.length);
    expect(JSON.stringify(blocks)).toContain(
      '"I’ll reply to L1, How do you alert on Kubernetes cost spikes?"',
    );
  });

  it('for people who may change nothing has only the why of an alert', () => {
    const view = homeView({
      ...HOME,
      mayAct: false,
      mayChange: false,
      mine: undefined,
    });
    expect(buttonsOf(view.blocks)).toEqual(['All open leads', 'Why this alert?']);
    expect(wordsIn(view)).not.toContain('Yours to answer');
  });

  it('has a button for all open leads of a project that has none among the best', () => {
    const tidewater = { id: 'tidewater', name: 'Tidewater' };
    const projects = [ACME, tidewater].map((project) => ({ project, score: SCORED }));
    const { blocks } = homeView({ ...HOME, projects, withOpenLeads: [ACME, tidewater] });
    expect(buttonsOf(blocks)).toEqual(
      expect.arrayContaining(['All open leads of Acme', 'All open leads of Tidewater']),
    );
  });

  it('says so if there is nothing', () => {
    const words = wordsIn(homeView({ ...HOME, leads: [], withOpenLeads: [], alerts: [], feeds: [] }));
    expect(words).toContain('*Best open leads* · none\n');
    expect(words).toContain('*Open alerts* · none\n');
    expect(words).not.toContain('Feeds of your channels');
  });

  it('has no chart made of characters, which a screen reader would read out one by one', () => {
    const chart = scoreChart(
      'Acme',
      [53.2, 61.4].map((score, i) => ({ date: `2026-11-1${i}`, score })),
    );
    const { blocks } = drawView({ title: 'Scores', parts: [chart] });
    expect(wordsOf(blocks).join()).toContain('lowest 53.2, highest 61.4');
    expect([wordsOf(blocks), wordsIn(homeView(HOME))].join()).not.toMatch(/[▁-█]/);
  });

  it.each([
    ['is being read', 'loading', 'Loading visibility…'],
    ['could not be read', 'unreadable', 'visibility can’t be read right now: `/visibility admin`'],
    ['the API does not have', overviewOf([]), 'no overall visibility for a complete day'],
    [
      'has only one day',
      overviewOf([{ date: '2026-11-19', score: 0 }]),
      'visibility *0* on Thu 19 Nov, the first day',
    ],
  ] satisfies [string, HomeScore, string][])('says so of a score that %s', (_, score, words) => {
    expect(seen(mrkdwn(homeScore(score)))).toBe(words);
  });
});

describe('with hostile texts, and as much of everything as possible', () => {
  it.each(HOSTILE)('%s', (_, text) => {
    const project = { id: 'p', name: text };
    const times = <Thing>(many: number, thing: Thing): Thing[] => Array.from({ length: many }, () => thing);
    const url = `https://forum.example/${'a'.repeat(570)}`;
    const lead = { key: 'id:1', title: text, url, place: text, score: 1e9, postedAt: 0 };
    const standing = { ...PAUSED, feed: { ...FEED.feed, schedule: text } };
    const view = homeView({
      at: FRIDAY,
      projects: times(500, { project, score: SCORED }),
      leads: Array.from({ length: 10 }, (_, i) => ({ project, lead, handle: `L99999999${i}` })),
      withOpenLeads: times(500, project),
      alerts: times(5, { alert: { ...ALERT, project }, handle: 'A999999999', places: ['C0ACME'] }),
      feeds: Array.from({ length: 500 }, (_, i) => ({
        project,
        standing: { ...standing, feed: { ...standing.feed, id: `leads:acme:C0ACME${i}` } },
      })),
      mayAct: true,
      mayChange: true,
      mine: times(500, { project, lead, handle: 'L999999999' }),
    });
    expectFits(view);
    for (const words of wordsOf(view.blocks)) expectHarmless(words);
    expect(wordsIn(view)).toMatch(/\d+ are not shown here|\d+ more are not shown here/);
    expect(wordsIn(view)).toMatch(/\d+ more feeds: \/visibility feeds in their channels/);
  });
});

describe('the Home tab of people who see no project', () => {
  it.each([
    ['admin', true],
    ['member', true],
    ['guest', false],
    ['stranger', false],
  ] satisfies [Newcomer, boolean][])('%s: three steps to a first digest: %s', (newcomer, hasSteps) => {
    const view = drawHome(homeWelcome(newcomer));
    expectFits(view);
    expect(view.blocks).toHaveLength(hasSteps ? 4 : 1);
    expect(wordsIn(view).includes('/visibility connect')).toBe(hasSteps);
  });
});
