/** The route table: everything people can do in Slack, with the permission each thing takes. */
import { ACTIONS } from '../messages/actions.ts';
import { ask, askCorrect, compare, smallTalk } from './ask/ask-command.ts';
import { heardQuestion } from './ask/heard-question.ts';
import type { Action, Command, CommandRoute, EventHandler, Permission, Shortcut, View } from './ask.ts';
import * as channels from './feeds/channel-events.ts';
import * as feeds from './feeds/feed-commands.ts';
import { feedFormTyped, feedFormView, subscribe } from './feeds/feed-form.ts';
import { feedUndo } from './feeds/feeds-of-project.ts';
import { homeOpened } from './home/show-home.ts';
import * as leadForms from './leads/lead-forms.ts';
import { leadMore } from './leads/lead-list.ts';
import { leadButtons, leadMenuPermission, leadMenus } from './leads/lead-menu.ts';
import * as proposals from './leads/lead-proposals.ts';
import { leads, leadsShowAll, metrics } from './leads/leads.ts';
import { ownDigestOpen, ownDigestView } from './leads/own-digest.ts';
import { about, help } from './lookups/help.ts';
import * as lookups from './lookups/lookups.ts';
import { audit } from './projects/audit.ts';
import * as connecting from './projects/connect.ts';
import { promptHistory, prompts, runOpen, runs } from './prompts/prompts.ts';
import * as settling from './prompts/settle-suggestion.ts';
import { promptTrackSuggested, promptUntrack, suggestions } from './prompts/suggestions.ts';
import * as tracking from './prompts/track.ts';
import { setChange, setChangeView, trackedSet } from './prompts/tracked-set.ts';
import { lineButton, questionButton, shareHere } from './run-command.ts';
import * as alerts from './scores/alert.ts';
import { alertDetails, alertShow } from './scores/alert-details.ts';
import { scores, whatIf } from './scores/scores.ts';
import { findHere, leadWhy, why, whyHere } from './why.ts';

function commands(permission: Permission, ...some: readonly Command[]): CommandRoute[] {
  return some.map((command) => ({ command, permission }));
}

/** A command that everyone can use, like those reached from its answer. */
function route(command: Command, ...also: readonly Command[]): CommandRoute {
  return { command, permission: 'everyone', also: commands('everyone', ...also) };
}

type ActionRoute = { action: Action; permission: Permission | ((value: string) => Permission) };

function actions(permission: ActionRoute['permission'], ...some: readonly Action[]): ActionRoute[] {
  return some.map((action) => ({ action, permission }));
}

type ViewRoute = { view: View; permission: Permission };

function views(permission: Permission, ...some: readonly View[]): ViewRoute[] {
  return some.map((view) => ({ view, permission }));
}

/** `heading`: above them in /visibility help. */
const COMMAND_GROUPS: readonly { heading: string; routes: readonly CommandRoute[] }[] = [
  {
    heading: 'Leads',
    routes: [{ ...route(leads, metrics), slash: '/visibility-leads' }],
  },
  {
    heading: 'How visible you are',
    routes: [
      route(scores, whatIf),
      route(why),
      { ...route(lookups.topic, lookups.answers), slash: '/visibility-topic' },
      route(compare, lookups.mentions),
      route(lookups.sources, lookups.citations, lookups.referrers, lookups.searches),
      route(ask, smallTalk),
    ],
  },
  {
    heading: 'What engines are asked',
    routes: [
      {
        command: prompts,
        permission: 'everyone',
        also: [
          ...commands('everyone', promptHistory, runs),
          ...commands('prompts', tracking.editPrompt, tracking.untrack),
        ],
      },
      { command: tracking.track, slash: '/visibility-track', permission: 'prompts' },
      { command: suggestions, permission: 'everyone' },
    ],
  },
  {
    heading: 'Settings',
    routes: [
      {
        command: feeds.feeds,
        permission: 'everyone',
        also: [
          ...commands('everyone', feeds.preview),
          ...commands('leads', proposals.mute, proposals.unmute),
          ...commands('configure', subscribe, feeds.pause, feeds.resume, feeds.unsubscribe),
        ],
      },
      {
        command: feeds.admin,
        permission: 'everyone',
        also: [
          ...commands('everyone', trackedSet('engines'), trackedSet('regions'), lookups.regionUsage, about),
          ...commands('members', connecting.mcp),
          ...commands('configure', connecting.connect, connecting.disconnect, audit),
        ],
      },
      ...commands('everyone', help),
    ],
  },
];

