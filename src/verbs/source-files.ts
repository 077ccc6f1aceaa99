/** The source as data, for the picture of its imports and for the guard tests: every file with its text and its imports. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..', '..');

/** `target` is a path from the root for our own files, else the package's name as it is written. */
export type Import = { target: string; typesOnly: boolean };
export type SourceFile = { file: string; text: string; imports: readonly Import[] };

/** Every way to name another module: import and export … from, a bare import, an import inside an expression. */
const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Every TypeScript file of a folder, in order, by path from the root. */
export function sourceFiles(folder: 'src' | 'test'): SourceFile[] {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return { file, text, imports: importsOf(file, text) };
    });
}

/** What a text at this path imports, in order. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, named, dynamic]) => {
    const target = named ?? dynamic ?? '';
    const own = target.startsWith('.');
    return { target: own ? path.join(path.dirname(file), target) : target, typesOnly: type !== undefined };
  });
}

/** The folder of src/ that a file belongs to; app.ts and main.ts stand for themselves, `foundation` are the other files. */
export function folderOf(file: string): string {
  const [, folder = '', inside] = file.split('/');
  if (inside !== undefined) return folder;
  return ['src/app.ts', 'src/main.ts'].includes(file) ? folder.replace(/\.ts$/, '') : 'foundation';
}
