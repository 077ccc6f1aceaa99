/** Every message and modal of score alerts, drawn from outside texts of the test's choice. */
import type { ModalView } from '@slack/types';
import type { AlertAspect } from '../../src/ask/plan.ts';
import type {
  AlertNews,
  AlertStatus,
  MentionAlert,
  ScoreAlert,
  ScoreNotice,
  Standing,
} from '../../src/decision.ts';
import type { Form } from '../../src/messages/page.ts';
import {
  alertMuteModal,
  alertShownAnswer,
  detailsThereAnswer,
  notUsefulAnswer,
  thresholdSetAnswer,
  verdictAnswer,
  verdictUndoneAnswer,
  whyAlertAnswer,
} from '../../src/messages/scores/alert-answers.ts';
import { whyMentionAlertAnswer } from '../../src/messages/scores/alert-message.ts';
import { noFiguresAnswer, whatIfAnswer } from '../../src/messages/scores/scores-answer.ts';
import { whyMovedPage } from '../../src/messages/scores/what-moved.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { ALERT, FRIDAY, livingAlert, STANDING } from './cast.ts';
import type { Drawable } from './reading.ts';

export { livingAlert } from './cast.ts';

/** The whole alert of the sketches, as it was opened. */
export const OPENED: ScoreAlert = {
  ...ALERT,
  explanation: {
    change: -8.2,
    parts: [
      { of: [{ kind: 'prompt', name: 'k8s cost alerts' }], points: -5.1, share: 0.62 },
      { of: [{ kind: 'engine', name: 'Gemini' }], points: -2.4, share: 0.29 },
    ],
    gained: { name: 'Globex', before: 42, after: 57 },
  },
};

/** Who is offered everything. */
const READER = { reader: 'U0ANA', mayAct: true, mayShow: true };

export function standingWith(latest: AlertNews, given: Partial<Standing['alert']> = {}): Standing {
  return { ...STANDING, alert: { latest, also: [], ...given } };
}

