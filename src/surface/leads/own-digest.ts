/** Your own digest: the form that sets, changes and ends it, from the Home tab, from /visibility leads digest and from the digest itself. */
import { carry } from '../../carried.ts';
import { projectRef } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { nextDue } from '../../feeds/schedule.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import {
  BY_TEAM,
  OFF,
  OWN_FIELDS,
  ownDigestForm,
  ownDigestSaved,
  placesUnknown,
} from '../../messages/leads/own-digest.ts';
import type { Form } from '../../messages/page.ts';
import { capitalize } from '../../messages/text.ts';
import { matchPlaces } from '../../rules/own-digest.ts';
import { placesOfLeads } from '../../store/leads.ts';
import { endOwnDigest, keepOwnDigest, type OwnSettings, ownDigestOf } from '../../store/own-digests.ts';
import { parseSchedule, scheduleFault } from '../../words/schedule-words.ts';
import { type Answer, type Ask, action, type Reader, type ViewAsk, view } from '../ask.ts';
import { unquote } from '../command-line.ts';
import { requirePermission } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen } from '../seen-by.ts';

const USUAL = 'weekdays at 9:00';

/** Your own digest… on the Home tab, Change… under the digest. */
export const ownDigestOpen = action(ACTIONS.ownDigest, async (ask) => {
  return { modal: await ownDigestEditor(ask) };
});

/** With what the person has now. @throws Refused for guests, and for who sees no project. */
export async function ownDigestEditor(ask: Ask): Promise<Form> {
  await requirePermission('members', ask);
  const { db, team, person, channel } = ask;
  const [{ projects }, settings, timezone] = await Promise.all([
    findSeen(ask),
    ownDigestOf(db, team, person),
    timezoneOfPerson(ask),
  ]);
  if (projects.length === 0)
    throw new Refused('None of your channels shows a project, so there’s nothing to send you.');
  const draft = {
    isOn: true,
    schedule: settings?.schedule ?? USUAL,
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
  const fault = isOff ? undefined : timesFault(schedule, form.now());
  if (fault) return { errors: { [OWN_FIELDS.schedule]: fault } };
  return {
    channel,
    async after(ask) {
      const answer = await (isOff ? end(ask) : keep(schedule, form, ask));
      if (home) await showHome(ask);
      return answer;
    },
  };
});

async function end({ db, team, person }: Ask): Promise<Answer> {
  await endOwnDigest(db, team, person);
  return { message: ownDigestSaved(undefined) };
}

/**
 * Projects that the person does not see are left out, and none means all; so are places that no lead came from.
 * @throws Refused where that leaves none of the places.
 */
async function keep(schedule: string, { values, lists }: ViewAsk, ask: Ask): Promise<Answer> {
  const { db, team, person, now } = ask;
  const { projects: seen } = await findSeen(ask);
  const projects = lists[OWN_FIELDS.projects]?.filter((id) => seen.some((one) => one.id === id)) ?? [];
  const asked = projects.length > 0 ? projects : seen.map(({ id }) => id);
  const written = (values[OWN_FIELDS.places] ?? '').split(',').flatMap((place) => place.trim() || []);
  const known = await placesOfLeads(db, team, asked);
  const { places, unknown } = matchPlaces(written, known);
  // Without any place it would bring leads from all, which nobody asked for.
  if (unknown.length > 0 && places.length === 0)
    throw new Refused(`${placesUnknown(unknown, known)} Nothing was changed.`);
  const settings: OwnSettings = {
    person,
    schedule,
    timezone: await timezoneOfPerson(ask),
    ...(projects.length > 0 && { projects }),
    places,
    learns: lists[OWN_FIELDS.order]?.includes(BY_TEAM) === true,
    since: now(),
  };
  await keepOwnDigest(db, team, settings);
  const next = nextDue({ ...settings, kind: 'leads', cron: parseSchedule(schedule) ?? schedule }, now());
  const leftOut = unknown.length > 0 ? placesUnknown(unknown, known) : undefined;
  return { message: ownDigestSaved({ ...settings, next, leftOut }) };
}

/** What is wrong with the times, in a sentence: nobody reads more than one an hour. */
function timesFault(schedule: string, now: number): string | undefined {
  const fault = scheduleFault(schedule);
  if (fault !== undefined) return `${capitalize(fault)}.`;
  const timetable = {
    kind: 'leads' as const,
    cron: parseSchedule(schedule) ?? '',
    timezone: 'UTC',
    since: now,
  };
  const first = nextDue(timetable, now);
  const second = first === undefined ? undefined : nextDue(timetable, first);
  const isOften = first !== undefined && second !== undefined && second - first < HOUR_MS;
  return isOften ? 'Once an hour at most. Write “every hour” or a time of day.' : undefined;
}

/** Their own, as Slack knows it; the workspace's where it does not say. */
async function timezoneOfPerson({ workspace, person }: Reader): Promise<string> {
  const { timezone } = await workspace.personOf(person);
  return timezone ?? workspace.projects().defaults.timezone;
}
