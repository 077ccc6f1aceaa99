/** Everything the local workspace remembers, in one place; the Web API, the hooks and the acts work on it. */
import { type Changes, createChanges } from './changes.ts';
import { type ChannelSetup, createDirectory, type Directory } from './directory.ts';
import { createFiles, type FileStore } from './files.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { Person, Workspace } from './model.ts';
import { createOffers, type Offers } from './offers.ts';
import { BOT, CAST, TEAM } from './people.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { createResponseUrls, type ResponseUrls } from './response-urls.ts';
import { createSlackFaults, type SlackFaults } from './slack-faults.ts';
import { createTriggers, type Triggers } from './triggers.ts';
import { createViewStacks, type ViewStacks } from './view-stacks.ts';

export type StateOptions = {
  /** The workspace's time: the sandbox's clock, epoch ms. */
  now(): number;
  /** Real time, epoch ms: signatures, trigger_ids, response_urls and rate limits live by it. */
  realNow(): number;
  channels: readonly ChannelSetup[];
  team?: Workspace['team'];
  bot?: Workspace['bot'];
  people?: readonly Person[];
  /** Members of user groups, by the group's id. */
  userGroups?: Readonly<Record<string, readonly string[]>>;
  /** Where the bot takes Slack's requests. */
  botUrl?: string;
  /** Where this server is reached: response_urls and permalinks begin with it. */
  ownUrl?: string;
};

export type State = {
  readonly team: Workspace['team'];
  readonly bot: Workspace['bot'];
  readonly userGroups: Readonly<Record<string, readonly string[]>>;
  readonly addresses: { botUrl?: string; ownUrl?: string };
  readonly changes: Changes;
  readonly directory: Directory;
  readonly messages: MessageLog;
  readonly files: FileStore;
  readonly views: ViewStacks;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly rateLimit: RateLimit;
  readonly faults: SlackFaults;
  readonly offers: Offers;
  now(): number;
  realNow(): number;
};

export function createState(options: StateOptions): State {
  const { now, realNow, team = TEAM, bot = BOT, people = CAST, channels, userGroups = {} } = options;
  const changes = createChanges();
  return {
    team,
    bot,
    userGroups,
    now,
    realNow,
    changes,
    addresses: {
      ...(options.botUrl !== undefined && { botUrl: options.botUrl }),
      ...(options.ownUrl !== undefined && { ownUrl: options.ownUrl }),
    },
    directory: createDirectory({ people, bot, channels, changes }),
    messages: createMessageLog(now, changes),
    files: createFiles(realNow),
    views: createViewStacks(changes),
    triggers: createTriggers(realNow),
    responseUrls: createResponseUrls(realNow),
    rateLimit: createRateLimit(realNow),
    faults: createSlackFaults(),
    offers: createOffers(),
  };
}
