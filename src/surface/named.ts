/** How a sentence that is plain text names a person. */
import type { Asker, SurfaceDeps } from './request.ts';

/** "You" of the asker. A refusal stands in a modal, as text: a mention would be read as an id there. */
export async function nameOf(
  id: string,
  { installation, person }: Asker,
  { personOf }: Pick<SurfaceDeps, 'personOf'>,
): Promise<string> {
  if (id === person) return 'You';
  const { name } = await personOf(installation, id).catch(() => ({ name: id }));
  return name === id ? 'Somebody' : name;
}
