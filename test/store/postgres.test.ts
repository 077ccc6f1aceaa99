import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { claimLane } from '../../src/store/lanes.ts';
import { openStore } from '../../src/store/open.ts';
import { openPostgres, whyOf } from '../../src/store/postgres.ts';
import { claimSlot, closeSlot } from '../../src/store/slots.ts';
import { databaseTime } from '../../src/store/statements.ts';
import { freePort } from '../support/free-port.ts';
import { emptySchema, openedPostgres } from '../support/store-engines.ts';
import {
  CHANNEL,
  deliveryOf,
  dueSlot,
  HOUR,
  holdsLane,
  NINE,
  queued,
  TEAM,
} from '../support/store-opened.ts';
import { until } from '../support/until.ts';

/** Long enough to be seen, short enough to be waited for. */
const SHORT_LEASE_MS = 200;

describe('a database', () => {
  it('gets its tables from the first of several processes that start at once', async () => {
    const url = await emptySchema();
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => openedPostgres(url)));
    await queued(first ?? expect.fail('none was opened'), 'a');
    for (const db of others) expect((await deliveryOf(db, 'a')).state).toBe('queued');
  });

  it('keeps what it holds when it is opened again', async () => {
    const place = { databaseUrl: await emptySchema(), dataDir: '/nowhere' };
    const before = await openStore(place, () => NINE);
    await queued(before, 'a');
    await before.destroy();
    const after = await openStore(place, () => NINE);
    expect(await deliveryOf(after, 'a')).toMatchObject({ seq: 1, created_at: NINE });
    await after.destroy();
  });

  it('shared with others may have the tables of another Sightline beside ours', async () => {
    const [one, other] = [
      await openedPostgres(await emptySchema()),
      await openedPostgres(await emptySchema()),
    ];
    await queued(one, 'a');
    expect(await other.selectFrom('delivery').select('id').execute()).toEqual([]);
  });

  it('has its own clock, in milliseconds', async () => {
    const db = await openedPostgres(await emptySchema());
    const { rows } = await sql<{ now: number; later: number }>`
      select floor(extract(epoch from statement_timestamp()) * 1000)::bigint as now,
        ${databaseTime(HOUR)} as later`.execute(db);
    const [read] = rows;
    expect(read?.later).toBeGreaterThanOrEqual((read?.now ?? 0) + HOUR);
    expect(read?.later).toBeLessThan((read?.now ?? 0) + 2 * HOUR);
  });

  it('works as our functions expect it to, whatever its own default is', async () => {
    const url = new URL(await emptySchema());
    const options = `${url.searchParams.get('options')} -c default_transaction_isolation=serializable`;
    url.searchParams.set('options', options);
    const db = await openedPostgres(url.href);
    const { rows } = await sql`show transaction isolation level`.execute(db);
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }]);
  });
});

