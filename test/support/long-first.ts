/** Whole bots, builds and type checks first: else the last of them would run alone at the end, while a core has nothing to do. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TAKES_LONG = /\/test\/(journeys|house|deploy)\//;

/** In a fresh clone Vitest knows no durations and goes by size: these are among the shortest files. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const takesLong = ({ moduleId }: TestSpecification) => Number(TAKES_LONG.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => takesLong(other) - takesLong(one));
  }
}
