/** What is said where a thing was posted in no channel that somebody may read of: which channels were looked at. */
import type { Project } from '../projects/projects.ts';
import type { Asker, SurfaceDeps } from './request.ts';
import { readsHereOnly } from './seen-by.ts';

/** Whether another channel was told is not said: that there is one is not everybody's to know. */
export async function nowhereTold(
  thing: 'alert' | 'suggestion',
  { name }: Project,
  asker: Asker,
  deps: Pick<SurfaceDeps, 'personOf'>,
): Promise<string> {
  return (await readsHereOnly(asker, deps))
    ? `No ${thing} like this was posted for ${name} in this channel. If you saw it in another, ask there.`
    : `No ${thing} like this was posted in the ${name} channels you’re in.`;
}
