/** A workspace without a bot: it keeps what it's given and answers as the test says. */
import type { ModalView } from '@slack/types';
import type {
  Change,
  Channel,
  OpenView,
  Outcome,
  Person,
  PostedMessage,
  StateValues,
  Workspace,
} from '../../../../src/sandbox/workspace/model.ts';
import type { MessageBlock } from '../../../../src/slack/blocks.ts';

/** Fri 20 Nov 2026, 09:12 in Berlin. */
export const NOW = Date.UTC(2026, 10, 20, 8, 12);
export const BOT = 'U0BOT';

export type Act = Parameters<Workspace['act']>[0];

type StoredFile = NonNullable<ReturnType<Workspace['file']>>;

type FakeWorkspace = Workspace & {
  /** Uploads, by id. */
  readonly files: Map<string, StoredFile>;
  post(message: Partial<PostedMessage> & { channel: string; at: number }): PostedMessage;
  edit(ts: string, change: Partial<PostedMessage>): void;
  remove(ts: string): void;
  open(person: string, view: ModalView, errors?: Record<string, string>, id?: string): void;
  publish(person: string, blocks: MessageBlock[]): void;
  /** What the page sent, in order. */
  readonly acts: Act[];
  readonly shortcutsRun: Parameters<Workspace['shortcut']>[0][];
  readonly said: { person: string; channel: string; text: string; threadTs: string | undefined }[];
  readonly submitted: { person: string; viewId: string; values: StateValues }[];
  /** How the bot answers. */
  answer: {
    act(act: Act): Promise<Outcome>;
    say(text: string, person: string, channel: string): Promise<Outcome>;
  };
};

const PEOPLE: Person[] = [
  { id: 'UANA', name: 'ana', realName: 'Ana', role: 'admin', teamId: 'T0DEMO' },
  { id: 'UBEN', name: 'ben', realName: 'Ben', role: 'member', teamId: 'T0DEMO' },
  { id: 'UGIL', name: 'gil', realName: 'Gil', role: 'guest', teamId: 'T0DEMO' },
  { id: 'UODA', name: 'oda', realName: 'Oda', role: 'outsider', teamId: 'T0ELSE' },
];

function channel(id: string, name: string, topic: string, members: string[], isPrivate = false): Channel {
  return { id, name, topic, private: isPrivate, archived: false, members: new Set([BOT, ...members]) };
}

export function createFakeWorkspace(): FakeWorkspace {
  const everyone = PEOPLE.map(({ id }) => id);
  const channels = [
    channel('C0LEADS', 'acme-leads', 'Threads worth a reply, every weekday at 9:00', everyone),
    channel('C0SCORES', 'acme-visibility', 'Scores of the AI engines', ['UANA', 'UBEN', 'UGIL']),
    channel('C0OPS', 'growth-ops', 'How we run this', ['UANA', 'UBEN'], true),
    channel('C0QUIET', 'random', '', ['UANA', 'UBEN']),
    { ...channel('D0ANA', 'sightline', '', ['UANA'], true), directWith: 'UANA' },
  ];
  const messages: PostedMessage[] = [];
  const files = new Map<string, StoredFile>();
  const views = new Map<string, OpenView>();
  const homes = new Map<string, MessageBlock[]>();
  const listeners = new Set<(change: Change) => void>();
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  let count = 0;

  const fake: FakeWorkspace = {
    team: { id: 'T0DEMO', name: 'Acme Growth', domain: 'acme-growth.example' },
    bot: { userId: BOT, botId: 'B0BOT', appId: 'A0BOT', name: 'Sightline' },
    people: PEOPLE,
    channels,
    commands: [
      {
        command: '/visibility',
        usageHint: '[leads | scores | subscriptions | help]',
        description: 'Everything Sightline can do',
      },
      { command: '/visibility-leads', usageHint: '[project]', description: 'The best open leads now' },
      {
        command: '/visibility-topic',
        usageHint: 'topic',
        description: 'How a topic is answered by the engines',
      },
      { command: '/visibility-track', usageHint: 'prompt', description: 'Track a new prompt' },
    ],
    shortcuts: [
      {
        name: 'Track a prompt',
        type: 'global',
        callbackId: 'prompt.track',
        description: 'Ask the engines from now on',
      },
      {
        name: 'Why is this here?',
        type: 'message',
        callbackId: 'lead.why',
        description: 'What made it a lead',
      },
    ],
    directReadOnly: false,
    now: () => NOW,
    file: (id) => files.get(id),
    files,
    messages: (id, person, threadTs) =>
      messages
        .filter(({ channel: where }) => where === id)
        .filter(({ onlyFor }) => onlyFor === undefined || onlyFor === person)
        .filter((message) => message.threadTs === threadTs),
    openView: (person) => views.get(person),
    home: (person) => homes.get(person),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    post: ({ at, ...message }) => {
      count += 1;
      const ts = `${Math.floor(at / 1000)}.${String(count).padStart(6, '0')}`;
      const posted = { ts, author: BOT, text: '', blocks: [], ...message };
      messages.push(posted);
      messages.sort((a, b) => Number(a.ts) - Number(b.ts));
      tell({ kind: 'message', message: posted, event: 'posted' });
      return posted;
    },
    edit: (ts, change) => {
      const at = messages.findIndex((each) => each.ts === ts);
      const before = messages[at];
      if (!before) return;
      count += 1;
      const message = { ...before, edited: String(count), ...change };
      messages.splice(at, 1, message);
      tell({ kind: 'message', message, event: 'edited' });
    },
    remove: (ts) => {
      const [message] = messages.splice(
        messages.findIndex((each) => each.ts === ts),
        1,
      );
      if (message) tell({ kind: 'message', message, event: 'deleted' });
    },
    open: (person, view, errors = {}, id = 'V1') => {
      views.set(person, { id, person, view, hash: 'h', errors });
      tell({ kind: 'view', person, view: views.get(person) });
    },
    publish: (person, blocks) => {
      homes.set(person, blocks);
      tell({ kind: 'home', person });
    },
    acts: [],
    shortcutsRun: [],
    shortcut: async (run) => {
      fake.shortcutsRun.push(run);
      return { ok: true };
    },
    said: [],
    submitted: [],
    answer: { act: async () => ({ ok: true }), say: async () => ({ ok: true }) },

    say: async (person, where, text, threadTs) => {
      fake.said.push({ person, channel: where, text, threadTs });
      if (text.startsWith('/')) return fake.answer.say(text, person, where);
      fake.post({ channel: where, author: person, text, at: NOW, ...(threadTs && { threadTs }) });
      return { ok: true };
    },
    act: async (act) => {
      fake.acts.push(act);
      return fake.answer.act(act);
    },
    submitView: async (person, viewId, values) => {
      if (views.get(person)?.id !== viewId) return { ok: false, sentence: 'This dialog is no longer open.' };
      fake.submitted.push({ person, viewId, values });
      views.delete(person);
      tell({ kind: 'view', person, view: undefined });
      return { ok: true };
    },
    closeView: async (person) => {
      views.delete(person);
      tell({ kind: 'view', person, view: undefined });
      return { ok: true };
    },
  };
  return fake;
}
