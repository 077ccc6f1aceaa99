/** The button under what a feed of leads says of its filters. */
import type { Button } from '@slack/types';
import { ACTIONS } from '../slack/blocks.ts';
import { button } from './layout.ts';

/** Shows what a feed of leads leaves out and where that is changed, muted places with their Undo among it. */
export function filterButton(name: string, subscription: string): Button {
  return button(
    'Change filter',
    `How to change the filter of ${name} leads`,
    ACTIONS.filterChange,
    subscription,
  );
}
