/** Between the feed form's fields and the settings of a feed, as projects.yml would have them. */

import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { nextDue } from '../../feeds/schedule.ts';
import { ACTIONS } from '../../messages/actions.ts';
import type { Faults, FeedDraft } from '../../messages/feeds/feed-form.ts';
import { capital } from '../../messages/text.ts';
import { feedFaults, type KeptFeed } from '../../projects/made.ts';
import { parseSchedule } from '../../schedule-words.ts';
import type { Form } from '../ask.ts';
import { unquoted } from '../command-line.ts';

/** When nobody says otherwise. */
export const USUAL: Readonly<Record<FeedKind, string>> = {
  leads: 'weekdays at 9:00',
  scores: 'every day at 9:00',
  suggestions: 'Mondays 10:00',
  recap: 'Fridays 16:00',
};

/** Fields that belong to one kind only. */
const OWN: Readonly<Record<FeedKind, readonly string[]>> = {
  leads: ['limit', 'min_score', 'max_age'],
  scores: ['min_change'],
  suggestions: [],
  recap: [],
};

/** What stands in the form; `kind` where it is fixed. */
export function draftOf({ values, lists }: Pick<Form, 'values' | 'lists'>, kind?: FeedKind): FeedDraft {
  const chosen = kind ?? FEED_KINDS.find((one) => one === values[ACTIONS.feedKind]) ?? 'leads';
  const schedule = unquoted(values[ACTIONS.feedSchedule] ?? '');
  return { kind: chosen, values: { ...values, schedule }, lists };
}

/** Another kind was chosen: its usual schedule stands in the form, unless somebody typed one of their own. */
export function withUsualSchedule(draft: FeedDraft): FeedDraft {
  const { schedule = '' } = draft.values;
  const isTyped = schedule.trim() !== '' && !Object.values(USUAL).includes(schedule);
  return isTyped ? draft : { ...draft, values: { ...draft.values, schedule: USUAL[draft.kind] } };
}

/** A feed that is there, as the form shows it. */
export function draftOfFeed({ kind, settings }: Pick<KeptFeed, 'kind' | 'settings'>): FeedDraft {
  const never = (value: unknown) =>
    typeof value === 'object' && value !== null && 'never' in value && Array.isArray(value.never)
      ? value.never.join(', ')
      : '';
  const { places, words, mention, ...rest } = settings;
  const plain = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [],
  );
  return {
    kind,
    values: { ...Object.fromEntries(plain), places: never(places), words: never(words) },
    lists: {
      mention: Array.isArray(mention) ? mention : [],
      switches: Object.keys(rest).filter((name) => rest[name] === true),
    },
  };
}

/** As projects.yml would have it; what is empty is left out, what is no number stays as it was typed. */
export function settingsOf({ kind, values, lists }: FeedDraft): Record<string, unknown> {
  const given = (name: string) => values[name]?.trim() || undefined;
  const settings: Record<string, unknown> = {
    channel: given('channel'),
    schedule: given('schedule'),
    quiet: given('quiet'),
  };
  for (const name of OWN[kind]) settings[name] = numberOr(given(name), name);
  if (kind === 'leads') {
    for (const name of ['places', 'words']) {
      const never = listOf(given(name));
      settings[name] = never.length > 0 ? { never } : undefined;
    }
  }
  if (kind === 'scores' && lists.mention?.length) settings.mention = lists.mention;
  for (const name of lists.switches ?? []) settings[name] = true;
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

/** A maximum age is a text ("14d"); the other fields of a kind are numbers. */
function numberOr(text: string | undefined, name: string): string | number | undefined {
  if (text === undefined || name === 'max_age') return text;
  const number = Number(text.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}

function listOf(text = ''): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
