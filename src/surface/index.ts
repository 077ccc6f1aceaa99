/** The route table: everything that people can do in Slack, each with the guards that come before it. */
import { ACTIONS } from '../slack/blocks.ts';
import { alertDetails } from './actions/alert-details.ts';
import { alertMute } from './actions/alert-mute.ts';
import { alertNotUseful } from './actions/alert-not-useful.ts';
import { alertUnmute } from './actions/alert-unmute.ts';
import { askAgain } from './actions/ask-again.ts';
import { feedFormTyped } from './actions/feed-form-typed.ts';
import { feedMenu } from './actions/feed-menu.ts';
import { feedPause } from './actions/feed-pause.ts';
import { feedResume } from './actions/feed-resume.ts';
import { filterChange } from './actions/filter-change.ts';
import { leadClaim } from './actions/lead-claim.ts';
import { leadDismissMany } from './actions/lead-dismiss-many.ts';
import { leadButtons, leadMenu, leadMenuNeeds } from './actions/lead-menu.ts';
import { leadMore } from './actions/lead-more.ts';
import { leadSnoozeMany } from './actions/lead-snooze-many.ts';
import { leadWhy } from './actions/lead-why.ts';
import { leadsShowAll } from './actions/leads-show-all.ts';
import { muteAccept } from './actions/mute-accept.ts';
import { muteDecline } from './actions/mute-decline.ts';
import { muteLift } from './actions/mute-lift.ts';
import { muteUndo } from './actions/mute-undo.ts';
import { pageTurn } from './actions/page-turn.ts';
import { projectDisconnect } from './actions/project-disconnect.ts';
import { projectForgetKey } from './actions/project-forget-key.ts';
import { promptTrackSuggested } from './actions/prompt-track-suggested.ts';
import { promptUntrack } from './actions/prompt-untrack.ts';
import { recapMine } from './actions/recap-mine.ts';
import { runOpen } from './actions/run-open.ts';
import { setChange } from './actions/set-change.ts';
import { shareHere } from './actions/share-here.ts';
import { suggestionAccept } from './actions/suggestion-accept.ts';
import { suggestionDismiss } from './actions/suggestion-dismiss.ts';
import { suggestionPreview } from './actions/suggestion-preview.ts';
import { suggestionUndo } from './actions/suggestion-undo.ts';
import { thresholdSet } from './actions/threshold-set.ts';
import { about } from './commands/about.ts';
import { answers } from './commands/answers.ts';
import { audit } from './commands/audit.ts';
import { citations } from './commands/citations.ts';
import { competitor } from './commands/competitor.ts';
import { connect } from './commands/connect.ts';
import { disconnect } from './commands/disconnect.ts';
import { editPrompt } from './commands/edit-prompt.ts';
import { help } from './commands/help.ts';
import { leads } from './commands/leads.ts';
import { mentions } from './commands/mentions.ts';
import { metrics } from './commands/metrics.ts';
import { pause } from './commands/pause.ts';
import { preview } from './commands/preview.ts';
import { promptHistory } from './commands/prompt-history.ts';
import { prompts } from './commands/prompts.ts';
import { referrers } from './commands/referrers.ts';
import { regionUsage } from './commands/region-usage.ts';
import { resume } from './commands/resume.ts';
import { runs } from './commands/runs.ts';
import { scores } from './commands/scores.ts';
import { searches } from './commands/searches.ts';
import { sources } from './commands/sources.ts';
import { status } from './commands/status.ts';
import { subscribe } from './commands/subscribe.ts';
import { subscriptions } from './commands/subscriptions.ts';
import { suggestions } from './commands/suggestions.ts';
import { topic } from './commands/topic.ts';
import { topics } from './commands/topics.ts';
import { track } from './commands/track.ts';
import { trackedSet } from './commands/tracked-set.ts';
import { unsubscribe } from './commands/unsubscribe.ts';
import { untrack } from './commands/untrack.ts';
import { whatIf } from './commands/what-if.ts';
import { why } from './commands/why.ts';
import { botJoined } from './events/bot-joined.ts';
import { channelLost } from './events/channel-lost.ts';
import { homeFeedMenu, homeFeedPause, homeFeedResume } from './home/feed-buttons.ts';
import { homeLeadClaim } from './home/lead-claim.ts';
import { homeOpened } from './home/opened.ts';
import type { Action, EventHandler, Need, Shortcut, View } from './request.ts';
import type { CommandRoute } from './run-command.ts';
import { findLead, whyHere } from './shortcuts/message-shortcuts.ts';
import { trackForView } from './shortcuts/track-for-view.ts';
import { trackAnywhere, trackMessage } from './shortcuts/track-shortcuts.ts';
import { alertMuteView } from './views/alert-mute.ts';
import { connectView } from './views/connect.ts';
import { feedFormView } from './views/feed-form.ts';
import { leadDismissView } from './views/lead-dismiss.ts';
import { leadRepliedView } from './views/lead-replied.ts';
import { leadSnoozeView } from './views/lead-snooze.ts';
import { promptChooseView } from './views/prompt-choose.ts';
import { promptEditView } from './views/prompt-edit.ts';
import { promptTrackView } from './views/prompt-track.ts';
import { promptUntrackView } from './views/prompt-untrack.ts';
import { setChangeView } from './views/set-change.ts';
import { suggestionAcceptView } from './views/suggestion-accept.ts';

