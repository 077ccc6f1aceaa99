/** A process's own way to a store that outlives it: each statement, prepared ones too, is an instant at which it may die. */
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, SqliteDialect } from 'kysely';
import type { Db, Schema } from '../../src/store/tables.ts';

/**
 * `instant` is told every statement before it is made, and every commit; what it throws is thrown in their place. `onLent` is told when
 * the store is taken, and, once the disk has what was written, when it is given back.
 */
export function mortalStore(
  db: Db,
  instant: (statement: string) => void,
  onLent: (isLent: boolean) => void = () => undefined,
): Db {
  const dialect = new SqliteDialect({
    database: async () => Promise.reject(new Error('It has none of its own')),
  });
  return new Kysely<Schema>({
    dialect: {
      // By it statements are known that were prepared before.
      createAdapter: () => db.getExecutor().adapter,
      createDriver: () => lentDriver(db, instant, onLent),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (any) => dialect.createIntrospector(any),
    },
  });
}

type Lent = { own: DatabaseConnection; giveBack: () => Promise<void> };

/** Lends the connection of `db`, in its turn. A transaction of a dead process is taken back by the store, not by it. */
function lentDriver(db: Db, instant: (statement: string) => void, onLent: (isLent: boolean) => void): Driver {
  const lent = new WeakMap<DatabaseConnection, Lent>();

  async function borrow(): Promise<DatabaseConnection> {
    onLent(true);
    const has = Promise.withResolvers<DatabaseConnection>();
    const end = Promise.withResolvers<void>();
    const returned = db.getExecutor().provideConnection((own) => {
      has.resolve(own);
      return end.promise;
    });
    returned.catch(has.reject).finally(() => onLent(false));
    const own = await has.promise;
    const connection: DatabaseConnection = {
      async executeQuery(query) {
        instant(query.sql);
        return own.executeQuery(query);
      },
      streamQuery: (query, size) => own.streamQuery(query, size),
    };
    const giveBack = () => {
      end.resolve();
      return returned;
    };
    lent.set(connection, { own, giveBack });
    return connection;
  }

  async function make(connection: DatabaseConnection, statement: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(statement));
  }

  return {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: borrow,
    releaseConnection: async (connection) => lent.get(connection)?.giveBack(),
    beginTransaction: (connection) => make(connection, 'begin'),
    commitTransaction: (connection) => make(connection, 'commit'),
    rollbackTransaction: (connection) => make(lent.get(connection)?.own ?? connection, 'rollback'),
  };
}
