/** The scope that each method needs. Without it, the call is refused. https://docs.slack.dev/reference/scopes */
import type { State } from '../state.ts';

const BY_METHOD: Readonly<Record<string, string>> = {
  'chat.postMessage': 'chat:write',
  'chat.postEphemeral': 'chat:write',
  'chat.update': 'chat:write',
  'chat.delete': 'chat:write',
  'conversations.open': 'im:write',
  'files.getUploadURLExternal': 'files:write',
  'files.completeUploadExternal': 'files:write',
  'files.info': 'files:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
};

/** The scope's first part depends on the kind of conversation. */
const BY_CONVERSATION: Readonly<Record<string, 'read' | 'history'>> = {
  'conversations.info': 'read',
  'conversations.members': 'read',
  'conversations.history': 'history',
  'conversations.replies': 'history',
};

const BY_TYPES: readonly string[] = ['conversations.list', 'users.conversations'];

const KINDS: Readonly<Record<string, string>> = {
  public_channel: 'channels',
  private_channel: 'groups',
  im: 'im',
  mpim: 'mpim',
};

/** The first scope that the call needs but the app wasn't granted. */
export function missingScope(
  name: string,
  args: Record<string, unknown>,
  state: State,
  granted: readonly string[],
): string | undefined {
  return neededScopes(name, args, state).find((scope) => !granted.includes(scope));
}

function neededScopes(name: string, args: Record<string, unknown>, { directory }: State): string[] {
  const scope = BY_METHOD[name];
  if (scope) return [scope];
  const access = BY_CONVERSATION[name];
  if (access) {
    const channel = directory.channel(String(args.channel));
    if (channel?.directWith !== undefined) return [`im:${access}`];
    return [`${channel?.private ? 'groups' : 'channels'}:${access}`];
  }
  if (!BY_TYPES.includes(name)) return [];
  const types = typeof args.types === 'string' ? args.types.split(',') : ['public_channel'];
  return types.flatMap((type) => {
    const kind = KINDS[type.trim()];
    return kind ? [`${kind}:read`] : [];
  });
}
