/** The guards of the route table: what must be true before a handler runs. Each refuses with a sentence. */
import { type Project, visibleIn, type Who } from '../projects/projects.ts';
import { mayWrite, type Verdict } from '../rules/permission.ts';
import { Refused } from './refused.ts';
import type { Asker, Permission, SurfaceDeps } from './request.ts';

type Person = Pick<Asker, 'installation' | 'person'>;

type Guarded = Exclude<Permission, 'everyone'>;

/** A project does not exist outside its channels. @throws Refused */
export function requireVisible(projectId: string, { channel }: Asker, deps: SurfaceDeps): Project {
  const project = visibleIn(deps.projects(), channel).find(({ id }) => id === projectId);
  if (!project) {
    throw new Refused({
      sentence: 'This project is no longer in this channel. Nothing changed.',
    });
  }
  return project;
}

/**
 * Whoever left a channel has no more say there, whatever a modal still carries that they opened before. In a direct
 * message and on the Home tab, things are looked for in the person's own channels instead. @throws Refused
 */
export async function requireMember(
  { installation, channel, person }: Asker,
  deps: Pick<SurfaceDeps, 'isMember'>,
  asOf: 'lately' | 'now',
): Promise<void> {
  if (channel === '' || channel.startsWith('D')) return;
  if (await deps.isMember(installation, channel, person, asOf)) return;
  throw new Refused({
    sentence:
      'You’re no longer in the channel where you opened this. Nothing changed. If you are in it, type /invite @Sightline there and open this again.',
  });
}

/** Who may do this kind of thing; what is not for everyone, guests and people of other organisations never. @throws Refused */
export async function requirePermission(
  permission: Permission,
  asker: Person,
  deps: SurfaceDeps,
): Promise<void> {
  if (permission === 'everyone') return;
  const verdict = await verdictOn(permission, asker, deps);
  if (verdict.allowed) return;
  const others = deps.projects().owners.filter((id) => id !== asker.person);
  const owners = ruleFor(permission, deps) === 'admins' ? others : [];
  throw new Refused({ sentence: verdict.reason, who: verdict.who, owners });
}

/** The same asked, before anything is offered that would be refused. */
export async function verdictOn(
  permission: Guarded,
  { installation, person: id }: Person,
  deps: Pick<SurfaceDeps, 'projects' | 'personOf'>,
): Promise<Verdict> {
  const rule = ruleFor(permission, deps);
  const groups = typeof rule === 'string' ? [] : rule.filter((one) => one.startsWith('S'));
  return mayWrite(await deps.personOf(installation, id, groups), rule, installation.team);
}

/** Whether to offer what takes this permission. Where Slack does not say who somebody is, it is: the click is what asks again. */
export async function mayBeOffered(permission: Guarded, asker: Person, deps: SurfaceDeps): Promise<boolean> {
  return verdictOn(permission, asker, deps).then(
    ({ allowed }) => allowed,
    () => true,
  );
}

/** To show or take away what one reads is not for projects.yml to narrow: every full member may. */
export function ruleFor(permission: Guarded, deps: Pick<SurfaceDeps, 'projects'>): Who {
  return permission === 'members' ? 'members' : deps.projects().permissions[permission];
}
