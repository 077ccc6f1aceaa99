/**
 * What takes long comes first: else the last of it would run alone at the end. Whole bots, builds and type checks wait as much as they
 * work, so files that only work come in between: else cores have nothing to do at first, and too much later.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const WAITS = /\/test\/(journeys|house|deploy)\//;

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { waiting = [], working = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      WAITS.test(moduleId) ? 'waiting' : 'working',
    );
    const places = [waiting, working].flatMap((some) =>
      some.map((file, i) => ({ file, at: i / some.length })),
    );
    return places.toSorted((one, other) => one.at - other.at).map(({ file }) => file);
  }
}
