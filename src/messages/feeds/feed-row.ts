/** A feed wherever it has a row: when it posts, how it stands, and what can be done with it there. */
import { type Carried, carry } from '../../carried.ts';
import type { FeedStanding } from '../../decision.ts';
import { brief } from '../lengths.ts';
import { button, type Control } from '../page.ts';
import { pausedSince } from '../pause-words.ts';
import { mutedUntil } from '../scores/alert-words.ts';
import { beside, bold, say, type Text } from '../text.ts';
import { moment } from '../times.ts';
import { becauseOf } from '../why-post.ts';

/** "weekdays at 9:00 Europe/Berlin" */
export function feedTimes({ feed }: FeedStanding): string {
  return `${brief(feed.schedule, 'name')} ${feed.timezone}`;
}

/** When it posts next and what holds it up, or since when it is paused, and by whom until when or why. */
export function feedState({ next, paused, triedAgain, late, muted }: FeedStanding): Text {
  if (paused) return say`${bold('paused')} ${pausedSince(paused)}`;
  return beside(
    triedAgain !== undefined && say`post of ${moment(triedAgain)} ${bold('late')}, retrying`,
    late && say`${bold('posts waiting')} since ${moment(late.since)}${becauseOf(late)}`,
    muted && say`${bold('muted')} ${mutedUntil(muted, muted.handle ?? 'the alert')}`,
    next === undefined ? 'no more posts scheduled' : say`next ${moment(next)}`,
  );
}

type FeedChoice = NonNullable<Carried<'feed'>['choice']>;

/** The ids of the buttons, by where the row stands; `ends`: the menu ends the feed too. */
export type FeedControls = { pause: string; resume: string; menu: string; ends: boolean };

/** One of the file is stopped and set going; one that was made in Slack can be changed too. `name`: "Acme leads". */
export function feedControl(
  name: string,
  { feed: { id, revision }, paused }: FeedStanding,
  ids: FeedControls,
): Control {
  if (revision === undefined) {
    return paused
      ? button(ids.resume, 'Resume', `Resume ${name}`, carry('feed', { feed: id }))
      : button(ids.pause, 'Pause', `Pause ${name}`, carry('feed', { feed: id }));
  }
  const option = (choice: FeedChoice, label: string) => ({
    value: carry('feed', { feed: id, choice }),
    label,
  });
  return {
    kind: 'menu',
    id: ids.menu,
    options: [
      option('edit', 'Edit…'),
      paused ? option('resume', 'Resume') : option('pause', 'Pause'),
      ...(ids.ends ? [option('end', 'Unsubscribe')] : []),
    ],
  };
}
