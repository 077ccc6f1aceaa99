import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeFiles } from '../../src/verbs/docs.ts';
import { ROOT } from './source-files.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('what is made from the code is what the code says; if not, run `npm run docs`', () => {
  it.each(['manifest.yml', 'src/projects.schema.json', 'README.md'])('%s', (file) => {
    expect(read(file)).toBe(madeFiles(read('README.md'))[file]);
  });

  it('and nothing else is made', () => {
    expect(Object.keys(madeFiles(read('README.md'))).sort()).toEqual([
      'README.md',
      'manifest.yml',
      'src/projects.schema.json',
    ]);
  });
});
