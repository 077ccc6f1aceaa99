/** The route table: everything that people can do in Slack, each with the permission that it takes. */
import { ACTIONS } from '../messages/actions.ts';
import { ask } from './ask/ask-command.ts';
import { askCorrect } from './ask/correct-reading.ts';
import { heardQuestion } from './ask/heard-question.ts';
import { smallTalk } from './ask/small-talk.ts';
import type { Action, Command, EventHandler, Permission, Shortcut, View } from './ask.ts';
import {
  botJoined,
  channelLost,
  feedMenu,
  feedPause,
  feedResume,
  filterChange,
  recapMine,
} from './feeds/feed-buttons.ts';
import { admin, feeds, pause, preview, resume, unsubscribe } from './feeds/feed-commands.ts';
import { feedFormTyped, feedFormView } from './feeds/feed-form.ts';
import { subscribe } from './feeds/subscribe.ts';
import {
  homeAlertPermission,
  homeAlerts,
  homeFeedMenu,
  homeFeedPause,
  homeFeedResume,
} from './home/home-buttons.ts';
import { homeOpened } from './home/show-home.ts';
import { findLead, whyHere } from './leads/explain-message.ts';
import {
  leadAssignView,
  leadDismissMany,
  leadDismissView,
  leadLetGo,
  leadLetGoView,
  leadReleaseView,
  leadRepliedView,
  leadSnoozeMany,
  leadSnoozeView,
} from './leads/lead-forms.ts';
import { leadMore } from './leads/lead-list.ts';
import { leadButtons, leadMenuPermission, leadMenus } from './leads/lead-menu.ts';
import {
  minScoreLater,
  minScoreSet,
  muteAccept,
  muteDecline,
  muteLift,
  muteUndo,
} from './leads/lead-proposals.ts';
import { leads, leadsShowAll, metrics } from './leads/leads.ts';
import { ownDigestOpen, ownDigestView } from './leads/own-digest.ts';
import { askAgain, lineOpen, pageTurn, shareHere } from './lookups/asked-again.ts';
import { compare } from './lookups/compare.ts';
import { about, help } from './lookups/help.ts';
import {
  answers,
  citations,
  mentions,
  referrers,
  regionUsage,
  searches,
  sources,
} from './lookups/lookups.ts';
import { topic } from './lookups/topic.ts';
import { mcp, tokenRevoke, tokenView } from './projects/assistants.ts';
import { audit } from './projects/audit.ts';
import { connect, connectView, disconnect, projectDisconnect, projectForgetKey } from './projects/connect.ts';
import {
  editPrompt,
  promptChooseView,
  promptEditView,
  promptUntrack,
  promptUntrackView,
  untrack,
} from './prompts/change-prompt.ts';
import { promptHistory, prompts } from './prompts/prompts.ts';
import { runOpen, runs } from './prompts/runs.ts';
import {
  suggestionAccept,
  suggestionAcceptView,
  suggestionDismiss,
  suggestionPreview,
  suggestionUndo,
} from './prompts/segment-buttons.ts';
import { suggestions } from './prompts/suggestions.ts';
import {
  promptTrackOpen,
  promptTrackSuggested,
  promptTrackView,
  track,
  trackAnywhere,
  trackForView,
  trackMessage,
} from './prompts/track.ts';
import { setChange, setChangeView, trackedSet } from './prompts/tracked-set.ts';
import {
  alertMute,
  alertMuteView,
  alertNotUseful,
  alertTake,
  alertUnmute,
  alertVerdict,
  thresholdSet,
} from './scores/alert-buttons.ts';
import { alertDetails, alertWhy } from './scores/alert-details.ts';
import { scores, whatIf } from './scores/scores.ts';
import type { CommandRoute } from './whose-line.ts';
import { leadWhy, why } from './why-handle.ts';

/** Commands that answer whoever can read in the channel. */
function forEveryone(...commands: readonly Command[]): CommandRoute[] {
  return commands.map((command) => ({ command, permission: 'everyone' }));
}

