/** All that people made in a workspace, as the store keeps it. */
import type { ApiKeys } from '../projects/api-keys.ts';
import type { Made } from '../projects/made.ts';
import type { Vault } from '../secrets.ts';
import { storedApiKeys } from './api-keys.ts';
import { madeFeeds } from './made-feeds.ts';
import { connectedProjects } from './made-projects.ts';
import type { Db } from './schema.ts';

export type MadeInDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then no key was given. */
  vault: Vault | undefined;
  keys: ApiKeys;
  /** Every key is put here before it is used. */
  secrets: Set<string>;
  /** Hears of the projects whose key cannot be opened, with the reason. */
  onUnreadable?: (unreadable: readonly { projectId: string; why: string }[]) => void;
};

/** The keys that were given there are taken into use with it. */
export async function madeIn(
  team: string,
  { db, vault, keys, secrets, onUnreadable = () => {} }: MadeInDeps,
): Promise<Made> {
  if (vault) {
    const given = await storedApiKeys(db, vault, team);
    for (const key of given.keys.values()) secrets.add(key);
    if (given.unreadable.length > 0) onUnreadable(given.unreadable);
    keys.give(team, given.keys);
  }
  return { team, projects: await connectedProjects(db, team), feeds: await madeFeeds(db, team) };
}
