import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { createDue } from '../../src/watch/watch.ts';
import { MINUTE, NINE, openedStore, slotsOf, TEAM } from '../support/store-opened.ts';

const MANY = 300;

/** Each with its own channel, all at nine. */
function manyProjects() {
  const projects = Array.from({ length: MANY }, (_, i) => ({
    id: `6f0c2b1e-4d5a-4c8e-9b7f-${String(i).padStart(12, '0')}`,
    name: `Project ${i}`,
    leads: { channel: `C0MANY${i}`, schedule: 'every day at 9:00' },
  }));
  const file = { defaults: { timezone: 'Europe/Berlin' }, projects };
  return parseProjects(JSON.stringify(file), 'projects.yml');
}

describe('many projects that are due at once', () => {
  it('are seen by a few statements, and opened while others get their turn', async () => {
    const { db } = await openedStore();
    let inserts = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode') inserts += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const feeds = feedsOf(manyProjects());
    const openDue = createDue(db.withPlugin(counting), () => feeds);
    await openDue(TEAM, NINE - MINUTE);
    expect(inserts).toBeLessThan(MANY / 10);
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await openDue(TEAM, NINE);
    done = true;
    expect(await slotsOf(db)).toHaveLength(MANY);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('have their feeds made once, however often somebody asks', () => {
    const projects = manyProjects();
    expect(feedsOf(projects)).toBe(feedsOf(projects));
  });
});
