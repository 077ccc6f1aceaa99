/** What helpers keep for all tests of a file, they close when the file ends: each-file.ts sees to that. */
const ends: (() => Promise<unknown>)[] = [];

export function onFileFinished(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function endFile(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
