/** Draws the Home tab of those who see no project: the way to a first digest, or to whom they can turn. */
import type { HomeView } from '@slack/types';
import { type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { section } from '../layout.ts';

/** What the reader is to this workspace; an admin is who may connect projects. */
export type Newcomer = 'admin' | 'member' | 'guest' | 'stranger';

/** The same whether there are no projects or only others': a project does not exist outside its channels. */
export function homeWelcome(newcomer: Newcomer): HomeView {
  return { type: 'home', blocks: [section(head(newcomer)), ...steps(newcomer)] };
}

function head(newcomer: Newcomer): Mrkdwn {
  const what = mrkdwn`*Sightline* posts threads where your team could help, and tells when AI engines begin to speak of you differently.`;
  switch (newcomer) {
    case 'stranger':
      return mrkdwn`${what} It answers you in the channels that use it; this tab shows their figures to members of this workspace alone.`;
    case 'guest':
      return mrkdwn`${what} None of the channels that you are in uses it.`;
    case 'member':
    case 'admin':
      return mrkdwn`${what} None of your channels uses it yet. Three steps to a first digest:`;
  }
}

function steps(newcomer: Newcomer) {
  if (newcomer === 'guest' || newcomer === 'stranger') return [];
  const who = newcomer === 'admin' ? '' : ' An admin does this.';
  return [
    mrkdwn`*1.* In the channel where the leads should come, type \`/invite @Sightline\`.`,
    mrkdwn`*2.* There, type \`/visibility connect\` with the project and its API key at hand; the key is checked at once.${who}`,
    mrkdwn`*3.* Look at the preview of the first digest, and choose when it comes: \`/visibility subscribe leads\`.${who}`,
  ].map((step) => section(step));
}
