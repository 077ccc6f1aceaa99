/** The guards of the route table: what must be true before a handler runs. */
import { setTimeout } from 'node:timers/promises';
import type { Decision } from '../decision.ts';
import { barrierWords } from '../messages/refusal.ts';
import { dayInYear } from '../messages/times.ts';
import {
  findBarrier,
  findVisibleProjects,
  type Project,
  parseFeedId,
  projectOf,
  type Who,
} from '../projects/projects.ts';
import { readLastWrites } from '../store/audit.ts';
import { findDelivery, readDecision } from '../store/deliveries.ts';
import type { Ask, Permission, Reader } from './ask.ts';
import { Refused } from './refused.ts';
import { isDirect, isIn } from './seen-by.ts';
import type { Workspace } from './workspace.ts';

type Guarded = Exclude<Permission, 'everyone'>;

/** `reason`: a sentence for the person; `who`: the ids on the list that it mentions. */
type Ruling = { allowed: true } | { allowed: false; reason: string; who: readonly string[] };

/** A project doesn't exist outside its channels. @throws Refused */
export function requireVisible(projectId: string, { channel, workspace }: Ask): Project {
  const project = findVisibleProjects(workspace.projects(), channel).find(({ id }) => id === projectId);
  if (!project) throw new Refused('This project is no longer in this channel. Nothing changed.');
  return project;
}

/** As `requireVisible`; also where a feed ended that alone had shown the project, so that it can have another. */
export async function requireConfigurable(projectId: string, ask: Ask): Promise<Project> {
  const all = ask.workspace.projects();
  const isShown = findVisibleProjects(all, ask.channel).some(({ id }) => id === projectId);
  const project = isShown ? undefined : projectOf(all, projectId);
  const write = { action: 'feed.end', projectId };
  for (const { subject } of project ? await readLastWrites(ask.db, ask.team, write) : []) {
    const { channel = '' } = parseFeedId(subject) ?? {};
    if (project && (channel === ask.channel || (isDirect(ask.channel) && (await isIn(channel, ask)))))
      return project;
  }
  return requireVisible(projectId, ask);
}

/** The decision behind one of our posts; undefined if the message isn't, or is no longer, one. */
export async function findDecision(ts: string, { db, team, channel }: Ask): Promise<Decision | undefined> {
  const delivery = await findDelivery(db, team, channel, ts);
  return delivery && readDecision(delivery);
}

/** People who left a channel can't act there, even from an old modal. @throws Refused */
export async function requireMember(ask: Ask, asOf: 'lately' | 'now'): Promise<void> {
  const { channel } = ask;
  if (channel === '' || isDirect(channel) || (await isIn(channel, ask, asOf))) return;
  throw new Refused(
    'You’re no longer in the channel where you opened this. Nothing changed. If you are, type /invite @Sightline there and open this again.',
  );
}

/** Guests and people from other organisations only have what is for everyone. @throws Refused */
export async function requirePermission(permission: Permission, reader: Reader): Promise<void> {
  if (permission === 'everyone') return;
  const verdict = await checkPermission(permission, reader);
  if (verdict.allowed) return;
  const others = reader.workspace.projects().owners.filter((id) => id !== reader.person);
  const owners = findRule(permission, reader.workspace) === 'admins' ? others : [];
  throw new Refused(verdict.reason, { who: verdict.who, owners });
}

export async function checkPermission(permission: Guarded, { workspace, person }: Reader): Promise<Ruling> {
  const rule = findRule(permission, workspace);
  const who = typeof rule === 'string' ? [] : rule;
  const groups = who.filter((one) => one.startsWith('S'));
  const barrier = findBarrier(await workspace.personOf(person, groups), rule);
  return barrier ? { allowed: false, reason: barrierWords(barrier, rule), who } : { allowed: true };
}

/** Whether to offer what takes this permission. True if Slack doesn't say who somebody is: the click checks again. */
export async function mayOffer(permission: Guarded, reader: Reader): Promise<boolean> {
  return checkPermission(permission, reader).then(
    ({ allowed }) => allowed,
    () => true,
  );
}

/** “members” can't be narrowed in projects.yml: it covers sharing what one reads. */
export function findRule(permission: Guarded, workspace: Workspace): Who {
  return permission === 'members' ? 'members' : workspace.projects().permissions[permission];
}

/** Days as YYYY-MM-DD in the project's timezone. @throws Refused if `from` is after `today` */
export function refuseFuture(from: string | undefined, today: string): void {
  if (from === undefined || from <= today) return;
  const sentence = `${dayInYear(from, today)} hasn’t come yet; today is ${dayInYear(today)}. Ask for an earlier day.`;
  throw new Refused(sentence, { because: 'none_of_those_days' });
}

const CHECK_MS = 1_500;

/** What was found while the form can still be told, else undefined: then await `checking` itself. */
export async function findInTime<Found>(checking: Promise<Found>): Promise<Found | undefined> {
  const inTime = checking.catch(() => undefined);
  return Promise.race([inTime, setTimeout(CHECK_MS, undefined, { ref: false })]);
}

/** `fault`: a sentence for the field, if it came in time; otherwise `orLater` refuses once the form is closed. */
export async function checkField(checking: Promise<string | undefined>) {
  const fault = await findInTime(checking);
  const orLater = async () => {
    const late = await checking;
    if (late) throw new Refused(`${late} Nothing changed.`);
  };
  return { fault, orLater };
}
