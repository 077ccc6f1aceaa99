/** projects.yml for tests: the example's with what a journey needs otherwise, and what is wrong with one. */
import { readFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../../src/errors.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { EXAMPLE_PROJECTS } from './bot.ts';

const File = z.looseObject({ projects: z.array(z.looseObject({ name: z.string() })) });
export type File = z.output<typeof File>;

/** The text of the example after `change`. */
export async function exampleProjects(change: (file: File) => File): Promise<string> {
  return stringify(change(File.parse(parse(await readFile(EXAMPLE_PROJECTS, 'utf8')))));
}

/** What the operator is told of such a file; nothing where it can be used. */
export function faultsOf(text: string): readonly string[] {
  try {
    parseProjects(text, 'projects.yml');
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
