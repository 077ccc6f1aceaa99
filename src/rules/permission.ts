/** Decides before every write whether a person may do it, from what Slack says about them. */

/** A person as Slack describes them. `groups`: ids of their user groups. */
export type Actor = {
  id: string;
  isAdmin: boolean;
  /** Single- and multi-channel guests. */
  isGuest: boolean;
  /** From another organisation. */
  isStranger: boolean;
  groups: readonly string[];
};

/** A rule of projects.yml; a list holds ids of people and user groups. */
export type PermissionRule = 'members' | 'admins' | readonly string[];

/** `reason`: a sentence for the person; `who`: the ids on the list that it mentions. */
export type Verdict = { allowed: true } | { allowed: false; reason: string; who: readonly string[] };

/** Guests and people of other organisations never write, whatever the rule says. */
export function mayWrite(person: Actor, rule: PermissionRule): Verdict {
  if (person.isStranger) {
    return refuse(
      `People from other organisations can look things up, but can’t do this. ${whoCan(rule)}`,
      rule,
    );
  }
  if (person.isGuest) {
    return refuse(`Guests can look things up, but can’t do this. ${whoCan(rule)}`, rule);
  }
  if (rule === 'members') return { allowed: true };
  const listed = typeof rule !== 'string' && [person.id, ...person.groups].some((id) => rule.includes(id));
  return listed || (rule === 'admins' && person.isAdmin) ? { allowed: true } : refuse(whoCan(rule), rule);
}

function whoCan(rule: PermissionRule): string {
  if (rule === 'members') return 'Only full members of this workspace can.';
  return rule === 'admins'
    ? 'Only an admin of this workspace can do this.'
    : 'Only the people and groups listed for this in the projects file can do this.';
}

function refuse(reason: string, rule: PermissionRule): Verdict {
  return { allowed: false, reason, who: typeof rule === 'string' ? [] : rule };
}
