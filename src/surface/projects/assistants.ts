/** /visibility mcp: a form where people make, see and revoke the tokens of their assistants. */
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Form } from '../../messages/page.ts';
import { assistantsForm, TOKEN_LABEL, tokenPage } from '../../messages/projects/connect.ts';
import { working } from '../../messages/refusal.ts';
import {
  findLiveMcpToken,
  MOST_TOKENS,
  makeMcpToken,
  readLiveMcpTokens,
  revokeMcpToken,
} from '../../store/sealed.ts';
import { type Ask, action, type Command, view } from '../ask.ts';
import { auditWrite, changeOnce } from '../audit-write.ts';
import { checkPermission } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';

export const mcp: Command = {
  name: 'mcp',
  usage: 'mcp',
  example: 'mcp',
  summary: 'Connect Claude, Cursor or another assistant: make, list and revoke your tokens, in a form',
  scope: 'anywhere',
  words: 'none',
  async run(ask) {
    return { modal: await buildForm(ask) };
  },
};

/** With everyone's tokens for people who may configure. */
async function buildForm(ask: Ask): Promise<Form> {
  const { db, team, person } = ask;
  const { allowed: mayRevokeAll } = await checkPermission('configure', ask);
  const tokens = await readLiveMcpTokens(db, team, mayRevokeAll ? undefined : person);
  const { own = [], others = [] } = Object.groupBy(tokens, (token) =>
    token.person === person ? 'own' : 'others',
  );
  return assistantsForm({ own, others, most: MOST_TOKENS });
}

export const tokenView = view(VIEWS.tokenMake, async ({ values }) => {
  const label = (values[TOKEN_LABEL] ?? '').trim();
  if (!label) return { errors: { [TOKEN_LABEL]: 'Give it a name, so that you recognise it later.' } };
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
      return { modal: tokenPage(label, token, ask.mcpAddress?.()) };
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
