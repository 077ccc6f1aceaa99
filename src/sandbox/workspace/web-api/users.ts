/** auth.test, users.info and usergroups.users.list: whose the token is, who somebody is, and who belongs to a group. */
import { z } from 'zod';
import { knownPerson } from '../reach.ts';
import { Refused } from '../refused.ts';
import { botUserObject, userObject } from '../slack-objects.ts';
import { type Method, method } from './method.ts';

export const usersMethods: Readonly<Record<string, Method>> = {
  'users.info': method(z.looseObject({ user: z.string().min(1) }), ({ user }, state) => ({
    user: user === state.bot.userId ? botUserObject(state) : userObject(state, knownPerson(state, user)),
  })),

  'usergroups.users.list': method(z.looseObject({ usergroup: z.string().min(1) }), ({ usergroup }, state) => {
    const users = state.userGroups[usergroup];
    if (!users) throw new Refused('no_such_subteam');
    return { users };
  }),
};

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
