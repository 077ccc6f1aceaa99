/** What commands, buttons and forms are given, and what they answer: the types of the route table. */
import type { Figure } from '../ask/plan.ts';
import type { RefusedFile } from '../decision.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import type { ScoredProject } from '../feeds/score-reads.ts';
import type { Log } from '../log.ts';
import type { HomeScore } from '../messages/home/home.ts';
import type { Page, Form as PageForm } from '../messages/page.ts';
import type { McpAddress } from '../messages/projects/connect.ts';
import type { Project } from '../projects/projects.ts';
import type { Send } from '../slack/poster.ts';
import type { Left } from '../store/asked.ts';
import type { Db } from '../store/tables.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { ProjectNames } from './ask/project-names.ts';
import type { Workspace } from './workspace.ts';

/** Everything that doesn't depend on who asks, or where. */
export type Bot = {
  commands: readonly CommandRoute[];
  db: Db;
  /** True if `db` was made for this question alone: it knows nothing of what people did or what was posted. */
  isStoreEmpty?: boolean;
  log: Log;
  /** Epoch ms, by the bot's clock. */
  now: () => number;
  api: VisibilityOf;
  /** The API with a key to be tried before it is stored. */
  openApi: (apiKey: string) => VisibilityClient;
  recentScores: RecentScores;
  projectNames: ProjectNames;
  /** A changed projects.yml or API profile that isn't applied because it is faulty. */
  refusedFile: () => RefusedFile | undefined;
  /** How far this machine's clock is ahead of Slack's, ms; undefined while unknown. */
  clockAheadMs: () => number | undefined;
  /** Sends bytes to a URL from Slack: a picture, or an answer to an earlier click. */
  send: Send;
  /** Where assistants reach the bot over MCP, if it knows its own address. */
  mcpAddress?: () => McpAddress | undefined;
  /** Tells the pump that a post was queued or needs an edit. */
  wakePump: () => void;
};

export type RecentScores = {
  /** The cached score, or “loading”. */
  known(of: ScoredProject): HomeScore;
  /** Asks the API unless a recent score is cached. */
  read(of: ScoredProject): Promise<void>;
};

export type Within = Bot & {
  workspace: Workspace;
  /** The workspace's id, taken by every function of the store. */
  team: string;
};

/** One request of a person. `id` identifies the click: the same one never writes twice. */
export type Ask = Within & {
  id: string;
  person: string;
  /** Empty on the Home tab and in a shortcut from anywhere. */
  channel: string;
  triggerId: string;
  /** The ts of the thread's first message, if the message or click is in a thread. */
  thread?: string | undefined;
};

/** A person in a workspace: enough to know what they may see and do. */
export type Reader = Pick<Ask, 'person' | 'workspace'>;

export type Visitor = Within & Reader;

/** What a handler answers: a private message, a modal, or nothing (then the edited post is the answer). */
export type Answer =
  | {
      message: Page;
      pages?: number;
      share?: boolean;
      /** The message is a temporary error: offer to try again. */
      again?: boolean;
      /** It is a list that can be shown as a table, or that table. */
      sortable?: boolean;
      figures?: Figure[];
      isEmpty?: boolean;
      /** How a question was read, so that its other pages answer the same one. */
      plan?: Readonly<Record<string, unknown>>;
      /** What questions that follow may refer to. A card alone leaves the list it was opened from. */
      left?: Left;
      /** Replaces the clicked message, or posts to the channel, instead of answering privately. */
      delivered?: 'replacing' | 'to_channel';
      /** Wraps the delivery and calls it once; what it throws becomes the answer. */
      within?: (deliver: () => Promise<unknown>) => Promise<unknown>;
      behind?: Follow;
    }
  | {
      modal: PageForm | Page;
      /** The content that needs the API. Slack opens no modal after 3 s, so it is opened first and filled later. */
      filled?: () => Promise<PageForm | Page>;
      /** The channel that the modal's buttons act for, if not the asker's. */
      about?: string;
      behind?: Follow;
    }
  | { behind: Follow }
  | undefined;

/** Runs once the answer is delivered; a page it returns replaces the clicked private message. */
type Follow = () => Promise<Page | undefined>;

/** “everyone” can read the channel. Whatever others see, or whatever changes something, takes more. */
export type Permission = 'everyone' | 'members' | 'leads' | 'prompts' | 'configure';

