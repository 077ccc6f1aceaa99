/** The Home tab of the local Slack as one person sees it on the page, with its buttons. */
import { type Carried, carry } from '../../src/carried.ts';
import { ACTIONS } from '../../src/messages/actions.ts';
import { type LocalSlack, Outcome, pageHeaders } from './local-slack.ts';
import { until } from './until.ts';

/** Where a button stands, by what a screen reader says of it. */
const BUTTON =
  /data-block="([^"]*)" data-action="([^"]*)"[^>]*>(?:<form[^>]*>|<input[^>]*>)*<button[^>]*aria-label="([^"]*)"/g;

export function homeTabOf({ url, home }: LocalSlack, person: string) {
  async function html(): Promise<string> {
    return (await fetch(`${url}/home?as=${person}`)).text();
  }

  async function act(fields: Record<string, string>): Promise<Outcome> {
    const answer = await fetch(`${url}/act?as=${person}`, {
      method: 'POST',
      headers: await pageHeaders(url),
      body: new URLSearchParams({ home: '1', ...fields }),
    });
    return Outcome.parse(await answer.json());
  }

  return {
    /** The tab as soon as it says so. */
    showing: (words: RegExp): Promise<string> =>
      until(`the Home tab to say ${words}`, async () => {
        const said = await home(person);
        return words.test(said) && said;
      }),

    /** Labels of all buttons, for those who listen. */
    async buttons(): Promise<string[]> {
      return [...(await html()).matchAll(BUTTON)].map(([, , , label = '']) => label);
    },

    /** As often as said, at the same time. */
    async press(label: string, times = 1): Promise<void> {
      const found = [...(await html()).matchAll(BUTTON)].find((button) => button[3] === label);
      if (!found) throw new Error(`The Home tab has no button ${label}.`);
      const [, block = '', action = ''] = found;
      await Promise.all(
        Array.from({ length: times }, () => act({ block: block.replaceAll('&quot;', '"'), action })),
      );
    },

    /** Chooses an entry of a feed's menu. */
    choose: (choice: Carried<'feed'>['choice'], feed: string): Promise<Outcome> =>
      act({ block: feed, action: ACTIONS.feedMenu, value: carry('feed', { feed, choice }) }),
  };
}
