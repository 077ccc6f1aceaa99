/** The form of tracked engines or regions, submitted: checked against what others did meanwhile, then set. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import {
  listedIn,
  SET_INPUT,
  type TrackedSet,
  trackedSetAnswer,
} from '../../messages/answers/tracked-set.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { writtenSince } from '../../store/audit.ts';
import { audited } from '../audited.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { fingerprint, readSet, SET_KINDS, writeSet } from '../prompts/tracked-sets.ts';
import { Refused } from '../refused.ts';
import type { View } from '../request.ts';

const Metadata = z.object({
  kind: z.enum(SET_KINDS),
  project: z.string(),
  channel: z.string(),
  seen: z.object({ tracked: z.string(), listed: z.string() }),
  opened: z.number(),
});

export const setChangeView: View = {
  id: VIEWS.setChange,
  async submit({ metadata, lists }, deps) {
    const { kind, project: id, channel, seen, opened } = carried(Metadata, metadata);
    const chosen = lists[SET_INPUT.actionId] ?? [];
    if (chosen.length === 0) return { errors: { [SET_INPUT.blockId]: 'Choose at least one.' } };
    return {
      channel,
      working: workingModal(`Setting the tracked ${kind}`),
      async after(asker) {
        const project = requireVisible(id, asker, deps);
        const now = await readSet(kind, project, deps);
        const wanted = [...chosen, ...listedIn(now).stay];
        const names = (ids: readonly string[]) =>
          now.choices.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ') || 'none';
        const write = { action: `${kind}.set`, projectId: id, subject: names(wanted) };
        await audited(asker, deps, write, async () => {
          const { team } = asker.installation;
          // The figures of engines tell of a change only when a day is over.
          const other = await writtenSince(deps.db, team, { ...write, since: opened });
          requireAsSeen(now, seen, other?.subject ?? names(now.tracked), Boolean(other));
          await writeSet(kind, wanted, deps.visibilityOf(project), project);
          return { result: true, outcome: `was ${names(now.tracked)}` };
        });
        const note = `Set: ${names(wanted)}. It counts from the next day on.`;
        return {
          message: trackedSetAnswer(project, { ...now, tracked: wanted }, { done: note, mayChange: true }),
        };
      },
    };
  },
};

/** `names` of what is tracked now; `isSet`: somebody set it since the form was opened. @throws Refused */
function requireAsSeen(
  now: TrackedSet,
  seen: z.output<typeof Metadata>['seen'],
  names: string,
  isSet: boolean,
): void {
  const { kind } = now;
  const { tracked, listed } = fingerprint(now);
  if (!isSet && tracked === seen.tracked && listed === seen.listed) return;
  const why =
    isSet || tracked !== seen.tracked
      ? `Somebody changed the tracked ${kind} meanwhile: they are ${names} now.`
      : `The API lists other ${kind} now than the form did.`;
  throw new Refused({
    sentence: `${why} Nothing was set; open the form again.`,
    example: `/visibility ${kind}`,
  });
}
