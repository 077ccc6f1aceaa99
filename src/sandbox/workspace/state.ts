/** Everything the local workspace remembers. The Web API, the hooks and people's actions all work on it. */
import { type Changes, createChanges } from './changes.ts';
import { type ChannelSetup, createDirectory, type Directory } from './directory.ts';
import { createFiles, type FileStore } from './files.ts';
import { createResponseUrls, createTriggers, type ResponseUrls, type Triggers } from './grants.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { OfferedOption, Person, Workspace } from './model.ts';
import { createRateLimit, createSlackFaults, type RateLimit, type SlackFaults } from './slack-faults.ts';
import { createViewStacks, type ViewStacks } from './view-stacks.ts';

export type StateOptions = {
  /** The sandbox's clock, epoch ms. */
  now(): number;
  /** Real time, epoch ms, for signatures, trigger_ids, response_urls and rate limits. */
  realNow(): number;
  channels: readonly ChannelSetup[];
  team?: Workspace['team'];
  bot?: Workspace['bot'];
  people?: readonly Person[];
  /** Members by the user group's id. */
  userGroups?: Readonly<Record<string, readonly string[]>>;
  /** Takes Slack's requests to the bot. */
  botUrl?: string;
  /** This server's address, for response_urls and permalinks. */
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

/** What the bot suggested to each person in menus whose options it supplies: a choice must be one of them. */
type Offers = {
  add(person: string, blockId: string, actionId: string, options: readonly OfferedOption[]): void;
  of(person: string, blockId: string, actionId: string): readonly OfferedOption[];
};

const MAX_OFFERS = 500;

function createOffers(): Offers {
  const offers = new Map<string, readonly OfferedOption[]>();
  const keyOf = (...ids: string[]) => JSON.stringify(ids);
  const of: Offers['of'] = (person, blockId, actionId) => offers.get(keyOf(person, blockId, actionId)) ?? [];
  return {
    of,
    add: (person, blockId, actionId, options) => {
      const values = new Set(options.map(({ value }) => value));
      const older = of(person, blockId, actionId).filter(({ value }) => !values.has(value));
      offers.set(keyOf(person, blockId, actionId), [...options, ...older].slice(0, MAX_OFFERS));
    },
  };
}

export const TEAM: Workspace['team'] = { id: 'T0LOCAL01', name: 'Local workspace', domain: 'local' };

export const BOT: Workspace['bot'] = {
  userId: 'U0SIGHTLINE',
  botId: 'B0SIGHTLINE',
  appId: 'A0SIGHTLINE',
  name: 'Sightline',
};

/** One of each kind: a member, an admin, a guest, and someone from another organisation. */
export const CAST: readonly Person[] = [
  { id: 'U0ANARUIZ', name: 'ana', realName: 'Ana Ruiz', role: 'member', teamId: TEAM.id },
  { id: 'U0BENOKOYE', name: 'ben', realName: 'Ben Okoye', role: 'admin', teamId: TEAM.id },
  { id: 'U0GIALUND', name: 'gia', realName: 'Gia Lund', role: 'guest', teamId: TEAM.id },
  { id: 'U0OTOVANCE', name: 'oto', realName: 'Oto Vance', role: 'outsider', teamId: 'T0OTHER01' },
];
