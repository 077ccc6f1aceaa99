/** Marks what a feed would post now, for the one who asked, or posted to try it: nothing of it can be clicked. */
import type { AlertStanding, FeedKind, FeedStanding, ProjectRef, ScoreAlert } from '../../decision.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph, rows, withoutControls } from '../page.ts';
import { beganOn, figureNamed, mutedUntil } from '../scores/alert-words.ts';
import { bold, join, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
import { pauseSummary } from '../trouble-words.ts';

const MARK = 'Nothing is posted or counted, nobody is notified, and buttons are left out.';

const SILENT = 'With nothing new in it, this wouldn’t be posted now.';

type Paused = FeedStanding['paused'];

/** `isPosted`: whether it would be posted now, or is so empty that its feed keeps silent; `paused` while the feed is. */
export function preview(message: Page, isPosted: boolean, paused?: Paused): Page {
  const pause = paused && say`Paused ${pauseSummary(paused)}: its feed posts nothing meanwhile.`;
  const mark = join([bold('Preview.'), !isPosted && SILENT, pause, MARK], ' ');
  const inert = withoutControls(message);
  return { ...inert, parts: [note(mark), ...inert.parts] };
}

/** An alert that is open or muted in the channel of a scores feed. `handle` is that of the message that tells it. */
export type StandingAlert = {
  handle: string | undefined;
  alert: ScoreAlert;
  /** While it holds back what is new. */
  muted: AlertStanding['muted'];
};

/** The named reasons that do not read well by themselves. */
const WHY: Readonly<Record<string, string>> = {
  no_scores: 'the API has no visibility scores',
  no_complete_day: 'no complete day has a visibility score yet',
  stale: 'the API has no new figures',
  edits_only: 'what changed goes into messages that are already posted',
  muted: 'what is new is muted',
};

/** Where a feed would say nothing: `why` is the named reason, and `alerts` are what stands beside it; `paused` while it is. */
export function nothingToPreview(
  project: ProjectRef,
  kind: FeedKind,
  why = 'nothing_new',
  alerts: readonly StandingAlert[] = [],
  paused?: Paused,
): Page {
  const what = `${brief(project.name, 'project')} ${kind}`;
  const reason = (Object.hasOwn(WHY, why) && WHY[why]) || why.replaceAll('_', ' ');
  const head = paused
    ? `${what} is paused: nothing is posted now.`
    : `${what} would post nothing now: ${reason}.`;
  return page(
    headline(bold(head)),
    paragraph(
      paused && say`Paused ${pauseSummary(paused)}. Without the pause it would post nothing now: ${reason}.`,
    ),
    rows(alerts.map((one) => ({ text: say`• ${standingOf(one)}` }))),
  );
}

/** "A37 (visibility score) has been open since Wed 18 Nov. If it changes, its message is edited." */
function standingOf({ handle = 'An alert', alert, muted }: StandingAlert): Text {
  const which = `${handle} (${figureNamed(alert)})`;
  const state =
    alert.alert?.status === 'open'
      ? `${which} has been open since ${dayName(beganOn(alert.alert))}. Changes go into its message.`
      : `${which} is over.`;
  const mute = muted && say`Muted ${mutedUntil(muted, 'it')}: no new alerts meanwhile.`;
  return join([state, mute], ' ');
}
