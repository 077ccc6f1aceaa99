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
export type Permission = { allowed: true } | { allowed: false; reason: string; who: readonly string[] };

/** Guests and people of other organisations never write, whatever the rule says. */
export function mayWrite(person: Actor, rule: PermissionRule, homeTeam: string): Permission {
  if (person.isStranger || person.teamId !== homeTeam) {
    return refused(
      'People of other organisations can read this, not change it. A member of this workspace can.',
    );
  }
  if (person.isGuest) {
    return refused('Guests can read this, not change it. A full member of this workspace can.');
  }
  if (rule === 'members') return { allowed: true };
  if (rule === 'admins') {
    return person.isAdmin ? { allowed: true } : refused('Only an admin of this workspace can do this.');
  }
  const listed = [person.id, ...person.groups].some((id) => rule.includes(id));
  return listed
    ? { allowed: true }
    : refused('Only the people and groups listed for this in the projects file can do this.', rule);
}

function refused(reason: string, who: readonly string[] = []): Permission {
  return { allowed: false, reason, who };
}
