/** A pooler as PgBouncer is with pool_mode = transaction: every client's statements go to the same session. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** https://www.postgresql.org/docs/18/protocol-message-formats.html: AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const READY = WELCOME.subarray(9);

/** The address of a pooler before this database. */
export async function transactionPooler(databaseUrl: string): Promise<string> {
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
