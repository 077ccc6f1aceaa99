/** What is said where no channel that somebody may read of was told of a thing: which channels were looked at. */
import type { Project } from '../projects/projects.ts';
import type { Asker, SurfaceDeps } from './request.ts';
import { readsHereOnly } from './seen-by.ts';

const THINGS = { alert: 'an alert', suggestion: 'a suggestion' } as const;

/** Whether another channel was told is not said: that there is one is not everybody's to know. */
export async function nowhereTold(
  thing: keyof typeof THINGS,
  { name }: Project,
  asker: Asker,
  deps: Pick<SurfaceDeps, 'personOf'>,
): Promise<string> {
  return (await readsHereOnly(asker, deps))
    ? `This channel was told of no such ${thing} of ${name}. If you read it in another, ask there.`
    : `No channel of ${name} in which I find you was told of such ${THINGS[thing]}.`;
}
