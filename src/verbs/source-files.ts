/** Reads the source as data, for the import graph in ARCHITECTURE.md and for the guard tests. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..', '..');

/** `target` is a path from the root for our own files, otherwise the package as it is imported. */
type Import = { target: string; typesOnly: boolean };
export type SourceFile = { file: string; text: string; imports: readonly Import[] };

/** import and export … from, a bare import, and import() in an expression. */
const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Every TypeScript file in a folder, sorted by path from the root. */
export function readSourceFiles(folder: 'src' | 'test'): SourceFile[] {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return { file, text, imports: findImports(file, text) };
    });
}

/** The imports in a file's text, in order. */
export function findImports(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, named, dynamic]) => {
    const target = named ?? dynamic ?? '';
    const own = target.startsWith('.');
    return { target: own ? path.join(path.dirname(file), target) : target, typesOnly: type !== undefined };
  });
}

/** The folder of src/ that a file is in. `app` and `main`: app.ts and main.ts; `foundation`: other files of src/. */
export function folderOf(file: string): string {
  const [, folder = '', inside] = file.split('/');
  if (inside !== undefined) return folder;
  return ['src/app.ts', 'src/main.ts'].includes(file) ? folder.replace(/\.ts$/, '') : 'foundation';
}
