import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/sandbox/api/routes/index.ts';
import { COMMANDS } from '../../src/surface/index.ts';
import { REACH } from '../../src/surface/operation-reach.ts';
import { madeFiles } from '../../src/verbs/docs.ts';
import { ROOT, sourceFiles } from '../../src/verbs/source-files.ts';
import { OPERATIONS } from '../../src/visibility/operations.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const made = () => madeFiles({ 'README.md': read('README.md'), 'ARCHITECTURE.md': read('ARCHITECTURE.md') });

describe('what is made from the code is what the code says; if not, run `npm run docs`', () => {
  it.each(['manifest.yml', 'src/projects.schema.json', 'README.md', 'ARCHITECTURE.md'])('%s', (file) => {
    expect(read(file)).toBe(made()[file]);
  });

  it('and nothing else is made', () => {
    expect(Object.keys(made()).sort()).toEqual([
      'ARCHITECTURE.md',
      'README.md',
      'manifest.yml',
      'src/projects.schema.json',
    ]);
  });
});

describe('where people reach an operation of the API (src/surface/operation-reach.ts)', () => {
  const SOURCES = sourceFiles('src').filter(({ file }) => /^src\/(surface|watch)\//.test(file));
  const calls = (text: string, method: string) => new RegExp(`\\.${method}\\(`).test(text);
  const places = Object.entries<readonly string[]>(REACH);

  it('is said of each that is called, and of none that is not', () => {
    const called = Object.keys(OPERATIONS).filter((method) =>
      SOURCES.some(({ text }) => calls(text, method)),
    );
    expect(places.flatMap(([method, where]) => (where.length > 0 ? [method] : [])).sort()).toEqual(
      called.sort(),
    );
  });

  it('names every command that calls it itself', () => {
    const forgotten = SOURCES.filter(({ file }) => file.startsWith('src/surface/commands/')).flatMap(
      ({ text }) => {
        const name = /^ {2}name: '([\w-]+)'/m.exec(text)?.[1];
        return places.flatMap(([method, where]) =>
          name && calls(text, method) && !where.includes(`/visibility ${name}`)
            ? [`${method}: /visibility ${name}`]
            : [],
        );
      },
    );
    expect(forgotten).toEqual([]);
  });

  it('names no command that is not there', () => {
    const known = COMMANDS.map(({ command }) => `/visibility ${command.name}`);
    const named = places.flatMap(([, where]) => where.filter((place) => place.startsWith('/')));
    expect(named.filter((place) => !known.includes(place))).toEqual([]);
  });

  it('has a counterpart in the sandbox', () => {
    const served = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    const unserved = Object.values(OPERATIONS).filter(({ method, path }) => !served.has(`${method} ${path}`));
    expect(unserved.map(({ path }) => path)).toEqual([]);
  });
});
