/** The demo's projects.yml: the example's, with people who are told of its troubles, and a recap on Mondays, and its first alert alone. */
import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { EXAMPLE_PROJECTS } from './local-slack.ts';

/** Ben, the admin. */
const OWNERS = ['U0BENOKOYE'];

/** The text of the file. */
export async function demoProjects(): Promise<string> {
  const file = parseDocument(await readFile(EXAMPLE_PROJECTS, 'utf8'));
  file.set('owners', OWNERS);
  // Whoever opens the channel first is to see the alert, and not what came after it.
  file.setIn(['projects', 0, 'suggestions', 'schedule'], 'every day at 10:00');
  file.setIn(['projects', 0, 'recap'], { channel: 'C0ACMELEADS', schedule: 'Mondays at 9:00' });
  return file.toString();
}
