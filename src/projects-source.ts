/** Keeps the projects as the file says them now: a change is read whole, a faulty one refused and the old one kept. */
import { createHash } from 'node:crypto';
import { ConfigError, messageOf } from './errors.ts';
import type { Log } from './log.ts';
import { type Projects, readProjects } from './projects.ts';

export type ProjectsSource = {
  current(): Projects;
  /** Reads the file again if the last look is `REREAD_MS` old; called on every tick. */
  refresh(): Promise<void>;
};

const REREAD_MS = 15_000;

/**
 * `check` is what a file must pass beyond its own form (every key that it names is there).
 * @throws ConfigError when the first reading fails; later ones are only logged.
 */
export async function createProjectsSource(
  location: string,
  check: (projects: Projects) => void,
  realNow: () => number,
  log: Log,
): Promise<ProjectsSource> {
  let current = await readProjects(location);
  check(current);
  let [digest, refused] = [digestOf(current), ''];
  let readAt = realNow();

  return {
    current: () => current,
    async refresh() {
      if (realNow() - readAt < REREAD_MS) return;
      readAt = realNow();
      try {
        const read = await readProjects(location);
        const unchanged = digestOf(read) === digest;
        if (!unchanged) check(read);
        refused = '';
        if (unchanged) return;
        [current, digest] = [read, digestOf(read)];
        log.info(
          { file: location, projects: read.projects.length },
          'The projects file changed; it is in force',
        );
      } catch (error) {
        const faults = error instanceof ConfigError ? error.faults : [messageOf(error)];
        if (faults.join() === refused) return;
        refused = faults.join();
        log.error(
          { file: location, faults },
          'The projects file is faulty and was refused; the old one stays in force',
        );
      }
    },
  };
}

function digestOf(projects: Projects): string {
  return createHash('sha256').update(JSON.stringify(projects)).digest('hex');
}