/** Subcommands of /visibility, in the order of help, the commonest eight first; `slash` is the short way to one. */
export const COMMANDS: readonly CommandRoute[] = [
  { command: leads, slash: '/visibility-leads' },
  { command: topic, slash: '/visibility-topic' },
  { command: scores },
  { command: whatIf },
  { command: track, slash: '/visibility-track', needs: 'prompts' },
  { command: suggestions },
  { command: subscribe, needs: 'configure' },
  { command: pause, needs: 'configure' },
  { command: why },
  { command: metrics },
  { command: topics },
  { command: answers },
  { command: competitor },
  { command: mentions },
  { command: citations },
  { command: sources },
  { command: referrers },
  { command: searches },
  { command: prompts },
  { command: promptHistory },
  { command: editPrompt, needs: 'prompts' },
  { command: untrack, needs: 'prompts' },
  { command: trackedSet('engines') },
  { command: trackedSet('regions') },
  { command: regionUsage },
  { command: runs },
  { command: resume, needs: 'configure' },
  { command: subscriptions },
  { command: preview },
  { command: unsubscribe, needs: 'configure' },
  { command: connect, needs: 'configure' },
  { command: disconnect, needs: 'configure' },
  { command: status },
  { command: audit, needs: 'configure' },
  { command: about },
  { command: help(() => COMMANDS) },
];

/**
 * Buttons and menus, by the action id that old messages keep for ever. A menu whose choices need different things
 * says what by the value that was chosen.
 */
export const ACTION_ROUTES: readonly {
  action: Action;
  needs?: Need | ((value: string) => Need | undefined);
}[] = [
  { action: suggestionAccept, needs: 'prompts' },
  { action: suggestionDismiss, needs: 'prompts' },
  { action: suggestionUndo, needs: 'prompts' },
  { action: suggestionPreview },
  { action: leadClaim, needs: 'leads' },
  { action: leadMenu, needs: leadMenuNeeds },
  ...leadButtons.map((action) => ({ action, needs: 'leads' as const })),
  { action: leadDismissMany, needs: 'leads' },
  { action: leadSnoozeMany, needs: 'leads' },
  { action: leadMore },
  { action: leadWhy },
  { action: leadsShowAll },
  { action: filterChange },
  { action: muteAccept, needs: 'leads' },
  { action: muteDecline, needs: 'leads' },
  { action: muteUndo, needs: 'leads' },
  { action: muteLift, needs: 'leads' },
  { action: alertDetails },
  { action: alertMute, needs: 'leads' },
  { action: alertUnmute, needs: 'leads' },
  { action: alertNotUseful, needs: 'leads' },
  { action: thresholdSet, needs: 'configure' },
  { action: recapMine },
  { action: feedPause, needs: 'configure' },
  { action: feedResume, needs: 'configure' },
  { action: homeFeedPause, needs: 'configure' },
  { action: homeFeedResume, needs: 'configure' },
  { action: homeFeedMenu, needs: 'configure' },
  { action: homeLeadClaim, needs: 'leads' },
  { action: pageTurn(ACTIONS.pageNext, () => COMMANDS) },
  { action: pageTurn(ACTIONS.pagePrevious, () => COMMANDS) },
  { action: shareHere(() => COMMANDS), needs: 'share' },
  { action: setChange, needs: 'configure' },
  { action: askAgain(() => COMMANDS) },
  { action: runOpen('run', () => COMMANDS) },
  { action: runOpen('group', () => COMMANDS) },
  { action: feedMenu, needs: 'configure' },
  { action: feedFormTyped(ACTIONS.feedKind), needs: 'configure' },
  { action: feedFormTyped(ACTIONS.feedSchedule), needs: 'configure' },
  { action: promptTrackSuggested, needs: 'prompts' },
  { action: promptUntrack, needs: 'prompts' },
  { action: projectDisconnect, needs: 'configure' },
  { action: projectForgetKey, needs: 'configure' },
];

/** Modals, by callback id. */
export const VIEW_ROUTES: readonly { view: View; needs?: Need }[] = [
  { view: suggestionAcceptView, needs: 'prompts' },
  { view: promptTrackView, needs: 'prompts' },
  { view: trackForView, needs: 'prompts' },
  { view: alertMuteView, needs: 'leads' },
  { view: leadRepliedView, needs: 'leads' },
  { view: leadDismissView, needs: 'leads' },
  { view: leadSnoozeView, needs: 'leads' },
  { view: promptChooseView, needs: 'prompts' },
  { view: promptEditView, needs: 'prompts' },
  { view: promptUntrackView, needs: 'prompts' },
  { view: setChangeView, needs: 'configure' },
  { view: feedFormView, needs: 'configure' },
  { view: connectView, needs: 'configure' },
];

/** Shortcuts, by callback id, in the order of Slack's menus. */
export const SHORTCUT_ROUTES: readonly { shortcut: Shortcut; needs?: Need }[] = [
  { shortcut: trackAnywhere, needs: 'prompts' },
  { shortcut: trackMessage, needs: 'prompts' },
  { shortcut: whyHere },
  { shortcut: findLead },
];

/** What Slack tells the bot without being asked, by its name of the event. */
export const EVENT_ROUTES: Readonly<Record<string, EventHandler>> = {
  app_home_opened: homeOpened,
  member_joined_channel: botJoined,
  channel_left: channelLost('not_in_channel'),
  group_left: channelLost('not_in_channel'),
  channel_archive: channelLost('is_archived'),
  group_archive: channelLost('is_archived'),
};
