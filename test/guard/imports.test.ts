import { describe, expect, it } from 'vitest';
import { drawImports, findFolderImports, findReachable } from '../../src/verbs/docs.ts';
import { findImports, folderOf, readSourceFiles } from '../../src/verbs/source-files.ts';

const SOURCES = readSourceFiles('src');

/**
 * Who may import whom, lowest first: a layer imports itself and what stands above it in this list, but never a sibling.
 * `foundation` are the files of src/ itself.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['decision'],
  ['foundation'],
  ['words'],
  ['projects'],
  ['visibility'],
  ['rules'],
  ['ask'],
  ['messages'],
  ['slack'],
  ['store'],
  ['outbox'],
  ['feeds'],
  ['watch'],
  ['surface'],
  ['mcp'],
  ['app', 'verbs'],
  ['main'],
];

/** A verb runs the whole bot, so it alone may look at its sibling. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { verbs: ['app', 'sandbox'] };

/** What pure deciding and drawing may know of the world: types, and functions without any effect. */
const PURE = [
  'src/ask/plan.ts',
  'src/carried.ts',
  'src/words/answers.ts',
  'src/decision.ts',
  'src/durations.ts',
  'src/json.ts',
  'src/once-per.ts',
  'src/words/nearest.ts',
  'src/words/schedule-words.ts',
  'src/projects/projects.ts',
  'src/words/run-status.ts',
  'src/visibility/assumed.ts',
  'src/visibility/contract.ts',
  'src/visibility/profile.ts',
  'src/words/day-times.ts',
];

/** The stand-ins know of the bot only the API's contract and Slack's vocabulary, and helpers that know nothing themselves. */
const KNOWN_TO_SANDBOX = [
  'src/durations.ts',
  'src/json.ts',
  'src/once-per.ts',
  'src/visibility/contract.ts',
  'src/visibility/assumed.ts',
  'src/visibility/assumed-requests.ts',
  'src/slack/blocks.ts',
];

const OWN = /^src\//;

const rankOf = (layer: string) => LAYERS.findIndex((row) => row.includes(layer));

/** Every import of our own files, as `importer -> imported`. */
const EDGES = SOURCES.flatMap(({ file, imports }) =>
  imports
    .filter(({ target }) => OWN.test(target))
    .map(({ target, typesOnly }) => ({ file, target, typesOnly })),
);
const said = (edges: { file: string; target: string }[]) =>
  edges.map(({ file, target }) => `${file} -> ${target}`);

describe('the reader of imports', () => {
  it('sees every way to write one', () => {
    const text = [
      "import a from './a.ts';",
      "import type { B } from '../b.ts';",
      "import {\n  c,\n  type D,\n} from './c.ts';",
      "export { e } from './e.ts';",
      "export * from './f.ts';",
      "import './g.ts';",
      "const h = await import('./h.ts');",
      "import { z } from 'zod';",
      "const text = 'import x from y';",
    ].join('\n');
    expect(findImports('src/x/y.ts', text)).toEqual([
      { target: 'src/x/a.ts', typesOnly: false },
      { target: 'src/b.ts', typesOnly: true },
      { target: 'src/x/c.ts', typesOnly: false },
      { target: 'src/x/e.ts', typesOnly: false },
      { target: 'src/x/f.ts', typesOnly: false },
      { target: 'src/x/g.ts', typesOnly: false },
      { target: 'src/x/h.ts', typesOnly: false },
      { target: 'zod', typesOnly: false },
    ]);
  });

  it('finds the files, and finds every imported file again', () => {
    expect(SOURCES.length).toBeGreaterThan(100);
    const files = new Set(SOURCES.map(({ file }) => file));
    expect(said(EDGES.filter(({ target }) => !files.has(target)))).toEqual([]);
  });
});

describe('imports go one way', () => {
  it('every file has its place in the order', () => {
    const places = new Set(SOURCES.map(({ file }) => folderOf(file)));
    expect([...places].filter((layer) => layer !== 'sandbox' && rankOf(layer) < 0)).toEqual([]);
  });

  it('from what is higher to what is lower, and never between siblings', () => {
    const wrong = EDGES.filter(({ file, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from === to || from === 'sandbox' || BESIDE[from]?.includes(to)) return false;
      return rankOf(to) < 0 || rankOf(to) >= rankOf(from);
    });
    expect(said(wrong)).toEqual([]);
  });

  it('and never in a circle', () => {
    const next = new Map(
      SOURCES.map(({ file }) => [
        file,
        EDGES.filter((edge) => edge.file === file).map(({ target }) => target),
      ]),
    );
    const circleFrom = (
      start: string,
      file: string,
      path: string[],
      seen: Set<string>,
    ): string[] | undefined => {
      for (const target of next.get(file) ?? []) {
        if (target === start) return [...path, target];
        if (seen.has(target)) continue;
        seen.add(target);
        const circle = circleFrom(start, target, [...path, target], seen);
        if (circle) return circle;
      }
      return undefined;
    };
    const circles = SOURCES.flatMap(
      ({ file }) => circleFrom(file, file, [file], new Set())?.join(' -> ') ?? [],
    );
    expect(circles).toEqual([]);
  });

  it('nor do folders, types included', () => {
    const folders = findFolderImports(SOURCES);
    expect(folders.size).toBeGreaterThan(10);
    expect([...folders.keys()].filter((folder) => findReachable(folder, folders).has(folder))).toEqual([]);
  });
});

