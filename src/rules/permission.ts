/** Decides before every write whether a person may do it, from what Slack says about them. */

import type { Who } from '../projects/projects.ts';

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

/** `reason`: a sentence for the person; `who`: the ids on the list that it mentions. */
export type Ruling = { allowed: true } | { allowed: false; reason: string; who: readonly string[] };

/** Guests and people of other organisations never write, whatever the rule says. */
export function mayWrite({ id, isAdmin, isGuest, isStranger, groups }: Actor, rule: Who): Ruling {
  const who = typeof rule === 'string' ? [] : rule;
  if (isStranger || isGuest) {
    const whom = isStranger ? 'People from other organisations' : 'Guests';
    const reason = `${whom} can look things up, but can’t do this. ${whoMay(rule)}`;
    return { allowed: false, reason, who };
  }
  const isListed = [id, ...groups].some((one) => who.includes(one));
  if (rule === 'members' || isListed || (rule === 'admins' && isAdmin)) return { allowed: true };
  return { allowed: false, reason: whoMay(rule), who };
}

/** Who may do what takes this permission, as a sentence. */
export function whoMay(rule: Who): string {
  if (rule === 'members') return 'Only full members of this workspace can.';
  return rule === 'admins'
    ? 'Only an admin of this workspace can do this.'
    : 'Only the people and groups listed for this in the projects file can do this.';
}
