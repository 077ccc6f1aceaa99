/** What each channel knows of leads: which were announced there, which posts show them, and which still wait for someone. */
import { sql } from 'kysely';
import { lockLane } from './lanes.ts';
import { type KeptLead, toKeptLead } from './leads.ts';
import { deleteRows, findFirstRows, findRow, findRows, insertRows } from './rows.ts';
import {
  atLeast,
  byKey,
  inTransaction,
  isWaiting,
  matching,
  noneOf,
  prepareQuery,
  readInPieces,
} from './statements.ts';
import type { Db, InChannel, LeadRow, OfProject, Row } from './tables.ts';

/** The name of a lead's identity in a channel. Ids may be unique in their project only; a thread is the same for all. */
export function nameHere(identity: string, projectId: string): string {
  return identity.startsWith('url:') ? identity : `${projectId} ${identity}`;
}

function mapNames(identities: readonly string[], projectId: string): Map<string, string> {
  return new Map(identities.map((identity) => [nameHere(identity, projectId), identity]));
}

/** Those of a project's lead `identities` that the channel already knows. */
export async function readKnownLeads(
  db: Db,
  { team, channel, projectId }: InChannel,
  identities: readonly string[],
): Promise<Set<string>> {
  const names = mapNames(identities, projectId);
  const rows = await readInPieces([...names.keys()], (name) =>
    findRows(db, 'announced', { team, channel, name }),
  );
  return new Set(rows.flatMap(({ name }) => names.get(name) ?? []));
}

/** Whether a channel knows any lead of a project. If not, its next digest is its first. */
export async function knowsAnyLead(db: Db, team: string, channel: string, projectId: string) {
  return (await findRow(db, 'announced', { team, channel, project_id: projectId })) !== undefined;
}

/** Marks lead identities as known, `shown` through the delivery. Returns those that the channel didn't know before. */
export async function announce(
  db: Db,
  place: InChannel & { deliveryId: string | null },
  shown: readonly string[],
  all: readonly string[] = shown,
): Promise<Set<string>> {
  const names = mapNames([...shown, ...all], place.projectId);
  if (names.size === 0) return new Set();
  return inTransaction(db, async (trx) => {
    await lockLane(trx, place);
    const posted = new Set(shown);
    const rows = await readInPieces([...names], async (piece) => {
      const announced = piece.map(([name, identity]) => ({
        team: place.team,
        channel: place.channel,
        name,
        project_id: place.projectId,
        delivery_id: posted.has(identity) ? place.deliveryId : null,
      }));
      return ANNOUNCE(trx, { announced });
    });
    return new Set(rows.flatMap(({ name }) => names.get(name) ?? []));
  });
}

const ANNOUNCE = prepareQuery((db, { announced }: { announced: Row<'announced'>[] }) =>
  db
    .insertInto('announced')
    .values(announced)
    .onConflict((conflict) => conflict.doNothing())
    .returning('name'),
);

/** For a digest that never reached its channel: its leads are new there again, so the next digest brings them. */
export async function unannounce(db: Db, team: string, deliveryId: string): Promise<void> {
  for (const table of ['announced', 'lead_post'] as const) {
    await deleteRows(db, table, { team, delivery_id: deliveryId });
  }
}

/** Posts that show leads, with their deliveries. */
export function selectLeadPosts(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('lead_post')
    .innerJoin('delivery', (join) =>
      join.onRef('delivery.team', '=', 'lead_post.team').onRef('delivery.id', '=', 'lead_post.delivery_id'),
    );
}

export type LeadPart = Row<'lead_post'>['part'];

/** Records that a post shows these leads, each in its part. Nothing changes for a post that is queued once more. */
export async function recordPosts(
  db: Db,
  post: InChannel & { deliveryId: string; at: number },
  leads: readonly { key: string; part: LeadPart }[],
): Promise<void> {
  const { team, projectId, deliveryId, channel, at } = post;
  const shown = { team, project_id: projectId, delivery_id: deliveryId, channel, at };
  await insertRows(
    db,
    'lead_post',
    leads.map(({ key, part }) => ({ ...shown, lead_key: key, part })),
  );
}

/** When leads of the project were last shown in the channel, epoch ms; 0 if never. */
export async function readLastShownAt(db: Db, { team, channel, projectId }: InChannel): Promise<number> {
  const last = await findRow(db, 'lead_post', { team, project_id: projectId, channel }, 'at desc');
  return last?.at ?? 0;
}

