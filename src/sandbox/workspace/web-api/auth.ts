/** auth.test: who the token belongs to. */
import { z } from 'zod';
import { type Method, method } from './method.ts';

export const authMethods: Readonly<Record<string, Method>> = {
  'auth.test': method(z.looseObject({}), (_, { team, bot, addresses }) => ({
    url: `${addresses.ownUrl ?? ''}/`,
    team: team.name,
    user: bot.name,
    team_id: team.id,
    user_id: bot.userId,
    bot_id: bot.botId,
    is_enterprise_install: false,
  })),
};
