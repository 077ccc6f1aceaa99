/** The source as the guard tests read it: every file of a folder with its text and its imports, by path from the root. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** `target` is a path from the root for our own files, else the package's name as it is written. */
export type Import = { target: string; typesOnly: boolean };
export type SourceFile = { file: string; text: string; imports: readonly Import[] };

/** Every way to name another module: import and export … from, a bare import, an import inside an expression. */
const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export function sourceFiles(folder: 'src' | 'test'): SourceFile[] {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return { file, text, imports: importsOf(file, text) };
    });
}

export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, named, dynamic]) => {
    const target = named ?? dynamic ?? '';
    const own = target.startsWith('.');
    return { target: own ? path.join(path.dirname(file), target) : target, typesOnly: type !== undefined };
  });
}