describe('a database that cannot be used', () => {
  /** What is said when this part of the address is another one. */
  async function refusal(part: 'port' | 'password' | 'pathname' | 'options', value: string): Promise<string> {
    const url = new URL(await emptySchema());
    if (part === 'options') url.searchParams.set(part, value);
    else url[part] = value;
    const error = await openPostgres(url.href).then(
      () => expect.fail('it was opened'),
      (refused: unknown) => refused,
    );
    expect(error).toBeInstanceOf(StoreError);
    return String(error);
  }

  it('because nothing listens there says so', async () => {
    const port = String(await freePort());
    expect(await refusal('port', port)).toContain(`PostgreSQL at 127.0.0.1:${port}/postgres`);
    expect(await refusal('port', port)).toMatch(/nothing listens there\. Start PostgreSQL, or correct/);
  });

  it('because the password is wrong says so, and not what the password was', async () => {
    const said = await refusal('password', 'hunter2');
    expect(said).toMatch(/accept the user and password in DATABASE_URL\. Correct them, and percent-encode/);
    expect(said).not.toContain('hunter2');
  });

  it('because there is no such database says so', async () => {
    expect(await refusal('pathname', 'nowhere')).toMatch(
      /:\d+\/nowhere cannot be used: it has no such database\. Create it, or correct/,
    );
  });

  it('because there is no place for tables says so', async () => {
    expect(await refusal('options', '-c search_path=nowhere')).toMatch(
      /it has no schema in which this user may keep tables\. Have its owner run there: create schema/,
    );
  });

  it('because it is too old says which is needed', async () => {
    // PostgreSQL can’t lie about its version, but looks here first for whoever asks it.
    const url = await emptySchema();
    const client = new Client(url);
    await client.connect();
    await client.query("create function current_setting(text) returns text language sql return '13.4'");
    await client.end();
    const said = await refusal('options', `${new URL(url).searchParams.get('options')},pg_catalog`);
    expect(said).toMatch(/it is PostgreSQL 13\.4, and Sightline needs 14 or later\. Upgrade it/);
  });

  it('because its tables are another user’s says whose to use', async () => {
    const url = await emptySchema();
    await openedPostgres(url);
    expect(
      await refusal('options', `${new URL(url).searchParams.get('options')} -c role=pg_read_all_data`),
    ).toMatch(/permission denied .*another user’s: put that user into DATABASE_URL/);
  });

  it.each([
    ['who signed its certificate is unknown', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'sslrootcert=FILE'],
    [
      'it wants TLS',
      {
        code: '28000',
        message: 'no pg_hba.conf entry for host "10.1.2.3", user "u", database "d", no encryption',
      },
      'sslmode=verify-full',
    ],
    ['it lets nobody in from here', { message: 'no pg_hba.conf entry for host "10.1.2.3"' }, 'pg_hba.conf'],
    ['it never answers', { message: 'timeout expired' }, 'firewall'],
    ['there is no way to it', { code: 'EHOSTUNREACH' }, 'firewall'],
    ['of something unheard of', { message: 'out of luck' }, '“out of luck”. Compare DATABASE_URL'],
  ])('because %s says what to do', (_, error, remedy) => {
    expect(whyOf(Object.assign(new Error(), error))).toContain(remedy);
  });

  it('because it has no TLS says so, without a warning of the driver’s', async () => {
    const warned: Error[] = [];
    const note = (warning: Error) => void warned.push(warning);
    process.on('warning', note);
    const url = new URL(await emptySchema());
    url.searchParams.set('sslmode', 'require');
    await expect(openPostgres(url.href)).rejects.toThrow(/it has no TLS\. Turn it on there/);
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it('because a pooler in between keeps no sessions says which mode to set', async () => {
    const pooled = await transactionPooler(await emptySchema());
    await expect(openPostgres(pooled)).rejects.toThrow(/pool_mode = session/);
  });

  it('because its user may not create tables names the right to grant', async () => {
    expect(await refusal('options', '-c search_path=public -c role=pg_read_all_data')).toMatch(
      /may not create tables\..*grant create on schema public/,
    );
  });
});

describe('a connection that breaks', () => {
  it('inside a transaction undoes it; the next one works', async () => {
    const db = await openedPostgres(await emptySchema());
    const broken = db.transaction().execute(async (trx) => {
      await queued(trx, 'a');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await queued(trx, 'b');
    });
    await expect(broken).rejects.toThrow();
    expect(await db.selectFrom('delivery').select('id').execute()).toEqual([]);
    expect(await queued(db, 'a')).toBe(true);
  });

  it('while nobody uses it is replaced', async () => {
    const url = await emptySchema();
    const [db, other] = [await openedPostgres(url), await openedPostgres(url)];
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
    expect(await until('another connection', () => queued(db, 'a'))).toBe(true);
  });
});

describe("a lease, by the server's own clock", () => {
  it('of a lane runs out, and another takes over', async () => {
    const db = await openedPostgres(await emptySchema());
    await queued(db, 'a');
    const lane = { team: TEAM, channel: CHANNEL };
    expect(await claimLane(db, 'me', NINE, undefined, SHORT_LEASE_MS)).toMatchObject(lane);
    expect(await until('the lease to run out', () => claimLane(db, 'you', NINE))).toMatchObject(lane);
    expect([await holdsLane(db, lane, 'me'), await holdsLane(db, lane, 'you')]).toEqual([false, true]);
  });

  it('of a slot runs out, and another takes over', async () => {
    const db = await openedPostgres(await emptySchema());
    await dueSlot(db);
    const mine = await claimSlot(db, TEAM, 'me', NINE, SHORT_LEASE_MS);
    const yours = await until('the lease to run out', () => claimSlot(db, TEAM, 'you', NINE));
    expect(yours).toMatchObject({ owner: 'you', attempts: 2 });
    expect(await closeSlot(db, mine ?? yours, 'me', 'done')).toBe(false);
    expect(await closeSlot(db, yours, 'you', 'done')).toBe(true);
  });
});

/** https://www.postgresql.org/docs/18/protocol-message-formats.html: AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const READY = WELCOME.subarray(9);

/** The address of a pooler before this database. */
async function transactionPooler(databaseUrl: string): Promise<string> {
  const shared = new Client(databaseUrl);
  shared.on('error', () => undefined);
  await shared.connect();
  const { stream } = shared.connection;
  stream.removeAllListeners('data');
  let turn = Promise.resolve();
  const pass = async (statement: Buffer, client: Socket) => {
    stream.write(statement);
    for (let answer = Buffer.alloc(0); !answer.subarray(-READY.length).equals(READY); ) {
      const [piece] = await once(stream, 'data');
      answer = Buffer.concat([answer, piece]);
      client.write(piece);
    }
  };
  const pooler = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(WELCOME);
      client.on('data', (message) => {
        if (message.toString('latin1', 0, 1) === 'Q')
          turn = turn.then(() => pass(Buffer.from(message), client));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(async () => {
    pooler.close();
    stream.destroy();
  });
  const url = new URL(databaseUrl);
  const address = pooler.address();
  url.port = String(typeof address === 'object' && address?.port);
  return url.href;
}