describe('the picture of imports', () => {
  const imports = (target: string) => ({ target, typesOnly: false });
  const source = (file: string, ...targets: string[]) => ({ file, text: '', imports: targets.map(imports) });

  it('leaves out what is reached by way of others, and what is imported inside a folder', () => {
    const sources = [
      source('src/clock.ts', 'zod'),
      source('src/store/a.ts', 'src/clock.ts', 'src/store/b.ts'),
      source('src/store/b.ts'),
      source('src/main.ts', 'src/store/a.ts', 'src/clock.ts'),
    ];
    expect(drawImports(findFolderImports(sources)).split('\n')).toEqual([
      '```mermaid',
      'graph TD',
      '  foundation["the files of src/"]',
      '  main["main.ts"]',
      '  store["store/"]',
      '  main --> store',
      '  store --> foundation',
      '```',
    ]);
  });

  it('knows a circle', () => {
    const sources = [source('src/store/a.ts', 'src/rules/b.ts'), source('src/rules/b.ts', 'src/store/a.ts')];
    expect(findReachable('store', findFolderImports(sources)).has('store')).toBe(true);
  });
});

/** A picture cannot be drawn without them; the last two find the font in its package, and draw where nobody waits. */
const DRAWING = [
  'd3-scale',
  'd3-shape',
  '@resvg/resvg-js',
  'hono/html',
  'node:module',
  'node:url',
  'node:worker_threads',
  'node:zlib',
];

describe('deciding and drawing are pure', () => {
  const edges = EDGES.filter(({ file }) => /^src\/(rules|messages)\//.test(file));

  it('rules and messages know only types and pure functions', () => {
    expect(edges.length).toBeGreaterThan(20);
    const wrong = edges.filter(
      ({ file, target }) => folderOf(file) !== folderOf(target) && !PURE.includes(target),
    );
    expect(said(wrong)).toEqual([]);
  });

  it('of the projects file and of the API they take types only', () => {
    const wrong = edges.filter(
      ({ target, typesOnly }) => /^src\/(projects|visibility)\//.test(target) && !typesOnly,
    );
    expect(said(wrong)).toEqual([]);
  });

  it('they use no package but what draws a picture', () => {
    const packages = SOURCES.filter(({ file }) => /^src\/(rules|messages)\//.test(file)).flatMap(
      ({ file, imports }) =>
        imports
          .filter(({ target }) => !OWN.test(target))
          .filter(
            ({ target }) => !(file.startsWith('src/messages/scores/picture/') && DRAWING.includes(target)),
          )
          .map(({ target }) => ({ file, target })),
    );
    expect(said(packages)).toEqual([]);
  });
});

describe('the sandbox', () => {
  it('knows nothing of the bot but the API’s contract and Slack’s vocabulary', () => {
    const edges = EDGES.filter(({ file }) => folderOf(file) === 'sandbox');
    expect(edges.length).toBeGreaterThan(20);
    const wrong = edges.filter(
      ({ target }) => folderOf(target) !== 'sandbox' && !KNOWN_TO_SANDBOX.includes(target),
    );
    expect(said(wrong)).toEqual([]);
  });

  it('is known to verbs and tests only', () => {
    const wrong = EDGES.filter(
      ({ file, target }) => folderOf(target) === 'sandbox' && !['sandbox', 'verbs'].includes(folderOf(file)),
    );
    expect(said(wrong)).toEqual([]);
  });
});

it('whoever needs the words of a decision takes them from decision.ts', () => {
  const wrong = EDGES.filter(
    ({ file, target }) =>
      folderOf(target) === 'decision' && folderOf(file) !== 'decision' && file !== 'src/decision.ts',
  );
  expect(said(wrong)).toEqual([]);
});

it('nothing that runs imports a test', () => {
  const testing = SOURCES.filter(({ imports }) =>
    imports.some(({ target }) => /^(test\/|vitest$)/.test(target)),
  );
  expect(testing.map(({ file }) => file)).toEqual([]);
});
