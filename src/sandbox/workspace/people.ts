/** Who is in the local workspace unless the demo says otherwise: its team, the app, and four people to act as. */
import type { Person, Workspace } from './model.ts';

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
