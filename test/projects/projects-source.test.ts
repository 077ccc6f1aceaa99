import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import type { Projects } from '../../src/projects/projects.ts';
import { createProjectsSource } from '../../src/projects/projects-source.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { keptLog } from '../support/log-kept.ts';

const QUARTER_MINUTE = 15_000;

const named = (name: string) =>
  `projects:\n  - { id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: ${name}, scores: { channel: C0X, schedule: hourly } }`;
const nameIn = ({ projects }: Projects) => projects[0]?.name;

/** A source reading a file with this `text`. `say` changes the file; `later` lets time pass and refreshes. */
async function sourceOf(text: string, check: (projects: Projects) => void = () => undefined) {
  const file = path.join(temporaryFolder(), 'projects.yml');
  const say = (next: string) => writeFileSync(file, next);
  say(text);
  const time = { now: 1_000_000 };
  const { log, lines } = keptLog();
  const source = await createProjectsSource({
    location: file,
    mayBeEmpty: false,
    check,
    readMade: async () => [],
    realNow: () => time.now,
    log,
  });
  const later = async (ms = QUARTER_MINUTE) => {
    time.now += ms;
    await source.refresh();
  };
  return { source, file, say, later, logged: () => lines().map(({ msg }) => msg) };
}

const APPLIED = 'Applied the changed projects file';
const REFUSED = 'The projects file can’t be used; the previous one stays in force';

describe('a projects file that changes', () => {
  it('is applied within 15 seconds and logged', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    say(named('Globex'));
    await later();
    expect(nameIn(source.file())).toBe('Globex');
    expect(logged()).toEqual([APPLIED]);
  });

  it('is not read again on every tick', async () => {
    const { source, say, later } = await sourceOf(named('Acme'));
    say(named('Globex'));
    await later(QUARTER_MINUTE - 1);
    expect(nameIn(source.file())).toBe('Acme');
    await later(1);
    expect(nameIn(source.file())).toBe('Globex');
  });

  it('only in its comments changes nothing', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    const before = source.file();
    say(`# a word\n${named('Acme')}`);
    await later();
    expect(source.file()).toBe(before);
    expect(logged()).toEqual([]);
  });
});

describe('a projects file that becomes faulty', () => {
  it('is refused, and the previous one stays in force', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    say('projects: []');
    await later();
    expect(nameIn(source.file())).toBe('Acme');
    expect(logged()).toEqual([REFUSED]);
    expect(source.refused()).toMatchObject({ since: expect.any(Number), faults: 1 });
    say(named('Acme'));
    await later();
    expect(source.refused()).toBeUndefined();
  });

  it('is logged once, not every 15 seconds', async () => {
    const { say, later, logged } = await sourceOf(named('Acme'));
    say('projects: []');
    for (let i = 0; i < 4; i++) await later();
    expect(logged()).toEqual([REFUSED]);
    say('projects: 3');
    await later();
    expect(logged()).toEqual([REFUSED, REFUSED]);
  });

  it('is logged again if it was fixed in between', async () => {
    const { say, later, logged } = await sourceOf(named('Acme'));
    for (const text of ['projects: []', named('Acme'), 'projects: []']) {
      say(text);
      await later();
    }
    expect(logged()).toEqual([REFUSED, 'The projects file is in order again', REFUSED]);
  });

  it('is applied as soon as it’s fixed', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    say('{');
    await later();
    say(named('Globex'));
    await later();
    expect(nameIn(source.file())).toBe('Globex');
    expect(logged()).toEqual([REFUSED, APPLIED]);
  });

  it('may just be missing', async () => {
    const { source, file, later, logged } = await sourceOf(named('Acme'));
    rmSync(file);
    await later();
    expect(nameIn(source.file())).toBe('Acme');
    expect(logged()).toEqual([REFUSED]);
  });
});

describe('a projects file whose key is missing', () => {
  const onlyAcme = (projects: Projects) => {
    if (nameIn(projects) !== 'Acme') throw new ConfigError(['GLOBEX_KEY is missing']);
  };

  it('is refused like a faulty one', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'), onlyAcme);
    say(named('Globex'));
    await later();
    expect(nameIn(source.file())).toBe('Acme');
    expect(logged()).toEqual([REFUSED]);
  });

  it('keeps the bot from starting', async () => {
    await expect(sourceOf(named('Globex'), onlyAcme)).rejects.toThrow('GLOBEX_KEY is missing');
  });
});

it('a faulty file keeps the bot from starting', async () => {
  await expect(sourceOf('projects: []')).rejects.toThrow(ConfigError);
});