/** Subcommands of /visibility, in the order of help; `slash` is the short way to one, `also` what is reached from its answer. */
export const COMMANDS: readonly CommandRoute[] = [
  { command: leads, slash: '/visibility-leads', permission: 'everyone', also: forEveryone(metrics) },
  { command: scores, permission: 'everyone', also: forEveryone(whatIf) },
  { command: why, permission: 'everyone' },
  { command: topic, slash: '/visibility-topic', permission: 'everyone', also: forEveryone(answers) },
  { command: compare, permission: 'everyone', also: forEveryone(mentions) },
  { command: sources, permission: 'everyone', also: forEveryone(citations, referrers, searches) },
  {
    command: prompts,
    permission: 'everyone',
    also: [
      ...forEveryone(promptHistory, runs),
      { command: editPrompt, permission: 'prompts' },
      { command: untrack, permission: 'prompts' },
    ],
  },
  { command: track, slash: '/visibility-track', permission: 'prompts' },
  { command: suggestions, permission: 'everyone' },
  {
    command: feeds,
    permission: 'everyone',
    also: [
      ...forEveryone(preview),
      { command: subscribe, permission: 'configure' },
      { command: pause, permission: 'configure' },
      { command: resume, permission: 'configure' },
      { command: unsubscribe, permission: 'configure' },
    ],
  },
  {
    command: admin,
    permission: 'everyone',
    also: [
      ...forEveryone(trackedSet('engines'), trackedSet('regions'), regionUsage, about),
      { command: mcp, permission: 'members' },
      { command: connect, permission: 'configure' },
      { command: disconnect, permission: 'configure' },
      { command: audit, permission: 'configure' },
    ],
  },
  { command: ask, permission: 'everyone', also: forEveryone(smallTalk) },
  ...forEveryone(help(() => COMMANDS)),
];

/**
 * Buttons and menus, by the action id that old messages keep for ever. A menu whose choices take different
 * permissions says which by the value that was chosen.
 */
