/** The faults in the API and in Slack that a visitor of the local Slack can switch on and off. */
import type { FaultKind } from './api/faults.ts';
import type { PageControls } from './workspace/page/controls.ts';
import type { LocalWorkspace } from './workspace/workspace.ts';

type Troubles = NonNullable<PageControls['troubles']>;

/** `setApiFault` makes every operation of the API fail; "none" stops that. */
export function createTroubles(deps: {
  workspace: LocalWorkspace;
  setApiFault(kind: FaultKind | 'none'): Promise<void>;
}): Troubles {
  const { workspace, setApiFault } = deps;
  const { userId } = workspace.bot;
  // The API fails in one way at a time: a new fault replaces the last one.
  let apiFault: FaultKind | 'none' = 'none';

  const apiTrouble = (kind: FaultKind, label: string, hint: string): Troubles[number] => ({
    ...{ id: `api.${kind}`, label, hint },
    isOn: () => apiFault === kind,
    turn: async (on) => {
      apiFault = on ? kind : 'none';
      await setApiFault(apiFault);
    },
  });
  const slackTrouble = (fault: 'rate_limited' | 'slow', label: string, hint: string): Troubles[number] => ({
    ...{ id: `slack.${fault}`, label, hint },
    isOn: () => workspace.hasFault(fault),
    turn: async (on) => workspace.fault(fault, on),
  });

  return [
    apiTrouble(
      'unavailable',
      'API down',
      'The API answers 500. Then ask something, or press Next day twice: a failed morning is reported after four hours.',
    ),
    apiTrouble('unauthorised', 'Key revoked', 'The API refuses the key. Then press Next day.'),
    apiTrouble('slow', 'API slow', 'Each answer takes two seconds.'),
    {
      id: 'slack.removed',
      label: 'App removed from this channel',
      hint: 'Like /remove @sightline. Then press Next day.',
      isOn: (id) => {
        const channel = workspace.channels.find((one) => one.id === id);
        return channel !== undefined && !channel.members.has(userId);
      },
      turn: async (on, { person, channel }) => {
        const outcome = on
          ? await workspace.remove(channel, userId)
          : await workspace.invite(channel, userId, person);
        if (!outcome.ok) throw new Error(outcome.sentence);
      },
    },
    slackTrouble('rate_limited', 'Slack says 429', 'Slack refuses every post. Press Next day, then fix it.'),
    slackTrouble('slow', 'Slack slow', 'Each answer from Slack takes two seconds.'),
  ];
}
