/** The form for a person's own digest, opened from the Home tab, /visibility leads digest and the digest itself. */
import { carry } from '../../carried.ts';
import { projectRef } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { findNextDue } from '../../feeds/schedule.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { faultInWords } from '../../messages/feeds/feed-form.ts';
import * as pages from '../../messages/leads/own-digest.ts';
import type { Form } from '../../messages/page.ts';
import { endOwnDigest, keepOwnDigest, type OwnSettings, readOwnDigest } from '../../store/subscriptions.ts';
import { findScheduleFault, toCron } from '../../words/schedule-words.ts';
import { type Answer, type Ask, action, type Reader, type ViewAsk, view } from '../ask.ts';
import { unquote } from '../command-line.ts';
import { listOf } from '../feeds/feed-form.ts';
import { checkField, requirePermission } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen } from '../seen-by.ts';
import { describeUnknownPlaces } from './find-leads.ts';

const DEFAULT_SCHEDULE = 'weekdays at 9:00';

export const ownDigestOpen = action(ACTIONS.ownDigest, openOwnDigestEditor);

export async function openOwnDigestEditor(ask: Ask): Promise<{ modal: Form }> {
  await requirePermission('members', ask);
  const { db, team, person, channel } = ask;
  const [{ projects }, settings, timezone] = await Promise.all([
    findSeen(ask),
    readOwnDigest(db, team, person),
    readTimezone(ask),
  ]);
  if (projects.length === 0)
    throw new Refused('None of your channels shows a project, so there’s nothing to send you.');
  const { schedule = DEFAULT_SCHEDULE, projects: chosen = [], places = [], learns = true } = settings ?? {};
  const seen = { isSet: settings !== undefined, timezone, projects: projects.map(projectRef) };
  const carries = carry('own_form', { channel, ...(channel === '' && { home: true }) });
  return { modal: pages.ownDigestForm({ ...seen, schedule, chosen, places, learns }, carries) };
}

export const ownDigestView = view(VIEWS.ownDigest, async (form) => {
  const { channel, home } = requireCarried('own_form', form.metadata);
  const isOff = form.values.state === pages.OFF;
  const schedule = unquote(form.values.schedule ?? '').trim();
  const fault = isOff ? undefined : findDigestFault(schedule, form.now());
  if (fault) return { errors: { schedule: fault } };
  const places = await checkField(isOff ? Promise.resolve(undefined) : findPlacesFault(form));
  if (places.fault) return { errors: { places: places.fault } };
  return {
    channel,
    async after(ask) {
      await places.orLater();
      const answer = isOff ? undefined : await keep(schedule, form, ask);
      if (isOff) await endOwnDigest(ask.db, ask.team, ask.person);
      if (home) await showHome(ask);
      return answer ?? { message: pages.ownDigestSavedPage() };
    },
  };
});

async function findPlacesFault(form: ViewAsk): Promise<string | undefined> {
  const written = listOf(form.values.places);
  if (written.length === 0) return undefined;
  const { projects: seen } = await findSeen(form);
  const chosen = chooseSeen(form, seen) ?? seen.map(({ id }) => id);
  return describeUnknownPlaces(written, chosen, form);
}

function chooseSeen({ lists }: ViewAsk, seen: readonly { id: string }[]): string[] | undefined {
  const chosen = lists.projects?.filter((id) => seen.some((one) => one.id === id)) ?? [];
  return chosen.length > 0 ? chosen : undefined;
}

async function keep(schedule: string, form: ViewAsk, ask: Ask): Promise<Answer> {
  const { db, team, person, now } = ask;
  const settings: OwnSettings = {
    person,
    schedule,
    timezone: await readTimezone(ask),
    since: now(),
    projects: chooseSeen(form, (await findSeen(ask)).projects),
    places: listOf(form.values.places),
    learns: form.lists.order?.includes(pages.BY_TEAM) === true,
  };
  await keepOwnDigest(db, team, settings);
  const next = findNextDue({ ...settings, kind: 'leads', cron: toCron(schedule) }, now());
  return { message: pages.ownDigestSavedPage({ ...settings, next }) };
}

function findDigestFault(schedule: string, now: number): string | undefined {
  const fault = findScheduleFault(schedule);
  if (fault !== undefined) return faultInWords(schedule, fault);
  const cron = toCron(schedule);
  const nextAfter = (at: number) => findNextDue({ kind: 'leads', cron, timezone: 'UTC', since: now }, at);
  const first = nextAfter(now) ?? now;
  const second = nextAfter(first) ?? Number.POSITIVE_INFINITY;
  return second - first < HOUR_MS ? 'Once an hour at most. Write “every hour” or a time of day.' : undefined;
}

async function readTimezone({ workspace, person }: Reader): Promise<string> {
  const { timezone } = await workspace.personOf(person);
  return timezone ?? workspace.projects().defaults.timezone;
}