export const ACTION_ROUTES: readonly {
  action: Action;
  permission: Permission | ((value: string) => Permission);
}[] = [
  { action: suggestionAccept, permission: 'prompts' },
  { action: suggestionDismiss, permission: 'prompts' },
  { action: suggestionUndo, permission: 'prompts' },
  { action: suggestionPreview, permission: 'everyone' },
  ...leadMenus.map((action) => ({ action, permission: leadMenuPermission })),
  ...leadButtons.map((action) => ({ action, permission: 'leads' as const })),
  { action: leadDismissMany, permission: 'leads' },
  { action: leadSnoozeMany, permission: 'leads' },
  { action: leadLetGo, permission: 'leads' },
  { action: leadMore, permission: 'everyone' },
  { action: leadWhy, permission: 'everyone' },
  { action: leadsShowAll, permission: 'everyone' },
  { action: ownDigestOpen, permission: 'members' },
  { action: filterChange, permission: 'everyone' },
  { action: muteAccept, permission: 'leads' },
  { action: muteDecline, permission: 'leads' },
  { action: muteUndo, permission: 'leads' },
  { action: muteLift, permission: 'leads' },
  { action: minScoreSet, permission: 'configure' },
  { action: minScoreLater, permission: 'configure' },
  { action: alertWhy, permission: 'members' },
  { action: alertDetails, permission: 'members' },
  { action: alertMute, permission: 'leads' },
  { action: alertUnmute, permission: 'leads' },
  { action: alertNotUseful, permission: 'leads' },
  { action: alertTake, permission: 'leads' },
  { action: alertVerdict, permission: 'leads' },
  { action: thresholdSet, permission: 'configure' },
  { action: recapMine, permission: 'everyone' },
  { action: feedPause, permission: 'configure' },
  { action: feedResume, permission: 'configure' },
  { action: homeFeedPause, permission: 'configure' },
  { action: homeFeedResume, permission: 'configure' },
  { action: homeFeedMenu, permission: 'configure' },
  ...homeAlerts.map((action) => ({ action, permission: homeAlertPermission })),
  { action: pageTurn(ACTIONS.pageNext, () => COMMANDS), permission: 'everyone' },
  { action: pageTurn(ACTIONS.pagePrevious, () => COMMANDS), permission: 'everyone' },
  { action: pageTurn(ACTIONS.pageAsTable, () => COMMANDS), permission: 'everyone' },
  { action: pageTurn(ACTIONS.pageAsList, () => COMMANDS), permission: 'everyone' },
  { action: shareHere(() => COMMANDS), permission: 'members' },
  { action: setChange, permission: 'configure' },
  { action: askAgain(() => COMMANDS), permission: 'everyone' },
  { action: askCorrect(() => COMMANDS), permission: 'everyone' },
  { action: lineOpen(ACTIONS.lineOpen, () => COMMANDS), permission: 'everyone' },
  { action: lineOpen(ACTIONS.lineTab, () => COMMANDS), permission: 'everyone' },
  { action: runOpen('run', () => COMMANDS), permission: 'everyone' },
  { action: runOpen('group', () => COMMANDS), permission: 'everyone' },
  { action: feedMenu, permission: 'configure' },
  { action: feedFormTyped(ACTIONS.feedKind), permission: 'configure' },
  { action: feedFormTyped(ACTIONS.feedSchedule), permission: 'configure' },
  { action: promptTrackSuggested, permission: 'prompts' },
  { action: promptTrackOpen, permission: 'prompts' },
  { action: promptUntrack, permission: 'prompts' },
  { action: projectDisconnect, permission: 'configure' },
  { action: projectForgetKey, permission: 'configure' },
  { action: tokenRevoke, permission: 'members' },
];

/** Modals, by callback id. */
export const VIEW_ROUTES: readonly { view: View; permission: Permission }[] = [
  { view: suggestionAcceptView, permission: 'prompts' },
  { view: promptTrackView, permission: 'prompts' },
  { view: trackForView, permission: 'prompts' },
  { view: alertMuteView, permission: 'leads' },
  { view: leadRepliedView, permission: 'leads' },
  { view: leadDismissView, permission: 'leads' },
  { view: leadSnoozeView, permission: 'leads' },
  { view: leadAssignView, permission: 'leads' },
  { view: leadLetGoView, permission: 'leads' },
  { view: leadReleaseView, permission: 'leads' },
  { view: ownDigestView, permission: 'members' },
  { view: promptChooseView, permission: 'prompts' },
  { view: promptEditView, permission: 'prompts' },
  { view: promptUntrackView, permission: 'prompts' },
  { view: setChangeView, permission: 'configure' },
  { view: feedFormView, permission: 'configure' },
  { view: connectView, permission: 'configure' },
  { view: tokenView, permission: 'members' },
];

/** Shortcuts, by callback id, in the order of Slack's menus. */
export const SHORTCUT_ROUTES: readonly { shortcut: Shortcut; permission: Permission }[] = [
  { shortcut: trackAnywhere, permission: 'prompts' },
  { shortcut: trackMessage, permission: 'prompts' },
  { shortcut: whyHere, permission: 'everyone' },
  { shortcut: findLead, permission: 'everyone' },
];

/** What Slack tells the bot without being asked, by the names that the manifest has for the events. */
export const EVENT_ROUTES: Readonly<Record<string, EventHandler>> = {
  app_home_opened: homeOpened,
  member_joined_channel: botJoined,
  channel_left: channelLost('not_in_channel'),
  group_left: channelLost('not_in_channel'),
  channel_archive: channelLost('is_archived'),
  group_archive: channelLost('is_archived'),
  app_mention: heardQuestion(() => COMMANDS),
  'message.im': heardQuestion(() => COMMANDS),
};
