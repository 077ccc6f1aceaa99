import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/sandbox/api/api.ts';
import { generateFiles } from '../../src/verbs/docs.ts';
import { ROOT, readSourceFiles } from '../../src/verbs/source-files.ts';
import { OPERATIONS } from '../../src/visibility/operations.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const made = () =>
  generateFiles({ 'README.md': read('README.md'), 'ARCHITECTURE.md': read('ARCHITECTURE.md') });

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

describe('each operation of the API', () => {
  const bot = readSourceFiles('src').filter(({ file }) => !/^src\/(visibility|sandbox|verbs)\//.test(file));

  it.each(Object.keys(OPERATIONS))('%s is of use to somebody', (method) => {
    expect(bot.some(({ text }) => new RegExp(`\\.${method}\\(`).test(text))).toBe(true);
  });

  it('has a counterpart in the sandbox', () => {
    const served = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    const unserved = Object.values(OPERATIONS).filter(({ method, path }) => !served.has(`${method} ${path}`));
    expect(unserved.map(({ path }) => path)).toEqual([]);
  });
});
