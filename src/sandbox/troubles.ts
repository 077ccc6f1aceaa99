/** What a visitor of the local Slack can break and mend: the API's own faults, and Slack's. */
import type { FaultKind } from './api/faults.ts';
import type { PageControls } from './workspace/page/controls.ts';
import type { LocalWorkspace } from './workspace/workspace.ts';

type Troubles = NonNullable<PageControls['troubles']>;

/** `setApiFault` makes every operation of the API fail like this until it is called with none. */
export function createTroubles(deps: {
  workspace: LocalWorkspace;
  setApiFault(kind: FaultKind | 'none'): Promise<void>;
}): Troubles {
  const { workspace, setApiFault } = deps;
  const { userId } = workspace.bot;
  // The API fails in one way at a time: another fault takes the place of the one before.
  const api: { fault: FaultKind | 'none' } = { fault: 'none' };

  const ofApi = (kind: FaultKind, label: string, hint: string): Troubles[number] => ({
    ...{ id: `api.${kind}`, label, hint },
    isOn: () => api.fault === kind,
    turn: async (on) => {
      api.fault = on ? kind : 'none';
      await setApiFault(api.fault);
    },
  });
  const ofSlack = (fault: 'rate_limited' | 'slow', label: string, hint: string): Troubles[number] => ({
    ...{ id: `slack.${fault}`, label, hint },
    isOn: () => workspace.hasFault(fault),
    turn: async (on) => workspace.fault(fault, on),
  });

  return [
    ofApi(
      'unavailable',
      'API down',
      'The API answers 500. Then ask something, or press Next day twice: what the morning misses is told after four hours.',
    ),
    ofApi('unauthorised', 'Key revoked', 'The API refuses the key. Then go to the next day.'),
    ofApi('slow', 'API slow', 'Each answer takes two seconds.'),
    {
      id: 'slack.removed',
      label: 'App removed from this channel',
      hint: 'As with /remove @sightline. Then go to the next day.',
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
    ofSlack('rate_limited', 'Slack says 429', 'Slack takes no post. Then go to the next day, and mend it.'),
    ofSlack('slow', 'Slack slow', 'Each answer of Slack takes two seconds.'),
  ];
}
