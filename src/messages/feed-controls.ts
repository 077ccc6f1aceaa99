/** What can be done with a feed from its row: stopped and set going, and where it was made in Slack, changed. */
import type { Button, Overflow } from '@slack/types';
import type { FeedStanding } from '../decision.ts';
import { ACTIONS } from '../slack/blocks.ts';
import { option } from './forms/form.ts';
import { button } from './layout.ts';

/** The ids of the buttons, by where the row stands; `ends`: the menu ends the feed too. */
export type FeedControls = { pause: string; resume: string; menu: string; ends: boolean };

/** `name` is what a screen reader says of it: "Acme leads". */
export function feedControl(
  name: string,
  { feed: { id, revision }, paused }: FeedStanding,
  controls: FeedControls,
): Button | Overflow {
  if (revision === undefined) {
    return paused
      ? button('Resume', `Resume ${name}`, controls.resume, id)
      : button('Pause', `Pause ${name}`, controls.pause, id);
  }
  return {
    type: 'overflow',
    action_id: controls.menu,
    options: [
      option(`edit ${id}`, 'Edit…'),
      paused ? option(`resume ${id}`, 'Resume') : option(`pause ${id}`, 'Pause'),
      ...(controls.ends ? [option(`end ${id}`, 'Unsubscribe')] : []),
    ],
  };
}

/** Shows what a feed of leads leaves out and where that is changed, muted places with their Undo among it. */
export function filterButton(name: string, subscription: string): Button {
  return button(
    'Change filter',
    `How to change the filter of ${name} leads`,
    ACTIONS.filterChange,
    subscription,
  );
}
