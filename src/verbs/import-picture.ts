/** The picture of the imports between the folders of src/ that stands in ARCHITECTURE.md, drawn from the imports as they are. */
import { folderOf, type SourceFile } from './source-files.ts';

/** Whom each folder imports, by name. */
export type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

const NAMES: Readonly<Record<string, string>> = {
  foundation: 'the files of src/',
  app: 'app.ts',
  main: 'main.ts',
};

export function folderImports(sources: readonly SourceFile[]): FolderImports {
  const folders = Map.groupBy(sources, ({ file }) => folderOf(file));
  return new Map(
    [...folders].map(([folder, files]) => {
      const targets = files.flatMap(({ imports }) => imports.map(({ target }) => target));
      const others = targets.filter((target) => target.startsWith('src/')).map(folderOf);
      return [folder, new Set(others.filter((other) => other !== folder))];
    }),
  );
}

/** Mermaid: an arrow from each folder to those that it imports, but for what it reaches by way of another arrow. */
export function importPicture(imports: FolderImports): string {
  const folders = [...imports.keys()].toSorted();
  const names = folders.map((folder) => `  ${folder}["${NAMES[folder] ?? `${folder}/`}"]`);
  const arrows = folders.flatMap((folder) =>
    [...(imports.get(folder) ?? [])]
      .filter((target, _, others) => !others.some((other) => reachable(other, imports).has(target)))
      .toSorted()
      .map((target) => `  ${folder} --> ${target}`),
  );
  return ['```mermaid', 'graph TD', ...names, ...arrows, '```'].join('\n');
}

/** Everything that is imported from here on, by way of however many. It is there itself if it stands in a circle. */
export function reachable(from: string, imports: FolderImports, seen = new Set<string>()): Set<string> {
  for (const target of imports.get(from) ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    reachable(target, imports, seen);
  }
  return seen;
}
