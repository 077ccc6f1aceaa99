/** Who may change something: decided before every write, from what Slack says of the person. */

/** A person as Slack describes them. `groups` are ids of user groups they are in. */
export type Actor = {
  id: string;
  teamId: string;
  isAdmin: boolean;
  /** Single- and multi-channel guests. */
  isGuest: boolean;
  /** Slack's mark for somebody from another organisation. */
  isStranger: boolean;
  groups: readonly string[];
};

/** As projects.yml says it; a list holds ids of people and of user groups. */
export type PermissionRule = 'members' | 'admins' | readonly string[];

/** `reason` is a sentence for the person; `who` are the ids it speaks of, where it speaks of a list. */
export type Verdict = { allowed: true } | { allowed: false; reason: string; who: readonly string[] };

/** Guests and people of other organisations never write, whatever the rule says. */
export function mayWrite(person: Actor, rule: PermissionRule, homeTeam: string): Verdict {
  if (person.isStranger || person.teamId !== homeTeam) {
    return refused(`People of other organisations can look things up, not do this. ${whoCan(rule)}`, rule);
  }
  if (person.isGuest) {
    return refused(`Guests can look things up, not do this. ${whoCan(rule)}`, rule);
  }
  if (rule === 'members') return { allowed: true };
  const listed = typeof rule !== 'string' && [person.id, ...person.groups].some((id) => rule.includes(id));
  return listed || (rule === 'admins' && person.isAdmin) ? { allowed: true } : refused(whoCan(rule), rule);
}

function whoCan(rule: PermissionRule): string {
  if (rule === 'members') return 'Only full members of this workspace can.';
  return rule === 'admins'
    ? 'Only an admin of this workspace can do this.'
    : 'Only the people and groups listed for this in the projects file can do this.';
}

function refused(reason: string, rule: PermissionRule): Verdict {
  return { allowed: false, reason, who: typeof rule === 'string' ? [] : rule };
}
