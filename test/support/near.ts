/** Which tests mirror a file: its own, else those of its folder, or of the nearest folder above that has some. */
import path from 'node:path';

/** `file` and what it answers, relative to the repository; undefined for what no test is near. */
export function testsNear(file: string, exists: (path: string) => boolean): string | undefined {
  if (/^test\/.*\.test\.ts$/.test(file)) return file;
  const [top, ...rest] = file.split('/');
  if ((top !== 'src' && top !== 'test') || !file.endsWith('.ts')) return undefined;
  const own = path.posix.join('test', ...rest).replace(/\.ts$/, '.test.ts');
  const folders = rest.map((_, i) => path.posix.join('test', ...rest.slice(0, i + 1))).slice(0, -1);
  return [own, ...folders.toReversed()].find(exists);
}
