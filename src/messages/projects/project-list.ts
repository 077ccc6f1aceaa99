/** The projects that somebody sees. */
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, type Page, rows } from '../page.ts';
import { beside, bold } from '../text.ts';

/** `timezone`: in which its days begin and end; `feeds`: what is posted of it. */
export type ListedProject = { name: string; timezone: string; feeds: readonly string[] };

export function projectListPage(projects: readonly ListedProject[]): Page {
  return {
    parts: [
      headline(bold(projects.length === 0 ? 'No projects' : count(projects.length, 'project'))),
      rows(
        projects.map(({ name, timezone, feeds }) => ({
          text: beside(
            bold(brief(name, 'project')),
            feeds.length > 0 ? `posts ${feeds.join(', ')}` : 'posts nothing',
            `days in ${timezone}`,
          ),
        })),
      ),
    ],
  };
}