/** Of the project's `open` leads, those to repeat once: shown since then (epoch ms), or reopened after the first post since. */
export async function findComingBack(
  db: Db,
  { team, channel, projectId, since }: InChannel & { since: number },
  open: readonly KeptLead[],
): Promise<KeptLead[]> {
  const here = { team, project_id: projectId, channel, at: atLeast(since) };
  const posts = await findRows(db, 'lead_post', here, 'at');
  const timesOf = (part: LeadPart) =>
    new Map(posts.flatMap((post) => (post.part === part ? [[post.lead_key, post.at] as const] : [])));
  const [shown, repeated] = [timesOf('new'), timesOf('still_open')];
  const firstAt = posts[0]?.at ?? 0;
  const reopened = open.filter(({ state }) => state.since !== undefined && state.since >= firstAt);
  const keys = reopened.map(({ key }) => key);
  const known = await readKnownLeads(db, { team, channel, projectId }, keys);
  return open.filter(({ key, state: { since: opened = 0 } }) => {
    const isRepeated = (repeated.get(key) ?? -1) >= opened;
    return !isRepeated && (shown.has(key) || (opened >= firstAt && known.has(key)));
  });
}

/** How many leads of a project a list reads, latest poll first: nobody pages beyond that. */
const LISTED = 2_000;

/** A project's leads in these states, in the order of the latest poll, then earlier ones; `recorded` ones aren't read again. */
export async function readStandingLeads(
  db: Db,
  { team, projectId }: OfProject,
  states: readonly KeptLead['state']['state'][],
  recorded: ReadonlyMap<string, KeptLead> = new Map(),
): Promise<KeptLead[]> {
  const standing = { team, project_id: projectId, state: states, lead_key: noneOf([...recorded.keys()]) };
  const others = await findFirstRows(db, 'lead', standing, LISTED, 'polled_at desc', 'rank');
  const known = [...recorded.values()].filter(({ state }) => states.includes(state.state));
  return [...known, ...others.map(toKeptLead)]
    .sort((a, b) => b.polledAt - a.polledAt || a.rank - b.rank)
    .slice(0, LISTED);
}

const isNotReminded = sql<boolean>`not exists (
  select 1 from lead_event as event where event.team = lead.team and event.project_id = lead.project_id
  and event.lead_key = lead.lead_key and event.kind = 'reminder' and event.at >= lead.since
)`;

/** A lead of one of several projects. */
export type LeadOf = KeptLead & { projectId: string };

const toLeadOf = (row: LeadRow): LeadOf => ({ ...toKeptLead(row), projectId: row.project_id });

/** Claimed leads whose claimer hasn't been reminded yet, and snoozed ones. */
export async function readWaitingLeads(db: Db, team: string): Promise<LeadOf[]> {
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where('team', '=', team)
    .where(isWaiting)
    .where(isNotReminded)
    .execute();
  return rows.map(toLeadOf);
}

/** Open leads shown here since then (epoch ms), best score first. */
export async function readBestOpenLeads(
  db: Db,
  team: string,
  shown: { projectIds: readonly string[]; channels: readonly string[]; since: number },
): Promise<LeadOf[]> {
  const { projectIds, channels, since } = shown;
  const rows = await selectLeadPosts(db)
    .innerJoin('lead', byKey('lead', 'lead_post'))
    .selectAll('lead')
    .distinct()
    .where(matching('lead', { team, state: 'new', project_id: projectIds }))
    .where(matching('lead_post', { channel: channels, at: atLeast(since) }))
    .where(matching('delivery', { state: 'sent' }))
    .orderBy('lead.rank')
    .orderBy('lead.project_id')
    .orderBy('lead.lead_key')
    .execute();
  // A lead without a score can't be compared, so it comes last.
  return rows
    .map(toLeadOf)
    .toSorted((a, b) => (b.score ?? -Number.MAX_VALUE) - (a.score ?? -Number.MAX_VALUE));
}

/** Leads that the person has claimed and not replied to, longest waiting first. */
export async function readClaimsHeld(db: Db, team: string, person: string): Promise<LeadOf[]> {
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where(matching('lead', { team, state: 'claimed', by: person }))
    // As in the partial index.
    .where(isWaiting)
    .orderBy('since')
    .orderBy('lead_key')
    .execute();
  return rows.map(toLeadOf);
}
