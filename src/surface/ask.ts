/** What a command, a button or a form is given, and what it answers: the shapes of the route table. */
import type { Figure } from '../ask/plan.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import type { Log } from '../log.ts';
import type { Page, Form as PageForm } from '../messages/page.ts';
import type { McpAddress } from '../messages/projects/assistants.ts';
import type { Project } from '../projects/projects.ts';
import type { Send } from '../slack/files.ts';
import type { Db } from '../store/schema.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { Line } from '../visibility/profile.ts';
import type { ProjectNames } from './ask/names-of-project.ts';
import type { RecentScores } from './scores/recent-scores.ts';
import type { Workspace } from './workspace.ts';

/** What is the same whoever asks, and wherever. */
export type Bot = {
  db: Db;
  /** Whether `db` is one that is made for this question alone: what people did and what was posted stands in another. */
  isStoreEmpty?: boolean;
  log: Log;
  /** Epoch ms, by the bot's clock. */
  now: () => number;
  api: VisibilityOf;
  /** The API with a key that is to be tried, before it is kept. */
  openApi: (apiKey: string) => VisibilityClient;
  /** What the API's refusals taught those who ask with a project's key. */
  refusedLines: (project: Project) => readonly Line[];
  /** What the Home tab shows of scores. */
  recentScores: RecentScores;
  /** What a question about a project can name. */
  projectNames: ProjectNames;
  /** By how much this machine's clock is ahead of Slack's, ms; undefined while that is not known. */
  clockAheadMs: () => number | undefined;
  /** Sends bytes to an address that Slack gave: a picture, or an answer to an earlier click. */
  send: Send;
  /** Where assistants reach the bot over MCP, where it knows its own address. */
  mcpAddress?: () => McpAddress | undefined;
  /** A post needs an edit or was queued: the pump looks at once. */
  wakePump: () => void;
};

/** A workspace as a handler works in it. */
export type Within = Bot & {
  workspace: Workspace;
  /** The workspace's id, which every function of the store takes. */
  team: string;
};

/** One request of a person. `id` is the click's own: the same one never writes twice. */
export type Ask = Within & {
  id: string;
  person: string;
  /** Empty where Slack names none: on the Home tab, and in a shortcut from anywhere. */
  channel: string;
  /** Opens a modal within 3 s. */
  triggerId: string;
  /** Of a message, or a click on one, that stands in a thread, or begins one: the ts of the message that it begins with. */
  thread?: string | undefined;
};

/** Who it is, in which workspace: enough to know what they may see and do. */
export type Reader = Pick<Ask, 'person' | 'workspace'>;

/** Who looks at the Home tab. */
export type Visitor = Within & Reader;

/**
 * What a handler answers: a private message, a modal, or nothing (the edited post is the answer).
 * `pages`: of how many pages the message is one; `share`: others in the channel may be shown it; `again`: it says why
 * there is no answer, and the same can be tried again; `sortable`: it is a list that can be shown as a table, or that table.
 * `isEmpty`: there is nothing of what was asked for.
 * `delivered`: instead of the private message, the clicked one is replaced, or everybody in the channel sees it.
 * `plan`: how a question was read, in short, so that its other pages are of the same; `figures`: what it says, for programs.
 * `within`: what the delivery is part of; it delivers, once, and what it throws becomes the answer.
 * `original`: what the private message that was clicked becomes, beside the answer.
 * `about`: the channel for which the buttons of a page in a modal act, where that is not the asker's.
 * `filled`: what needs the API; the modal opens before that, for Slack opens none after 3 s, and is filled then.
 * `behind`: what follows once it is open; a page replaces the private message that was clicked.
 */
export type Answer =
  | {
      message: Page;
      pages?: number;
      share?: boolean;
      again?: boolean;
      sortable?: boolean;
      figures?: Figure[];
      isEmpty?: boolean;
      plan?: Readonly<Record<string, unknown>>;
      delivered?: 'replacing' | 'to_channel';
      within?: (deliver: () => Promise<unknown>) => Promise<unknown>;
      original?: Page;
    }
  | {
      modal: PageForm | Page;
      filled?: () => Promise<PageForm | Page>;
      about?: string;
      behind?: () => Promise<Page | undefined>;
    }
  | undefined;

/**
 * Who may: everyone who can read in the channel; every full member of the workspace; or whom projects.yml permits it.
 * Whatever others see or whatever is changed takes more than "everyone".
 */
export type Permission = 'everyone' | 'members' | 'leads' | 'prompts' | 'configure';

