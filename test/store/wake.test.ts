import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenForWork } from '../../src/store/wake.ts';
import { freePort } from '../support/free-port.ts';
import { emptySchema } from '../support/store-engines.ts';
import { until } from '../support/until.ts';

/** A process that listens; `heard` counts what it was told, `lost` keeps why it was cut off. */
function listener(url: string) {
  const seen = { heard: 0, lost: [] as string[] };
  const wake = listenForWork(url, {
    onTold: () => {
      seen.heard += 1;
    },
    onLost: (why) => void seen.lost.push(why),
    againMs: 20,
  });
  onTestFinished(wake.close);
  return { wake, seen };
}

/** Once it has looked for what was told before it came. */
async function listening(url: string) {
  const made = listener(url);
  await until('it to listen', () => made.seen.heard === 1);
  return made;
}

describe('of the processes on one database', () => {
  it('all but the one that queued something are told of it', async () => {
    const url = await emptySchema();
    const [one, two, three] = [await listening(url), await listening(url), await listening(url)];
    one.wake.tell();
    await until('the others to hear', () => two.seen.heard === 2 && three.seen.heard === 2);
    // What two tells comes after what one told itself: had that been heard, it would be counted.
    two.wake.tell();
    await until('one to hear of two', () => one.seen.heard === 2);
    expect(three.seen.heard).toBeGreaterThanOrEqual(2);
  });

  it('one that was cut off listens again, and looks at once for what it missed', async () => {
    const url = await emptySchema();
    const { wake, seen } = await listening(url);
    const admin = new Client(url);
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sightline wake'",
    );
    await until('it to listen again', () => seen.heard === 2);
    expect(seen.lost).toEqual(['the connection was lost']);
    const other = await listening(url);
    wake.tell();
    await until('the other to hear', () => other.seen.heard === 2);
  });

  it('one without a database goes on trying, tells nobody, and ends when asked', async () => {
    const url = new URL(await emptySchema());
    url.port = String(await freePort());
    const { wake, seen } = listener(url.href);
    wake.tell();
    await until('some tries', () => seen.lost.length > 2);
    expect(seen.heard).toBe(0);
    expect(seen.lost.join()).not.toContain(url.password || 'no password');
    await wake.close();
  });
});
