/** The form for a person's own digest, opened from the Home tab, /visibility leads digest and the digest itself. */
import { carry } from '../../carried.ts';
import { projectRef } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { findNextDue } from '../../feeds/schedule.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import {
  BY_TEAM,
  OFF,
  OWN_FIELDS,
  ownDigestForm,
  ownDigestSavedPage,
  placesUnknownPage,
} from '../../messages/leads/own-digest.ts';
import type { Form } from '../../messages/page.ts';
import { capitalize } from '../../messages/text.ts';
import { matchPlaces } from '../../rules/own-digest.ts';
import { readPlacesOfLeads } from '../../store/leads.ts';
import { endOwnDigest, keepOwnDigest, type OwnSettings, readOwnDigest } from '../../store/own-digests.ts';
import { findScheduleFault, parseSchedule } from '../../words/schedule-words.ts';
import { type Answer, type Ask, action, type Reader, type ViewAsk, view } from '../ask.ts';
import { unquote } from '../command-line.ts';
import { requirePermission } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen } from '../seen-by.ts';

const DEFAULT_SCHEDULE = 'weekdays at 9:00';

/** Your own digest… on the Home tab, Change… under the digest. */
export const ownDigestOpen = action(ACTIONS.ownDigest, async (ask) => ({
  modal: await openOwnDigestEditor(ask),
}));

/** Shows the person's current settings. @throws Refused for guests and for people who see no project */
export async function openOwnDigestEditor(ask: Ask): Promise<Form> {
  await requirePermission('members', ask);
  const { db, team, person, channel } = ask;
  const [{ projects }, settings, timezone] = await Promise.all([
    findSeen(ask),
    readOwnDigest(db, team, person),
    readTimezone(ask),
  ]);
  if (projects.length === 0)
    throw new Refused('None of your channels shows a project, so there’s nothing to send you.');
  const draft = {
    isOn: true,
    schedule: settings?.schedule ?? DEFAULT_SCHEDULE,
    projects: settings?.projects ?? [],
    places: settings?.places.join(', ') ?? '',
    learns: settings?.learns ?? true,
  };
  return ownDigestForm({
    draft,
    isSet: settings !== undefined,
    projects: projects.map(projectRef),
    timezone,
    carries: carry('own_form', { channel, ...(channel === '' && { home: true }) }),
  });
}

export const ownDigestView = view(VIEWS.ownDigest, async (form) => {
  const { channel, home } = requireCarried('own_form', form.metadata);
  const isOff = form.values[OWN_FIELDS.state] === OFF;
  const schedule = unquote(form.values[OWN_FIELDS.schedule] ?? '').trim();
  const fault = isOff ? undefined : findDigestFault(schedule, form.now());
  if (fault) return { errors: { [OWN_FIELDS.schedule]: fault } };
  return {
    channel,
    async after(ask) {
      const answer = isOff ? undefined : await keep(schedule, form, ask);
      if (isOff) await endOwnDigest(ask.db, ask.team, ask.person);
      if (home) await showHome(ask);
      return answer ?? { message: ownDigestSavedPage(undefined) };
    },
  };
});

/**
 * Drops projects that the person can't see (none means all) and places that no lead came from.
 * @throws Refused if places were given and none of them is known
 */
async function keep(schedule: string, { values, lists }: ViewAsk, ask: Ask): Promise<Answer> {
  const { db, team, person, now } = ask;
  const { projects: seen } = await findSeen(ask);
  const projects = lists[OWN_FIELDS.projects]?.filter((id) => seen.some((one) => one.id === id)) ?? [];
  const asked = projects.length > 0 ? projects : seen.map(({ id }) => id);
  const written = (values[OWN_FIELDS.places] ?? '').split(',').flatMap((place) => place.trim() || []);
  const known = await readPlacesOfLeads(db, team, asked);
  const { places, unknown } = matchPlaces(written, known);
  // No place would mean all places, which nobody asked for.
  if (unknown.length > 0 && places.length === 0)
    throw new Refused(`${placesUnknownPage(unknown, known)} Nothing changed.`);
  const settings: OwnSettings = {
    person,
    schedule,
    timezone: await readTimezone(ask),
    ...(projects.length > 0 && { projects }),
    places,
    learns: lists[OWN_FIELDS.order]?.includes(BY_TEAM) === true,
    since: now(),
  };
  await keepOwnDigest(db, team, settings);
  const next = findNextDue({ ...settings, kind: 'leads', cron: parseSchedule(schedule) ?? schedule }, now());
  const leftOut = unknown.length > 0 ? placesUnknownPage(unknown, known) : undefined;
  return { message: ownDigestSavedPage({ ...settings, next, leftOut }) };
}

/** What is wrong with the schedule, as a sentence; at most one digest an hour is allowed. */
function findDigestFault(schedule: string, now: number): string | undefined {
  const fault = findScheduleFault(schedule);
  if (fault !== undefined) return `${capitalize(fault)}.`;
  const timetable = {
    kind: 'leads' as const,
    cron: parseSchedule(schedule) ?? '',
    timezone: 'UTC',
    since: now,
  };
  const first = findNextDue(timetable, now);
  const second = first === undefined ? undefined : findNextDue(timetable, first);
  const isOften = first !== undefined && second !== undefined && second - first < HOUR_MS;
  return isOften ? 'Once an hour at most. Write “every hour” or a time of day.' : undefined;
}

/** The person's timezone in Slack, otherwise the workspace's default. */
async function readTimezone({ workspace, person }: Reader): Promise<string> {
  const { timezone } = await workspace.personOf(person);
  return timezone ?? workspace.projects().defaults.timezone;
}
