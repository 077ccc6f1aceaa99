/** Previews what a feed would post now, with nothing to click. */
import {
  type AlertStanding,
  type FeedKind,
  type FeedStanding,
  type ProjectRef,
  type ScoreAlert,
  startDay,
} from '../../decision.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph, rows, withoutControls } from '../page.ts';
import { describeMute, nameFigure } from '../scores/alert-words.ts';
import { bold, join, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';
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

/** An alert that’s open or muted in a scores feed’s channel. `handle` is that of the message it’s in. */
export type StandingAlert = {
  handle: string | undefined;
  alert: ScoreAlert;
  muted: AlertStanding['muted'];
};

/** Reasons that need better words than their names. */
const WHY: Readonly<Record<string, string>> = {
  no_scores: 'the API has no visibility scores',
  no_complete_day: 'no complete day has a visibility score yet',
  stale: 'the API has no new figures',
  edits_only: 'changes only go into messages already posted',
  muted: 'everything new is muted',
};

/** The preview of a feed that would post nothing. `why`: the named reason; `alerts`: those open or muted now. */
export function nothingToPreview(
  project: ProjectRef,
  kind: FeedKind,
  why = 'nothing_new',
  alerts: readonly StandingAlert[] = [],
  paused?: Paused,
): Page {
  const what = `${brief(project.name, 'project')} ${kind}`;
  const reason = (Object.hasOwn(WHY, why) && WHY[why]) || why.replaceAll('_', ' ');
  return page(
    headline(bold(`${what} would post nothing now: ${reason}.`)),
    paragraph(describePause(paused)),
    rows(alerts.map((one) => ({ text: say`• ${standingOf(one)}` }))),
  );
}

/** "A37 (visibility score) has been open since Wed 18 Nov. Changes go into its message." */
function standingOf({ handle = 'An alert', alert, muted }: StandingAlert): Text {
  const which = `${handle} (${nameFigure(alert)})`;
  const state =
    alert.alert.status === 'open'
      ? `${which} has been open since ${dayName(startDay(alert.alert))}. Changes go into its message.`
      : `${which} is over.`;
  const mute = muted && say`Muted ${describeMute(muted, 'it')}: no new alerts until then.`;
  return join([state, mute], ' ');
}
