/** What engines are called, for answers whose rows name them. */
import type { VisibilityClient } from '../../visibility/client.ts';
import { type EngineNames, engineNames } from '../../visibility/engine-names.ts';
import type { SurfaceDeps } from '../request.ts';

/** None where the API does not list them: then they are called what the rows call them. */
export async function namesOfEngines(
  api: VisibilityClient,
  { log }: Pick<SurfaceDeps, 'log'>,
): Promise<EngineNames> {
  try {
    return engineNames(await api.engines());
  } catch (error) {
    log.warn({ err: error }, 'Engines were not listed; they are called what the rows call them');
    return new Map();
  }
}