type CommandWords = {
  name: string;
  aka?: readonly string[];
  /** With what may follow the name, if anything may. */
  usage?: string;
  example: string;
  summary: string;
  details?: string;
  /** Which words may follow: none, a few known ones, any, or a whole sentence. */
  words: 'none' | 'fixed' | 'free' | 'sentence';
  /** Whether typed words can be meant for it rather than being a question; by default all can. */
  takes?: (rest: string) => boolean;
  options?: readonly string[];
  /** Keys that it reads in its words itself. */
  filters?: readonly string[];
};

export type CommandAsk = Ask & {
  /** Where the answer whose button asks this can be replaced, if only its reader sees it. */
  list?: string | undefined;
  line: string;
  /** What follows the command, without "in <project>" and `options`. */
  words: string;
  /** Ids of the channels named in the words, by their name there ("#acme-leads"). */
  channels: Readonly<Record<string, string>>;
  options: Readonly<Record<string, string>>;
  page: number;
  view?: 'table' | undefined;
  /** How a question was read, if it is asked again. */
  plan?: Readonly<Record<string, unknown>> | undefined;
};
export type ProjectAsk = CommandAsk & { project: Project };

/** One subcommand of /visibility: a constant in its topic’s folder, and a line in the route table. */
export type Command = CommandWords &
  (
    | { scope: 'anywhere'; run: (ask: CommandAsk) => Promise<Answer> }
    | {
        scope: 'project';
        /** If several are visible: those that the words mean without "in …"; undefined if they don't say. */
        projectsMeant?: (
          words: string,
          visible: readonly Project[],
          ask: Ask,
        ) => Promise<readonly Project[] | undefined>;
        /** If several are visible and none is meant: an answer that needs none, or is about all. */
        runWithout?: (words: string, visible: readonly Project[], ask: Ask) => Promise<Answer>;
        run: (ask: ProjectAsk) => Promise<Answer>;
      }
  );

/** `heading`: in the help; `slash`: its own slash command; `also`: unlisted commands that are reached from its answer, and can be typed. */
export type CommandRoute = {
  command: Command;
  heading?: string;
  slash?: string;
  permission: Permission;
  also?: readonly CommandRoute[];
};

/** A modal's fields by action_id (`lists`: multi-select ones), and the `metadata` it was opened with. */
export type Form = {
  values: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, readonly string[]>>;
  metadata: string;
};

export type ActionAsk = Ask & {
  value: string;
  ts: string;
  isPrivate: boolean;
  answerAt?: string | undefined;
  form?: Form;
};
export type Action = { id: string; run: (ask: ActionAsk) => Promise<Answer> };

export function action(id: string, run: Action['run']): Action {
  return { id, run };
}

/** A shortcut as in the manifest (name: 24 characters). https://docs.slack.dev/interactivity/implementing-shortcuts */
export type ShortcutAsk = Ask & { message: ClickedMessage | undefined };
export type Shortcut = {
  id: string;
  type: 'global' | 'message';
  name: string;
  description: string;
  run: (ask: ShortcutAsk) => Promise<Answer>;
};

/** All of it is outside text. */
export type ClickedMessage = { ts: string; text?: string; blocks?: unknown; attachments?: unknown };

/** An event about a channel, and perhaps a person; `tab` is the app's tab that they look at. */
export type EventAsk = Within & {
  channel: string;
  person: string | undefined;
  tab?: string | undefined;
  event: unknown;
};
export type EventHandler = (ask: EventAsk) => Promise<void>;

export type ViewAsk = Omit<Ask, 'channel'> & Form;

/**
 * The result of a submission: `errors` by block_id keep the modal open, as does `again`, the form with its faults drawn;
 * otherwise it closes. A form that may already show a fault needs `again`: Slack would add its errors to what is drawn.
 */
export type Submitted =
  | { errors: Record<string, string> }
  | { again: PageForm }
  | {
      channel: string;
      /** Shown instead of closing, until `after` has answered. */
      working?: PageForm | Page;
      /** The response_url of the click that opened the modal, so that `after` can replace a private message. */
      answerAt?: string | undefined;
      /** Opened on a page in a modal, which stays and becomes what `after` answers. */
      isOnPage?: boolean;
      /** Runs once Slack has its acknowledgement. */
      after: (ask: Ask) => Promise<Answer>;
    };
export type View = { id: string; submit: (ask: ViewAsk) => Promise<Submitted> };

export function view(id: string, submit: View['submit']): View {
  return { id, submit };
}
