/** The store of many processes: PostgreSQL, through a pool of connections. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Client, type ClientBase, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg';
import { messageOf, StoreError } from '../errors.ts';
import { migrate } from './migrations.ts';
import { type StoreOptions, watchFailures } from './statements.ts';
import type { Db, Schema } from './tables.ts';

const CONNECT_WITHIN_MS = 10_000;

const CONNECTIONS_BESIDE = 4;

/** Opens and migrates a postgres:// database; of several processes, one does that and others wait. @throws StoreError */
export async function openPostgres(
  databaseUrl: string,
  { alone = false, onlyLook = false, beside, onFailed, share }: StoreOptions = {},
): Promise<Db> {
  const pool = new Pool({
    ...connectionTo(databaseUrl),
    keepAlive: true,
    types: int8AsNumber,
    onConnect: (client) => prepareSession(client, { alone, onlyLook }),
    // The lock belongs to the connection, so this must not be closed when idle.
    ...(beside && { max: CONNECTIONS_BESIDE }),
    ...(alone && { max: 1, idleTimeoutMillis: 0 }),
  });
  // A connection that breaks while idle is replaced at its next use. Without a listener the event ends the process.
  pool.on('error', () => onFailed?.());
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(onFailed && { log: watchFailures(onFailed) }),
  });
  try {
    await requireSessions(databaseUrl);
    const { schema } = await readSchema(db, databaseUrl);
    const engine = { steps: { '0000-database-now': databaseNow }, schema };
    await migrate(db, { engine, halfDone: alone, onlyLook });
    await share?.(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Whether a Sightline has made its tables there. @throws StoreError */
export async function hasTables(databaseUrl: string): Promise<boolean> {
  const pool = new Pool({ ...connectionTo(databaseUrl), max: 1 });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return (await readSchema(db, databaseUrl).finally(() => db.destroy())).isStore;
}

/** @throws StoreError if a file that the address names can't be read: the driver does that at once */
function connectionTo(databaseUrl: string): ClientConfig {
  const config = {
    connectionString: withCheckedCertificate(databaseUrl),
    application_name: 'sightline',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  };
  try {
    new Client(config);
  } catch (error) {
    throw new StoreError(
      `DATABASE_URL can’t be used: ${messageOf(error)}. Correct the files that it names, and percent-encode special characters in its password.`,
      { cause: error },
    );
  }
  return config;
}

/** For sslmode=require the driver checks the certificate too, but warns at length about later versions. */
function withCheckedCertificate(databaseUrl: string): string {
  return databaseUrl.includes('uselibpqcompat')
    ? databaseUrl
    : databaseUrl.replace(/\bsslmode=(?:prefer|require|verify-ca)\b/, 'sslmode=verify-full');
}

/** pg returns int8 as text. Times and counts are far below 2^53. */
const int8AsNumber: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
};

/** For READ COMMITTED. A process that hangs in a transaction loses its locks after half a lease. */
async function prepareSession(
  client: ClientBase,
  { alone, onlyLook }: { alone: boolean; onlyLook: boolean },
): Promise<void> {
  // While it is checked out, the pool doesn't listen for its errors; the next statement reports them.
  client.on('error', () => undefined);
  await client.query(
    `set default_transaction_isolation = 'read committed'; set idle_in_transaction_session_timeout = '30s'; set default_transaction_read_only = ${onlyLook}`,
  );
  await takeLock(client, alone);
}

/** Every process shares a lock that a copy needs alone. It waits: the server may not know yet that a process ended. */
async function takeLock(client: ClientBase, alone: boolean): Promise<void> {
  const lock = alone ? 'pg_advisory_lock' : 'pg_advisory_lock_shared';
  await client.query("set lock_timeout = '2s'");
  await client
    .query(`select ${lock}(hashtextextended('sightline ' || current_schema(), 0))`)
    .catch((error: unknown) => {
      const isTaken = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      throw isTaken ? new StoreError(alone ? IN_USE : BEING_COPIED, { cause: error }) : error;
    });
  await client.query('set lock_timeout = 0');
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';

const IN_USE = 'a Sightline is running on it. Stop every one, then try again.';
const BEING_COPIED = '`npm run migrate-store` is copying it. Wait until it is done.';

/** The clock of leases and lanes; the embedded store has a function of the same name. */
const databaseNow: Migration = {
  async up(db) {
    await sql`create function database_now() returns bigint language sql volatile
      return (extract(epoch from clock_timestamp()) * 1000)::bigint`.execute(db);
  },
};

/** A pooler that switches connections between transactions would give one process's settings and lock to all others. */
async function requireSessions(databaseUrl: string): Promise<void> {
  const clients = [new Client(connectionTo(databaseUrl)), new Client(connectionTo(databaseUrl))];
  try {
    for (const client of clients) {
      client.on('error', () => undefined);
      await client.connect();
    }
    for (const [i, client] of clients.entries()) await client.query(`set sightline.session = '${i}'`);
    for (const [i, client] of clients.entries()) {
      const { rows } = await client.query("select current_setting('sightline.session', true) as session");
      if (rows[0]?.session !== String(i)) throw toUnusable(databaseUrl, NO_SESSIONS);
    }
  } catch (error) {
    throw error instanceof StoreError ? error : toUnusable(databaseUrl, whyOf(error), error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

const NO_SESSIONS =
  'a connection pooler in front of it switches connections between transactions. Set it to keep sessions (PgBouncer: pool_mode = session), or use PostgreSQL’s own address.';

/** PostgreSQL 13 and older don't know the form of `databaseNow`. */
const OLDEST = 14;

/** The first query: whether the database can be used at all, and which schema the tables are in, or will be. */
async function readSchema(db: Db, databaseUrl: string): Promise<{ schema: string; isStore: boolean }> {
  const { rows } = await sql<{
    schema: string | null;
    is_store: boolean;
    may_create: boolean;
    version: string;
  }>`
    select current_schema() as schema, to_regclass('kysely_migration') is not null as is_store,
      has_schema_privilege(current_schema(), 'create') as may_create, current_setting('server_version') as version`
    .execute(db)
    .catch((error: unknown) => {
      throw toUnusable(databaseUrl, whyOf(error), error);
    });
  const {
    schema = null,
    is_store: isStore = false,
    may_create: mayCreate = false,
    version = '',
  } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < OLDEST)
    throw toUnusable(
      databaseUrl,
      `it is PostgreSQL ${version}, and Sightline needs ${OLDEST} or later. Upgrade it, or name another server in DATABASE_URL.`,
    );
  if (schema === null)
    throw toUnusable(
      databaseUrl,
      'it has no schema in which this user may keep tables. Have its owner run there: create schema sightline authorization USER; then add ?options=-csearch_path%3Dsightline to DATABASE_URL.',
    );
  if (!isStore && !mayCreate)
    throw toUnusable(
      databaseUrl,
      `its user may not create tables. Have its owner run there: grant create on schema ${schema} to that user.`,
    );
  return { schema, isStore };
}

function toUnusable(databaseUrl: string, why: string, cause?: unknown): StoreError {
  return new StoreError(`PostgreSQL at ${placeOf(databaseUrl)} cannot be used: ${why}`, { cause });
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

const SILENT =
  'it doesn’t answer. Check host and port in DATABASE_URL, and whether a firewall keeps this machine out.';
const NO_HOST = 'its host isn’t found. Correct the host in DATABASE_URL, or this machine’s DNS.';
const NO_SUCH_USER =
  'it doesn’t accept the user and password in DATABASE_URL. Correct them, and percent-encode special characters in the password.';
const UNKNOWN_SIGNER =
  'this machine doesn’t know who signed its certificate. Add the signer’s to DATABASE_URL: ?sslmode=verify-full&sslrootcert=FILE';

/** Node's and PostgreSQL's codes as a person would say it. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  '28P01': NO_SUCH_USER,
  '3D000': 'it has no such database. Create it, or correct the name at the end of DATABASE_URL.',
  '53300': 'it has no connection left. Raise its max_connections, or this user’s or database’s own limit.',
  '57P03': 'it is starting or stopping. Try again in a moment.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host. Use the host that is in it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_SIGNER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_SIGNER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_SIGNER,
};

/** What the driver says without a code, and PostgreSQL under a code that it uses for much else. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [
    /^no pg_hba\.conf entry.*no encryption$/,
    'it takes no connections without TLS from here. Add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /^no pg_hba\.conf entry/,
    'its pg_hba.conf doesn’t let this user in from here. Have its admin add a line there.',
  ],
  [
    /^permission denied for database/,
    'its user may not connect. Have its owner run there: grant connect on that database to that user.',
  ],
  [/password must be a/, NO_SUCH_USER],
  [/timeout/, SILENT],
  [
    /not support SSL/,
    'it has no TLS. Turn it on there; or, if the network in between is safe, remove sslmode from DATABASE_URL.',
  ],
];

/** Why a database can't be used, as a predicate of it, and what to do. */
export function whyOf(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = messageOf(error);
  const [, known = REASONS[code]] = SAID.find(([pattern]) => pattern.test(message)) ?? [];
  return (
    known ?? `it said “${message}”. Compare DATABASE_URL with what that server expects; its log may say more.`
  );
}
