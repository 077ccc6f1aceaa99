/** Everything the local workspace remembers, in one place; the Web API, the hooks and the acts work on it. */
import { type Changes, createChanges } from './changes.ts';
import { type ChannelSetup, createDirectory, type Directory } from './directory.ts';
import { createFiles, type FileStore } from './files.ts';
import { createResponseUrls, createTriggers, type ResponseUrls, type Triggers } from './grants.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { Person, Workspace } from './model.ts';
import { createOffers, type Offers } from './offers.ts';
import { createRateLimit, createSlackFaults, type RateLimit, type SlackFaults } from './slack-faults.ts';
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

export const TEAM: Workspace['team'] = { id: 'T0LOCAL01', name: 'Local workspace', domain: 'local' };

export const BOT: Workspace['bot'] = {
  userId: 'U0SIGHTLINE',
  botId: 'B0SIGHTLINE',
  appId: 'A0SIGHTLINE',
  name: 'Sightline',
};

/** One of each kind: a member, an admin, a guest of the team, and somebody of another organisation. */
export const CAST: readonly Person[] = [
  { id: 'U0ANARUIZ', name: 'ana', realName: 'Ana Ruiz', role: 'member', teamId: TEAM.id },
  { id: 'U0BENOKOYE', name: 'ben', realName: 'Ben Okoye', role: 'admin', teamId: TEAM.id },
  { id: 'U0GIALUND', name: 'gia', realName: 'Gia Lund', role: 'guest', teamId: TEAM.id },
  { id: 'U0OTOVANCE', name: 'oto', realName: 'Oto Vance', role: 'outsider', teamId: 'T0OTHER01' },
];
