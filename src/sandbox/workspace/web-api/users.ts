/** auth.test, users.info and usergroups.users.list: who the token belongs to, who someone is, and who is in a group. */
import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import { toBotUserObject, toUserObject } from '../slack-objects.ts';
import { type Method, method } from './method.ts';
import { requirePerson } from './reach.ts';

export const usersMethods: Readonly<Record<string, Method>> = {
  'users.info': method(z.looseObject({ user: z.string().min(1) }), ({ user }, state) => ({
    user:
      user === state.bot.userId ? toBotUserObject(state) : toUserObject(state, requirePerson(state, user)),
  })),

  'usergroups.users.list': method(z.looseObject({ usergroup: z.string().min(1) }), ({ usergroup }, state) => {
    const users = state.userGroups[usergroup];
    if (!users) throw new Refusal('no_such_subteam');
    return { users };
  }),

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