export const COMMANDS: readonly CommandRoute[] = COMMAND_GROUPS.flatMap(({ heading, routes }) =>
  routes.map((one) => ({ ...one, heading })),
);

/** Buttons that ask again, for another page, as a table, or because the API failed. */
const AGAIN = [
  ...[ACTIONS.pageNext, ACTIONS.pagePrevious],
  ...[ACTIONS.pageAsTable, ACTIONS.pageAsList, ACTIONS.askAgain],
];

/** Buttons and menus. Old messages keep their action ids forever, so never drop one. A menu's choices may differ. */
export const ACTION_ROUTES: readonly ActionRoute[] = [
  ...actions(leadMenuPermission, ...leadMenus),
  ...actions('everyone', alerts.alertWhy, leadMore, leadWhy, leadsShowAll),
  ...actions('everyone', feeds.filterChange, feeds.recapMine, settling.suggestionPreview),
  ...actions('everyone', ...AGAIN.map((id) => questionButton(id)), askCorrect),
  ...actions('everyone', lineButton(ACTIONS.lineOpen), lineButton(ACTIONS.lineTab)),
  ...actions('everyone', runOpen('run'), runOpen('group')),
  ...actions('members', shareHere, ownDigestOpen, alertShow, alertDetails, connecting.tokenRevoke),
  ...actions('leads', ...leadButtons, leadForms.leadDismissMany, leadForms.leadSnoozeMany),
  ...actions('leads', leadForms.leadLetGo, leadForms.leadUndo),
  ...actions('leads', proposals.muteAccept, proposals.muteDecline, proposals.muteUndo, proposals.muteLift),
  ...actions('leads', alerts.alertMute, alerts.alertUnmute, alerts.alertNotUseful),
  ...actions('leads', alerts.alertTake, alerts.alertVerdict),
  ...actions('prompts', settling.suggestionAccept, settling.suggestionDismiss, settling.suggestionUndo),
  ...actions('prompts', promptTrackSuggested, tracking.promptTrackOpen, promptUntrack),
  ...actions('configure', feeds.feedPause, feeds.feedResume, feeds.feedMenu, feedUndo),
  ...actions(
    'configure',
    ...[ACTIONS.feedKind, ACTIONS.feedChannel, ACTIONS.feedSchedule].map(feedFormTyped),
  ),
  ...actions('configure', proposals.minScoreSet, proposals.minScoreLater, alerts.thresholdSet),
  ...actions('configure', setChange, connecting.projectDisconnect, connecting.projectForgetKey),
];

export const VIEW_ROUTES: readonly ViewRoute[] = [
  ...views('leads', leadForms.leadRepliedView, leadForms.leadDismissView, leadForms.leadSnoozeView),
  ...views('leads', leadForms.leadAssignView, leadForms.leadReleaseView, leadForms.leadLetGoView),
  ...views('leads', alerts.alertMuteView),
  ...views('prompts', tracking.promptTrackView, tracking.promptEditView, tracking.promptUntrackView),
  ...views('prompts', settling.suggestionAcceptView),
  ...views('members', ownDigestView, connecting.tokenView),
  ...views('configure', setChangeView, feedFormView, connecting.connectView),
];

export const SHORTCUT_ROUTES: readonly { shortcut: Shortcut; permission: Permission }[] = [
  { shortcut: tracking.trackAnywhere, permission: 'prompts' },
  { shortcut: tracking.trackMessage, permission: 'prompts' },
  { shortcut: whyHere, permission: 'everyone' },
  { shortcut: findHere, permission: 'everyone' },
];

/** Slack's events, by their names in the manifest. */
export const EVENT_ROUTES: Readonly<Record<string, EventHandler>> = {
  app_home_opened: homeOpened,
  member_joined_channel: channels.botJoined,
  channel_left: channels.channelLost('not_in_channel'),
  group_left: channels.channelLost('not_in_channel'),
  channel_archive: channels.channelLost('is_archived'),
  group_archive: channels.channelLost('is_archived'),
  channel_deleted: channels.channelLost('channel_not_found'),
  group_deleted: channels.channelLost('channel_not_found'),
  channel_id_changed: channels.channelMoved,
  channel_unarchive: channels.channelUnarchived,
  group_unarchive: channels.channelUnarchived,
  app_mention: heardQuestion,
  'message.im': heardQuestion,
};
