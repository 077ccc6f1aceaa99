/** SECURITY.md and CONTRIBUTING.md name files that exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../../src/verbs/source-files.ts';

it.each(['SECURITY.md', 'CONTRIBUTING.md'])('%s', (name) => {
  const text = readFileSync(path.join(ROOT, '.github', name), 'utf8');
  const files = [...text.matchAll(/`((?:test|src|\.ci)\/[\w./-]*)`/g)].map(([, file = '']) =>
    path.join(ROOT, file),
  );
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) =>
    path.join(ROOT, '.github', to.replace(/#.*/, '')),
  );
  expect(files.length + links.length).toBeGreaterThan(4);
  expect([...files, ...links].filter((file) => !existsSync(file))).toEqual([]);
  const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
  expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
});
