/** Asks Slack whether it would accept Sightline's messages, forms and Home tab, without posting any. */
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import { count } from '../../messages/figures.ts';
import { toSlackFailure } from '../../slack/failures.ts';
import { type LookResult, ok, skipped, trouble } from './report.ts';
import { makeSamples, type Samples } from './samples.ts';

const WHAT = 'blocks';

/** `cost`: what happens if Slack refuses one of these. */
type Surface = {
  name: string;
  samples: readonly (readonly [name: string, payload: Payload])[];
  level: 'fault' | 'loss';
  cost: string;
};

type Payload = NonNullable<Parameters<WebClient['blocks']['validate']>[0]>;

/**
 * Skipped if Slack doesn't know `blocks.validate` or doesn't answer. `callPatiently` waits if Slack asks for it.
 * https://docs.slack.dev/reference/methods/blocks.validate
 */
export async function lookAtBlocks(
  client: WebClient,
  callPatiently: <Answer>(call: () => Promise<Answer>) => Promise<Answer>,
  at: number,
): Promise<LookResult[]> {
  const results: LookResult[] = [];
  for (const { name, samples, level, cost } of surfaces(makeSamples(at))) {
    const refused: string[] = [];
    for (const [what, payload] of samples) {
      const verdict = await callPatiently(() => client.blocks.validate(payload)).then(
        () => undefined,
        readRefusal,
      );
      if (verdict && 'unknown' in verdict) {
        return [...results, { look: skipped(WHAT, `Slack can’t check them (${verdict.unknown})`) }];
      }
      if (verdict) refused.push(`${what} (${verdict.why})`);
    }
    results.push(
      refused.length === 0
        ? {
            look: ok(
              WHAT,
              `Slack accepts Sightline’s ${name} (${count(samples.length, 'sample')}, not posted)`,
            ),
          }
        : trouble(level, 'Slack', {
            what: WHAT,
            sentence: `Slack refuses ${refused.join(', ')}. ${cost}`,
            mend: 'Update Sightline. If that doesn’t help, open an issue with this line.',
          }),
    );
  }
  return results;
}

function surfaces({ messages, modals, home }: Samples): Surface[] {
  const all = Object.entries(messages);
  return [
    {
      name: 'messages',
      samples: all.map(([what, { blocks }]) => [what, { message: { blocks } }]),
      level: 'loss',
      cost: 'Messages with a plain form are posted in that; the others aren’t posted.',
    },
    {
      name: 'plain messages',
      samples: all.flatMap(([what, { plainBlocks: blocks }]) =>
        blocks ? [[`${what} in plain form`, { message: { blocks } }]] : [],
      ),
      level: 'fault',
      cost: 'They aren’t posted.',
    },
    {
      name: 'forms',
      samples: Object.entries(modals).map(([what, view]) => [what, { view }]),
      level: 'fault',
      cost: 'They don’t open.',
    },
    {
      name: 'Home tab',
      samples: [['the Home tab', { view: home }]],
      level: 'fault',
      cost: 'It stays empty.',
    },
  ];
}

const Refusal = z.object({
  errors: z.array(z.object({ pointer: z.string().optional(), message: z.string().optional() })).min(1),
});

/** `why` Slack refuses it, or why it is `unknown` whether it would. */
function readRefusal(error: unknown): { why: string } | { unknown: string } {
  const { reason } = toSlackFailure(error);
  const refusal = error instanceof WebAPIPlatformError ? Refusal.safeParse(error.data).data : undefined;
  const [first] = refusal?.errors ?? [];
  if (first) return { why: `${first.message ?? reason}${first.pointer ? ` at ${first.pointer}` : ''}` };
  return /^invalid_(blocks|view)/.test(reason) ? { why: reason } : { unknown: reason };
}
