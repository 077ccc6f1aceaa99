/** Asks Slack, which posts nothing for it, whether it would take what Sightline says, surface by surface. */
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import { slackFailure } from '../../slack/failures.ts';
import { type Noted, ok, skipped, trouble } from './report.ts';
import { type Samples, samples } from './samples.ts';

const WHAT = 'blocks';

/** Where Slack shows something, and what becomes of it where Slack takes it not. */
type Surface = {
  name: string;
  asked: readonly (readonly [name: string, payload: Payload])[];
  level: 'fault' | 'loss';
  cost: string;
};

type Payload = NonNullable<Parameters<WebClient['blocks']['validate']>[0]>;

/**
 * A Slack that does not know `blocks.validate`, or does not answer, is a note. `patiently` waits where Slack asks for it.
 * https://docs.slack.dev/reference/methods/blocks.validate
 */
export async function lookAtBlocks(
  client: WebClient,
  patiently: <Answer>(call: () => Promise<Answer>) => Promise<Answer>,
  at: number,
): Promise<Noted[]> {
  const noted: Noted[] = [];
  for (const { name, asked, level, cost } of surfaces(samples(at))) {
    const refused: string[] = [];
    for (const [what, payload] of asked) {
      const verdict = await patiently(() => client.blocks.validate(payload)).then(() => undefined, refusalIn);
      if (verdict && 'unasked' in verdict) {
        return [
          ...noted,
          { look: skipped(WHAT, `Slack cannot be asked whether it takes them: ${verdict.unasked}`) },
        ];
      }
      if (verdict) refused.push(`${what} (${verdict.why})`);
    }
    noted.push(
      refused.length === 0
        ? { look: ok(WHAT, `Slack takes ${name}: ${asked.length} asked, nothing posted`) }
        : trouble(level, 'Slack', {
            what: WHAT,
            sentence: `Of ${name} Slack does not take ${refused.join(', ')}. ${cost}`,
            mend: 'Update Sightline; if that does not help, open an issue with this line.',
          }),
    );
  }
  return noted;
}

function surfaces({ messages, modals, home }: Samples): Surface[] {
  const all = Object.entries(messages);
  return [
    {
      name: 'messages',
      asked: all.map(([what, { blocks }]) => [what, { message: { blocks } }]),
      level: 'loss',
      cost: 'Those with a plain form go out in that; the others are not posted.',
    },
    {
      name: 'messages in their plain form',
      asked: all.flatMap(([what, { plainBlocks: blocks }]) =>
        blocks ? [[what, { message: { blocks } }]] : [],
      ),
      level: 'fault',
      cost: 'These have no other form.',
    },
    {
      name: 'forms',
      asked: Object.entries(modals).map(([what, view]) => [what, { view }]),
      level: 'fault',
      cost: 'They do not open.',
    },
    {
      name: 'the Home tab',
      asked: [['it', { view: home }]],
      level: 'fault',
      cost: 'It stays empty.',
    },
  ];
}

/** What Slack finds wrong, and where. */
const Refusal = z.object({
  errors: z.array(z.object({ pointer: z.string().optional(), message: z.string().optional() })).min(1),
});

/** `why` it would not be taken; `unasked`: why that cannot be said. */
function refusalIn(error: unknown): { why: string } | { unasked: string } {
  const { reason } = slackFailure(error);
  const told = error instanceof WebAPIPlatformError ? Refusal.safeParse(error.data).data : undefined;
  const [first] = told?.errors ?? [];
  if (first) return { why: `${first.message ?? reason} at ${first.pointer ?? 'a place it does not name'}` };
  return /^invalid_(blocks|view)/.test(reason) ? { why: reason } : { unasked: reason };
}