type CommandWords = {
  name: string;
  /** Other names that it answers to, listed nowhere. */
  aka?: readonly string[];
  /** As help shows it: `topic <name>`. */
  usage: string;
  /** A real line that works in the demo. */
  example: string;
  summary: string;
  /** Which words may follow: none, some of a few that it knows, any, or a whole sentence. Others are a mistake that is pointed out. */
  words: 'none' | 'fixed' | 'free' | 'sentence';
  /** Whether words that somebody types behind it can be meant for it, and are no question; any can, unless it says so. */
  takes?: (rest: string) => boolean;
  /** Keys of its "key:value" options. */
  options?: readonly string[];
};

/**
 * `words` is what stands after the subcommand, without "in <project>" and without the `options` that it knows.
 * `page` counts from 0; `view`: how a list that can be sorted is to be shown.
 */
export type CommandAsk = Ask & {
  /** The command with all that stood behind it. */
  line: string;
  words: string;
  /** Ids of the channels named in the line, by the name that stands in the words ("#acme-leads"). */
  channels: Readonly<Record<string, string>>;
  options: Readonly<Record<string, string>>;
  page: number;
  view?: 'table' | undefined;
  /** How a question was read, in short, where it is asked again. */
  plan?: Readonly<Record<string, unknown>> | undefined;
};
export type ProjectAsk = CommandAsk & { project: Project };

/** One subcommand of /visibility: it stands in its topic’s folder, with a line in the route table. */
export type Command = CommandWords &
  (
    | { scope: 'anywhere'; run: (ask: CommandAsk) => Promise<Answer> }
    | {
        /** Runs where a project is visible, for that project. */
        scope: 'project';
        /** Where several are visible: those that the words mean without "in …"; undefined where these say nothing of it. */
        projectsMeant?: (
          words: string,
          visible: readonly Project[],
          ask: Ask,
        ) => Promise<readonly Project[] | undefined>;
        /** Where several are visible and none is meant: what can be said without any; undefined where that is nothing. */
        runWithout?: (words: string, visible: readonly Project[], ask: Ask) => Promise<Answer>;
        run: (ask: ProjectAsk) => Promise<Answer>;
      }
  );

/**
 * What stands in a modal: `values` and, of fields with several choices, `lists` by action_id; `metadata` is what the
 * modal was given when it was opened.
 */
export type Form = {
  values: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, readonly string[]>>;
  metadata: string;
};

/**
 * One button: `value` is what the clicked element carries, `ts` the message it stands on; `isPrivate` says that only
 * the person who clicked sees that message; `answerAt` is the click's own address, where it has one; `form` is what stands
 * in the modal that was clicked.
 */
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

/**
 * One of the app's shortcuts, as the manifest declares it (name at most 24 characters). One of type "message" stands in
 * the menu of every message, and is given the one that it was run on, as Slack describes it.
 * https://docs.slack.dev/interactivity/implementing-shortcuts
 */
export type ShortcutAsk = Ask & { message: ClickedMessage | undefined };
export type Shortcut = {
  id: string;
  type: 'global' | 'message';
  name: string;
  description: string;
  run: (ask: ShortcutAsk) => Promise<Answer>;
};

/** Outside text altogether. */
export type ClickedMessage = { ts: string; text?: string; blocks?: unknown; attachments?: unknown };

/**
 * An event: the channel it is about, and the person it is about, where there is one; `tab` is the app's own that the
 * person looks at.
 */
export type EventAsk = Within & {
  channel: string;
  person: string | undefined;
  tab?: string | undefined;
  /** As Slack tells it. */
  event: unknown;
};
export type EventHandler = (ask: EventAsk) => Promise<void>;

/** One modal, submitted. */
export type ViewAsk = Omit<Ask, 'channel'> & Form;

/**
 * What a submission comes to: `errors` by block_id keep the modal open; otherwise it closes, and `after` runs for the
 * channel that the modal belongs to, when Slack has its acknowledgement. Instead of closing it may show `working`,
 * and then what `after` answers, or refuses, takes that place. `answerAt` is the address of the click that opened the
 * modal: what `after` answers is said there, so that it can replace a private message.
 */
export type Submitted =
  | { errors: Record<string, string> }
  | {
      channel: string;
      working?: PageForm | Page;
      answerAt?: string | undefined;
      after: (ask: Ask) => Promise<Answer>;
    };
export type View = { id: string; submit: (ask: ViewAsk) => Promise<Submitted> };

export function view(id: string, submit: View['submit']): View {
  return { id, submit };
}
