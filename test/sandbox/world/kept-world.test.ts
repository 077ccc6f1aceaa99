import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../../src/sandbox/world/world.ts';
import { temporaryFolder } from '../../support/folder-temporary.ts';
import { START } from './story.ts';

/** A world in a file. `restart` opens the file again, like a new process 40 days later. */
function openInFile() {
  const file = path.join(temporaryFolder(), 'world.json');
  const open = (start: number) => {
    const { world, clock, close } = openWorld({ start, realNow: () => start, file });
    const [acme] = world.projects;
    if (acme === undefined) throw new Error('There is no project.');
    return { world, acme, clock, close };
  };
  return { file, ...open(START), restart: () => open(START + 40 * 86_400_000) };
}

describe('a world in a file', () => {
  it('still has people’s changes and the time after a restart', () => {
    const { acme, clock, restart } = openInFile();
    const [first, second] = acme.prompts.all();
    acme.prompts.add('cost of idle clusters', clock.now());
    acme.prompts.change(first?.id ?? '', 'kubernetes cost alerts', clock.now());
    acme.prompts.remove(second?.id ?? '', clock.now());
    acme.engines.replace([acme.engines.current()[0]?.id ?? ''], clock.now());
    acme.regions.replace([acme.regions.current()[1]?.id ?? ''], clock.now());
    acme.suggestions.close(acme.suggestions.at(START)[0]?.id ?? '', 'accepted', clock.now());
    clock.advance({ days: 3 });

    const again = restart();
    expect(again.clock.now()).toBe(clock.now());
    expect(again.acme.prompts.all()).toEqual(acme.prompts.all());
    expect(again.acme.prompts.all()).toHaveLength(10);
    expect(again.acme.engines.current()).toEqual(acme.engines.current());
    expect(again.acme.regions.current().map(({ code }) => code)).toEqual(['GB']);
    const now = clock.now();
    expect(again.acme.suggestions.at(now)).toEqual(acme.suggestions.at(now));
    expect(again.acme.dailyScores(now)).toEqual(acme.dailyScores(now));
    expect(again.acme.recentCitations(now)).toEqual(acme.recentCitations(now));
  });

  it('can be changed and saved again after a restart', () => {
    const { acme, restart } = openInFile();
    acme.prompts.add('cost of idle clusters', START);
    const second = restart();
    second.acme.prompts.add('spot node savings calculator', second.clock.now());
    expect(restart().acme.prompts.all()).toHaveLength(12);
  });

  it('only remembers the time if nobody changed anything', () => {
    const { acme, clock, close, restart } = openInFile();
    close();
    const again = restart();
    expect(again.clock.now()).toBe(clock.now());
    expect(again.world.changes()).toEqual({ [acme.id]: [], [again.world.projects[1]?.id ?? '']: [] });
  });

  it.each(['', '{', '{"version":2}', '{"version":1,"seed":60,"start":0,"now":0,"changes":{"acme":[]}}'])(
    'refuses a file that holds something else: %s',
    (content) => {
      const { file, restart } = openInFile();
      writeFileSync(file, content);
      expect(restart).toThrow(`${file} does not hold a sandbox's state. Remove it to start over.`);
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );
});

describe('a world without a file', () => {
  it('starts at the given time', () => {
    const { world, clock, close } = openWorld({ start: START, realNow: () => START });
    world.projects[0]?.prompts.add('cost of idle clusters', START);
    close();
    expect(clock.now()).toBe(START);
  });
});
