/** The guards of the route table: what must be true before a handler runs. Each refuses with a sentence. */
import { type Project, visibleIn, type Who } from '../projects/projects.ts';
import { mayWrite, type Permission } from '../rules/permission.ts';
import { Refused } from './refused.ts';
import type { Asker, Need, SurfaceDeps } from './request.ts';

type Person = Pick<Asker, 'installation' | 'person'>;

/** A project does not exist outside its channels. @throws Refused */
export function requireVisible(projectId: string, { channel }: Asker, deps: SurfaceDeps): Project {
  const project = visibleIn(deps.projects(), channel).find(({ id }) => id === projectId);
  if (!project) {
    throw new Refused({
      sentence: 'This project is not shown in this channel any more, so nothing was changed.',
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
      'This was opened in a channel in which I do not find you now, so nothing was changed. If you are there, type /invite @Sightline in it, then open this again.',
  });
}

/** Who may do this kind of thing; guests and people of other organisations never. @throws Refused */
export async function requirePermission(need: Need, asker: Person, deps: SurfaceDeps): Promise<void> {
  const permission = await permissionOf(need, asker, deps);
  if (permission.allowed) return;
  const others = deps.projects().owners.filter((id) => id !== asker.person);
  const owners = ruleFor(need, deps) === 'admins' ? others : [];
  throw new Refused({ sentence: permission.reason, who: permission.who, owners });
}

/** The same asked, before anything is offered that would be refused. */
export async function permissionOf(
  need: Need,
  { installation, person: id }: Person,
  deps: Pick<SurfaceDeps, 'projects' | 'personOf'>,
): Promise<Permission> {
  const rule = ruleFor(need, deps);
  const groups = typeof rule === 'string' ? [] : rule.filter((one) => one.startsWith('S'));
  return mayWrite(await deps.personOf(installation, id, groups), rule, installation.team);
}

/** Whether to offer what `need` guards. Where Slack does not say who somebody is, it is: the click is what asks again. */
export async function mayBeOffered(need: Need, asker: Person, deps: SurfaceDeps): Promise<boolean> {
  return permissionOf(need, asker, deps).then(
    ({ allowed }) => allowed,
    () => true,
  );
}

/** To show or take away what one reads is not for projects.yml to narrow: every full member may. */
export function ruleFor(need: Need, deps: Pick<SurfaceDeps, 'projects'>): Who {
  return need === 'share' ? 'members' : deps.projects().permissions[need];
}
