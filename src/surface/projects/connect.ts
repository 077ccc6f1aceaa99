/** /visibility connect, which tries the key live; disconnect, which asks first; and mcp, a person’s tokens. */
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { andList } from '../../messages/figures.ts';
import type { Form } from '../../messages/page.ts';
import * as pages from '../../messages/projects/connect.ts';
import { working } from '../../messages/refusal.ts';
import { feedsOfProject, findVisibleProjects } from '../../projects/projects.ts';
import {
  findLiveMcpToken,
  MOST_TOKENS,
  makeMcpToken,
  readLiveMcpTokens,
  revokeMcpToken,
} from '../../store/sealed.ts';
import { KeylessError, NotFoundError, UnauthorisedError, VisibilityError } from '../../visibility/errors.ts';
import { isGuid } from '../../visibility/values.ts';
import { type Ask, action, type Command, view } from '../ask.ts';
import { auditWrite, changeOnce, endOnce } from '../audit-write.ts';
import { takeProject } from '../command-line.ts';
import { placeFault } from '../feeds/feed-form.ts';
import { checkPermission, findInTime, requirePermission, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { carryQuestion } from '../run-command.ts';

export const connect: Command = {
  name: 'connect',
  example: 'connect',
  summary: 'Connect a project with its API key, in a form',
  scope: 'anywhere',
  words: 'none',
  async run({ channel, workspace }) {
    const { noKeys } = workspace.setup;
    if (noKeys !== undefined) throw new Refused(`${noKeys}.`);
    return { modal: pages.connectForm({ channel }) };
  },
};

type Connection = { id: string; name: string; channel: string; apiKey: string };

type Faults = Readonly<Record<string, string>>;

export const connectView = view(VIEWS.connect, async (submitted) => {
  const { values } = submitted;
  const { id = '', name = '', apiKey = '', channel = '' } = values;
  const given = { id: id.trim().toLowerCase(), name: name.trim(), apiKey: apiKey.trim(), channel };
  const again = (faults: Faults) => pages.connectForm(given, faults);
  if (!isGuid(given.id)) return { again: again({ id: 'That isn’t a project ID. It has to be a UUID.' }) };
  const trying = requirePermission('configure', submitted).then(() =>
    tryConnection(given, { ...submitted, channel: '' }),
  );
  const early = (await findInTime(trying)) ?? {};
  if (Object.keys(early).length > 0) return { again: again(early) };
  return {
    // Nobody has to be in the channel of the command. The chosen channel is checked below, at its field.
    channel: '',
    working: working('Trying the key'),
    async after(ask) {
      const faults = await trying;
      if (Object.keys(faults).length > 0) return { modal: again(faults) };
      const write = { action: 'project.connect', projectId: given.id, subject: given.name };
      const who = { by: ask.person, at: ask.now() };
      const connected = await auditWrite(ask, write, async () => {
        const result = await ask.workspace.setup.connect(ask.team, given, who);
        const outcome = result.kind === 'key_replaced' ? 'with another key' : 'connected';
        return { result, outcome: result.kind === 'refused' ? undefined : outcome };
      });
      if (connected.kind === 'refused') {
        const byField = connected.faults.map(({ field, sentence }) => [field, `${sentence}.`]);
        return { modal: again(Object.fromEntries(byField)) };
      }
      const { project } = connected;
      const isShown = findVisibleProjects(ask.workspace.projects(), given.channel).some(
        ({ id }) => id === project.id,
      );
      const preview = carryQuestion('preview', 'leads', project.id, ask.now());
      const keyOnly = connected.kind === 'key_replaced';
      const connectedHere = isShown ? { channel: given.channel, preview } : undefined;
      const page = pages.connectedPage(project, connectedHere, keyOnly);
      return { modal: page, about: given.channel };
    },
  };
});

async function tryConnection({ id, apiKey, channel }: Connection, ask: Ask): Promise<Faults> {
  const misplaced = await placeFault(channel, ask);
  if (misplaced !== undefined) return { channel: misplaced };
  try {
    const api = ask.openApi(apiKey);
    await api.prompts(id).catch(async (error: unknown) => {
      // The API may lack just this operation; any other answer proves key and project just as well.
      const others = [api.communityLeads(id), api.dailyScores(id)];
      await Promise.any<unknown>(others).catch(() => {
        throw error;
      });
    });
    return {};
  } catch (error) {
    if (error instanceof KeylessError)
      return { apiKey: 'That isn’t a key. A key is one word without spaces.' };
    if (error instanceof UnauthorisedError) return { apiKey: 'The API refuses this key.' };
    if (error instanceof NotFoundError)
      return { id: 'The API doesn’t know this project, or this key may not see it.' };
    if (error instanceof VisibilityError)
      return { apiKey: 'The API didn’t answer, so we couldn’t try the key. Try again in a moment.' };
    throw error;
  }
}

export const disconnect: Command = {
  name: 'disconnect',
  usage: 'disconnect <project>',
  example: 'disconnect Acme',
  summary:
    'Remove a project connected in Slack, with its feeds and key; for one in projects.yml, remove the key given in Slack; asks first',
  scope: 'anywhere',
  words: 'free',
  async run(ask) {
    const { words, channel, workspace } = ask;
    const visible = findVisibleProjects(workspace.projects(), channel);
    // This can't be undone, so the project has to be named even if there's only one.
    const command = { name: 'disconnect', words: 'fixed' } as const;
    const { project } = takeProject(words && `in ${words}`, { visible, channel }, command);
    const meant = words ? [project] : visible;
    const given = await Promise.all(meant.map((one) => workspace.setup.readGivenKey(ask.team, one)));
    const fromSlack = meant.filter(({ connected }, i) => connected || given[i]);
    if (fromSlack.length === 0)
      throw new Refused(
        `Nothing to disconnect here: ${andList(meant.map(({ name }) => name))} ${meant.length === 1 ? 'is' : 'are'} set up in projects.yml. Whoever runs Sightline can change that file.`,
      );
    if (!words)
      throw new Refused('Say which project to disconnect.', {
        tries: fromSlack.map(({ name }) => `disconnect ${name}`),
      });
    const [key] = given;
    return {
      message:
        key && !project.connected
          ? pages.forgetKeyQuestion(project, key)
          : pages.disconnectQuestion(project, feedsOfProject(workspace.projects(), project.id)),
    };
  },
};

const EXAMPLE = '/visibility feeds';

/** Disconnect: removes the project with its feeds and key. Slack has already asked for confirmation. */
export const projectDisconnect = action(ACTIONS.projectDisconnect, async (ask) => {
  const project = requireVisible(requireCarried('project', ask.value).project, ask);
  // Audited without a project: a removed one is shown in no channel, so nobody could see the row.
  const write = { action: 'project.disconnect', projectId: '', subject: project.name };
  const gone = await endOnce(ask, write, EXAMPLE, (setup, team) => setup.disconnect(team, project.id));
  return gone ? { message: pages.disconnectedPage(project), delivered: 'replacing' } : undefined;
});

/** Delete the key: removes the key given in Slack for a project in projects.yml. Slack has already asked. */
export const projectForgetKey = action(ACTIONS.projectForgetKey, async (ask) => {
  const project = requireVisible(requireCarried('project', ask.value).project, ask);
  const given = await ask.workspace.setup.readGivenKey(ask.team, project);
  const write = { action: 'project.forget_key', projectId: project.id, subject: project.name };
  const gone = await endOnce(ask, write, EXAMPLE, (setup, team) => setup.forgetKey(team, project.id));
  const { isUsed = false } = given ?? {};
  return gone ? { message: pages.keyForgottenPage(project, { isUsed }), delivered: 'replacing' } : undefined;
});

export const mcp: Command = {
  name: 'mcp',
  example: 'mcp',
  summary: 'Connect Claude, Cursor or another assistant: make, list and revoke your tokens, in a form',
  scope: 'anywhere',
  words: 'none',
  async run(ask) {
    return { modal: await buildForm(ask) };
  },
};

async function buildForm(ask: Ask): Promise<Form> {
  const { db, team, person } = ask;
  const { allowed: mayRevokeAll } = await checkPermission('configure', ask);
  const tokens = await readLiveMcpTokens(db, team, mayRevokeAll ? undefined : person);
  const { own = [], others = [] } = Object.groupBy(tokens, (token) =>
    token.person === person ? 'own' : 'others',
  );
  return pages.assistantsForm({ own, others, most: MOST_TOKENS });
}

export const tokenView = view(VIEWS.tokenMake, async ({ values }) => {
  const label = (values.label ?? '').trim();
  if (!label) return { errors: { label: 'Give it a name, so that you recognise it later.' } };
  return {
    // The token is only shown in the modal, so that no message ever holds it.
    channel: '',
    working: working('Making your token'),
    async after(ask) {
      const { db, team, person, now } = ask;
      const write = { action: 'token.make', projectId: '', subject: label };
      const token = await auditWrite(ask, write, async () => {
        const made = await makeMcpToken(db, team, { person, label, at: now() });
        if (made === undefined)
          throw new Refused(`You have ${MOST_TOKENS} tokens, which is the limit. Revoke one first.`, {
            tries: [mcp.name],
          });
        return { result: made, outcome: 'made' };
      });
      return { modal: pages.tokenPage(label, token, ask.mcpAddress?.()) };
    },
  };
});

/** People revoke their own tokens; those who may configure can revoke anyone's. */
export const tokenRevoke = action(ACTIONS.tokenRevoke, async (ask) => {
  const { db, team, person, now } = ask;
  const token = await findLiveMcpToken(db, team, requireCarried('token', ask.value).id);
  const isOwn = token?.person === person;
  if (token && !isOwn && !(await checkPermission('configure', ask)).allowed)
    throw new Refused('This token is somebody else’s. Only they or an admin can revoke it.');
  if (token) {
    const write = { action: 'token.revoke', projectId: '', subject: token.label };
    await changeOnce(ask, write, () => revokeMcpToken(db, team, token.id, now()), 'revoked');
  }
  return { modal: await buildForm(ask) };
});