/** `text` and `many` as everyMessage has them. */
export function everyAlert(text: string, many: number): Record<string, Drawable> {
  const project = { id: ALERT.project.id, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const scope = { engine: { id: text, name: text }, region: { id: text, name: text } };
  const alert = livingAlert({ lead: { ...livingAlert().lead, scope } });
  const parts = times((i) => ({
    of: [
      { kind: (['prompt', 'topic'] as const)[i % 2] ?? 'prompt', name: text },
      { kind: 'engine' as const, name: text },
      { kind: 'region' as const, name: text },
    ],
    prompts: i,
    points: -i,
    share: i / 10,
  }));
  const told: ScoreAlert = {
    ...OPENED,
    project,
    alert,
    againstLevel: true,
    began: { ...OPENED, alert },
    measured: times(() => ({
      day: ALERT.day,
      of: 'engines' as const,
      came: [text],
      went: times(() => text),
    })),
    engines: times((i) => ({ engine: text, score: i, change: -i, normal: false })),
    explanation: {
      change: -8.2,
      parts: parts.slice(0, 4),
      gained: { name: text, before: 42, after: 57 },
    },
  };
  const also = times(() => ({ ...told, alert: { ...alert, metric: 'mentionRate' as const } }));
  const stands = (status: AlertStatus) => {
    const later = { ...told, alert: { ...alert, status, day: '2026-11-21', level: 52 } };
    return render(told, standingWith(later, { also, muted: { by: 'U0ANA', until: FRIDAY } }));
  };
  const notice = (about: ScoreNotice['about']): Drawable =>
    render({ kind: 'score_notice', v: 1, project, key: about.key, about }, STANDING);
  const gap = { type: 'no_data', key: 'gap', since: '2026-11-17', day: '2026-11-18' } as const;
  const incomparable = {
    type: 'not_comparable',
    key: 'set',
    metric: 'averageRank',
    day: ALERT.day,
    previousDay: ALERT.previousDay,
    value: 61,
    previousValue: 61.4,
  } as const;
  const proposal = { minChange: 8, notUseful: 3, of: 4, others: 2, from: '2026-09-01', to: ALERT.day };
  const rival = (status: MentionAlert['status'], of?: number): MentionAlert => ({
    kind: 'mention_alert',
    v: 1,
    project,
    key: 'rival',
    status,
    about: {
      type: 'rival',
      rival: text,
      since: '2026-11-17',
      until: '2026-11-16',
      figures: { day: ALERT.day, own: 42, rival: 57, of },
      now: { day: '2026-11-21', own: 40.5, rival: 60, of },
    },
  });
  const negative = (status: MentionAlert['status']): MentionAlert => ({
    kind: 'mention_alert',
    v: 1,
    project,
    key: 'negative',
    status,
    about: {
      type: 'negative',
      usual: 0.06,
      quote: text,
      figures: { day: ALERT.day, negative: 14, of: 94 },
      now: { day: '2026-11-21', negative: 5, of: 93 },
    },
  });
  const drawn = (alert: MentionAlert) => {
    const mentions = times(() => negative('open'));
    return render(alert, standingWith(alert, { also: mentions, muted: { by: 'U0ANA', until: FRIDAY } }));
  };
  const whyMention = (alert: MentionAlert, aspect?: AlertAspect) =>
    whyMentionAlertAnswer({
      aspect,
      alert,
      handle: 'A41',
      muted: { by: 'U0ANA' },
      posts: [],
      toldIn: 'A37',
      now: FRIDAY,
      ...READER,
      verdicts: { all: 2, by: { known_cause: 2 } },
    });
  const answer = {
    day: ALERT.day,
    runId: '91c10690-f5d2-4536-b2f2-9139a13d0eaa',
    first: text,
    place: undefined,
    sentences: times(() => ({ text, isNew: true })).slice(0, 2),
  };
  const offered = { proposal, minChange: 5, project };
  return {
    'living alert': render(told, { ...standingWith(told), posted: true }),
    'alert that goes on': stands('open'),
    'recovered alert': stands('recovered'),
    'alert that is normal now': stands('new_normal'),
    'corrected alert': stands('corrected'),
    'why it moved': whyMovedPage({
      project,
      which: 'A37',
      engine: text,
      prompts: times(() => ({ id: text, text, before: 62, after: 32 })).slice(0, 3),
      answers: { engine: text, before: { ...answer, first: 'Hooli', place: 2 }, after: answer },
      sources: { gained: times(() => ({ cited: text, times: 2 })).slice(0, 3), lost: [] },
      pages: {
        gained: times(() => ({
          cited: `https://a.example/?${encodeURIComponent(text)}`,
          title: text,
          times: 2,
        })).slice(0, 3),
        lost: [{ cited: text, times: 2 }],
      },
      unread: many,
    }),
    'rival that passed': drawn(rival('open', 240)),
    'rival that passed, by points': drawn(rival('open')),
    'rival that is behind again': drawn(rival('over', 240)),
    'rival that stays ahead': drawn(rival('stays', 240)),
    'negative mentions': drawn(negative('open')),
    'negative mentions as usual': drawn(negative('over')),
    'negative mentions that stay': drawn(negative('stays')),
    'why a rival passed': whyMention(rival('over', 240)),
    'whether a passed rival is over': whyMention(rival('over', 240), 'over'),
    'why mentions are negative': whyMention(negative('open')),
    'score alert that tells others': render(
      told,
      standingWith(told, { also: times(() => rival('open', 240)) }),
    ),
    'graver alert': render(
      { kind: 'graver_alert', v: 1, project, key: ALERT.key, alert, mention: [] },
      STANDING,
    ),
    'alert that was released': render(
      { kind: 'alert_released', v: 1, project, key: ALERT.key, channel: 'C0ACME', by: 'U0BEN', at: 0 },
      STANDING,
    ),
    'ended alert': render(
      { kind: 'ended_alert', v: 2, project, key: ALERT.key, alert: { ...told, alert, still: told.engines } },
      standingWith(told, {
        taken: { by: 'U0ANA', since: FRIDAY },
        others: times((i) => (i % 2 === 0 ? told : rival('open', 240))),
      }),
    ),
    'ended rival’s alert': render(
      { kind: 'ended_alert', v: 2, project, key: ALERT.key, alert: rival('over', 240) },
      STANDING,
    ),
    'withdrawn alert': render(
      {
        kind: 'ended_alert',
        v: 2,
        project,
        key: ALERT.key,
        alert: { ...told, alert: { ...alert, status: 'corrected' } },
      },
      STANDING,
    ),
    'not comparable': notice({
      ...incomparable,
      shared: { of: 'regions', before: 61.4, after: 61, parts: 3 },
      measured: [{ day: ALERT.day, of: 'regions', came: [text], went: [text] }],
    }),
    'nothing comparable': notice({
      ...incomparable,
      measured: [
        { day: ALERT.day, of: 'engines', came: [text], went: times(() => text) },
        {
          day: ALERT.day,
          of: 'prompts',
          came: times(() => text),
          went: times(() => text),
          reworded: times(() => text),
        },
      ],
    }),
    'no data': notice({ ...gap, status: 'open' }),
    'data back': notice({ ...gap, status: 'closed', returnedOn: '2026-11-19' }),
    'verdict kept': verdictAnswer('too_small', { alert: 'k', channel: 'C0ACME' }),
    'an alert found useful after all': verdictUndoneAnswer(),
    'not useful': notUsefulAnswer(text, { alert: 'key', channel: 'C0' }),
    'not useful, with a proposal': notUsefulAnswer(
      text,
      { alert: 'key', channel: 'C0' },
      {
        ...offered,
        value: '{}',
      },
    ),
    'not useful, of the file': notUsefulAnswer(text, { alert: 'key', channel: 'C0' }, offered),
    'details are there': detailsThereAnswer(text),
    'alert shown elsewhere': alertShownAnswer(text, 'C0ACME', 'https://acme.example/archives/C0ACME/p1'),
    'alert shown, without its address': alertShownAnswer(text, 'C0ACME', undefined),
    'threshold set': thresholdSetAnswer(project, 8),
    'why an alert': whyAlertAnswer({
      ...READER,
      alert: told,
      handle: 'A37',
      muted: { by: 'U0ANA', until: FRIDAY },
      minChange: 5,
      posts: times((i) => ({
        channel: `C${i}ACME`,
        at: FRIDAY,
        state: 'failed',
        notBefore: FRIDAY,
        reason: text,
      })),
      toldIn: 'A36',
      settled: { outcome: 'unclear', settled: 'unclear' },
      ledger: {
        days: 90,
        counts: { held: many, unclear: many },
        raised: { minChange: 6, without: { held: many } },
      },
      now: FRIDAY,
    }),
    'what if': whatIfAnswer(project, {
      minChange: 8,
      asked: 90,
      from: '2026-09-21',
      to: ALERT.day,
      total: many,
      alerts: times(() => ({ ...told, handle: 'A37' })).slice(0, 12),
      now: { minChange: 5, total: many },
    }),
    'what if without figures': noFiguresAnswer(project),
  };
}

export function everyAlertModal(text: string): Record<string, ModalView | Form> {
  const _taken = { by: 'U0ANARUIZZZ', since: FRIDAY, timezone: 'Europe/Berlin' };
  return {
    'mute alert': alertMuteModal({ ...ALERT, project: { id: 'acme', name: text } }, text, ''),
  };
}
