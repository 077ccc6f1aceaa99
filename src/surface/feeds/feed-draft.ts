/** Between the feed form's fields and the settings of a feed, as projects.yml would have them. */
import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { nextDue } from '../../feeds/schedule.ts';
import type { Faults, FeedDraft, Setting } from '../../messages/feeds/feed-form.ts';
import { capital } from '../../messages/first-letter.ts';
import { feedFaults, type KeptFeed } from '../../projects/made.ts';
import { parseSchedule } from '../../schedule-words.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { unquoted } from '../command-line.ts';
import type { Form } from '../request.ts';

/** What stands in the form; `kind` where it is fixed. */
export function draftOf({ values, lists }: Pick<Form, 'values' | 'lists'>, kind?: FeedKind): FeedDraft {
  const chosen = kind ?? FEED_KINDS.find((one) => one === values[ACTIONS.feedKind]) ?? 'leads';
  const schedule = unquoted(values[ACTIONS.feedSchedule] ?? '');
  return { kind: chosen, values: { ...values, schedule }, lists };
}

/** Another kind was chosen: its usual schedule stands in the form, unless somebody typed one of their own. */
export function withUsualSchedule(draft: FeedDraft): FeedDraft {
  const { schedule = '' } = draft.values;
  const isTyped =
    schedule.trim() !== '' && !Object.values(FEED_WORDS).some(({ usual }) => usual === schedule);
  return isTyped ? draft : { ...draft, values: { ...draft.values, schedule: FEED_WORDS[draft.kind].usual } };
}

/** A feed that is there, as the form shows it. */
export function draftOfFeed({ kind, settings }: Pick<KeptFeed, 'kind' | 'settings'>): FeedDraft {
  const own = Object.entries(FEED_WORDS[kind].settings);
  const names = ['channel', 'schedule', 'quiet', ...own.map(([name]) => name)];
  return {
    kind,
    values: Object.fromEntries(names.map((name) => [name, typed(settings[name])])),
    lists: {
      ...Object.fromEntries(
        own.flatMap(([name, { as }]) => (as === 'people' ? [[name, idsIn(settings[name])]] : [])),
      ),
      switches: own.flatMap(([name, { as }]) => (as === 'switch' && settings[name] === true ? name : [])),
    },
  };
}

/** A setting as a person would type it; empty where it is none of that kind. */
function typed(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return `${value}`;
  const never = typeof value === 'object' && value !== null && 'never' in value ? value.never : undefined;
  return Array.isArray(never) ? never.join(', ') : '';
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value : [];
}

/** As projects.yml would have it; what is empty is left out, what is no number stays as it was typed. */
export function settingsOf({ kind, values, lists }: FeedDraft): Record<string, unknown> {
  const given = (name: string) => values[name]?.trim() || undefined;
  function settingOf(name: string, as: Setting['as']): unknown {
    if (as === 'switch') return lists.switches?.includes(name) || undefined;
    if (as === 'people') return lists[name]?.length ? lists[name] : undefined;
    if (as === 'text') return given(name);
    if (as === 'number') return numberOr(given(name));
    const never = listOf(given(name));
    return never.length > 0 ? { never } : undefined;
  }
  const settings = {
    channel: given('channel'),
    schedule: given('schedule'),
    quiet: given('quiet'),
    ...Object.fromEntries(
      Object.entries(FEED_WORDS[kind].settings).map(([name, { as }]) => [name, settingOf(name, as)]),
    ),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** What is wrong with each field, in a sentence. */
export function faultsOf(draft: FeedDraft): Faults {
  return Object.fromEntries(
    feedFaults(draft.kind, settingsOf(draft)).map(({ field, sentence }) => {
      const [name = ''] = field.split('.');
      return [name, `${capital(sentence)}.`];
    }),
  );
}

/** The next three times of its schedule, epoch ms; none where that cannot be read. */
export function nextThree({ kind, values }: FeedDraft, timezone: string, now: number): number[] {
  const cron = parseSchedule(values.schedule ?? '');
  if (cron === undefined) return [];
  const times: number[] = [];
  for (let at: number | undefined = now; times.length < 3; ) {
    at = nextDue({ kind, cron, timezone, quiet: values.quiet, since: now }, at);
    if (at === undefined) break;
    times.push(at);
  }
  return times;
}

function numberOr(text: string | undefined): string | number | undefined {
  const number = Number(text?.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}

function listOf(text = ''): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
