/** projects.yml for a journey: the example's, with what the journey needs otherwise. */
import { readFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { EXAMPLE_PROJECTS } from './bot.ts';

const File = z.looseObject({ projects: z.array(z.looseObject({ name: z.string() })) });
export type File = z.output<typeof File>;

/** The text of the example after `change`. */
export async function exampleProjects(change: (file: File) => File): Promise<string> {
  return stringify(change(File.parse(parse(await readFile(EXAMPLE_PROJECTS, 'utf8')))));
}
