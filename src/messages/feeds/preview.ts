/** Previews what a feed would post now, with nothing to click. */
import type { FeedKind, FeedStanding, ProjectRef } from '../../decision.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph, withoutControls } from '../page.ts';
import { bold, join, say, type Text } from '../text.ts';
import { pauseSummary } from '../trouble-words.ts';

const MARK = 'Nothing is posted or counted, nobody is notified, and buttons are left out.';

const SILENT = 'Nothing in it is new, so it wouldn’t be posted now.';

type Paused = FeedStanding['paused'];

/** `isPosted`: false if it has so little to say that its feed would stay silent. */
export function preview(message: Page, isPosted: boolean, paused?: Paused): Page {
  const mark = join([bold('Preview.'), !isPosted && SILENT, describePause(paused), MARK], ' ');
  const inert = withoutControls(message);
  return { ...inert, parts: [note(mark), ...inert.parts] };
}

function describePause(paused: Paused): Text | undefined {
  return paused && say`Paused ${pauseSummary(paused)}: its feed posts nothing meanwhile.`;
}

/** Reasons that need better words than their names. */
const WHY: Readonly<Record<string, string>> = {
  no_scores: 'the API has no visibility scores',
  no_complete_day: 'no complete day has a visibility score yet',
  stale: 'the API has no new figures',
  edits_only: 'changes only go into the messages of open alerts',
  muted: 'everything new is muted (/visibility feeds says until when)',
};

/** The preview of a feed that would post nothing. `why`: the named reason. */
export function nothingToPreview(
  project: ProjectRef,
  kind: FeedKind,
  why = 'nothing_new',
  paused?: Paused,
): Page {
  const what = `${brief(project.name, 'project')} ${kind}`;
  const reason = (Object.hasOwn(WHY, why) && WHY[why]) || why.replaceAll('_', ' ');
  return page(headline(bold(`${what} would post nothing now: ${reason}.`)), paragraph(describePause(paused)));
}
