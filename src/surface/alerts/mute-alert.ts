/** Mutes a score alert for a person, or takes that back: once per click, audited, and its message edited. */
import type { Db } from '../../store/schema.ts';
import { audited, quietly } from '../audited.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { writtenAndShown } from '../written-and-shown.ts';
import type { ClickedAlert } from './clicked-alert.ts';

/** `work` answers false where there is nothing to change. @throws Refused then. */
export async function changeMute(
  { project, alert, at, which }: ClickedAlert,
  action: 'alert.mute' | 'alert.unmute',
  asker: Asker,
  deps: SurfaceDeps,
  work: (trx: Db) => Promise<boolean>,
): Promise<void> {
  const write = { action, projectId: project.id, subject: which };
  const done = await quietly(
    audited(asker, deps, write, async () => {
      const result = await writtenAndShown(deps, { team: at.team, subject: alert.key }, work);
      return { result, outcome: result ? 'done' : undefined };
    }),
  );
  if (done !== false) return;
  const why = action === 'alert.mute' ? 'is not open any more' : 'is not muted any more';
  throw new Refused({ sentence: `${which} ${why}. Its message shows how it stands.` });
}
