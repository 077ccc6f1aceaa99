/** What buttons, menus and forms carry through Slack comes back unchanged; anything else is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CARRIED, type CarriedKind, carry, carryIfFits, readCarried } from '../src/carried.ts';
import { LIMITS } from '../src/slack/blocks.ts';
import { Refused, requireCarried } from '../src/surface/refused.ts';
import { runs } from './support/runs.ts';

const KINDS = Object.keys(CARRIED) as CarriedKind[];

/** Each of thirty kinds. */
const OFTEN = { numRuns: runs(20) };

/** Any value of a shape, for the few schema types in use. */
function valuesOf(shape: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (shape instanceof z.ZodOptional) return fc.option(valuesOf(shape.unwrap()), { nil: undefined });
  if (shape instanceof z.ZodObject) {
    const fields = Object.entries(shape.shape).map(([name, field]) => [name, valuesOf(field)]);
    return fc.record(Object.fromEntries(fields));
  }
  if (shape instanceof z.ZodArray) return fc.array(valuesOf(shape.element), { maxLength: 5 });
  if (shape instanceof z.ZodRecord)
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ maxLength: 9 }));
  if (shape instanceof z.ZodUnion) return fc.oneof(...shape.options.map(valuesOf));
  if (shape instanceof z.ZodEnum) return fc.constantFrom(...shape.options);
  if (shape instanceof z.ZodLiteral) return fc.constant(shape.value);
  if (shape instanceof z.ZodURL) return fc.webUrl({ validSchemes: ['https'] });
  if (shape instanceof z.ZodGUID) return fc.uuid();
  if (shape instanceof z.ZodNumber) return fc.integer({ min: 1, max: 9_999_999 });
  if (shape instanceof z.ZodString) return fc.string({ maxLength: 20 });
  return expect.fail(`Can’t make up a value for ${shape._zod.def.type}`);
}

describe.each(KINDS)('%s', (kind) => {
  const value = valuesOf(CARRIED[kind].shape);

  test('comes back unchanged if it fits', () => {
    fc.assert(
      fc.property(value, (given) => {
        const whole = CARRIED[kind].shape.parse(given);
        const text = carryIfFits(kind, whole);
        fc.pre(text !== undefined);
        expect(requireCarried(kind, text)).toEqual(JSON.parse(JSON.stringify(whole)));
      }),
      OFTEN,
    );
  });

  test('is never longer than Slack returns', () => {
    const OPTION = 150;
    expect([OPTION, LIMITS.buttonValue, LIMITS.privateMetadata]).toContain(CARRIED[kind].most);
  });

  test('is refused in one sentence if it can’t be parsed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        if (CARRIED[kind].shape.safeParse(parsed(text)).success) return;
        expect(readCarried(kind, text)).toBeUndefined();
        expect(() => requireCarried(kind, text)).toThrow(Refused);
        expect(() => requireCarried(kind, text)).toThrow(
          'This is too old to work. Nothing changed. Ask for it again.',
        );
      }),
      OFTEN,
    );
  });
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

test('has no character that Slack would escape', () => {
  const line = { text: 'leads R&D <b> "x"', project: 'p' };
  expect(carry('line', line)).not.toMatch(/[&<>]/);
  expect(readCarried('line', carry('line', line))).toEqual(line);
});

test('a value that is too long is refused, not cut', () => {
  const words = 'x'.repeat(LIMITS.buttonValue);
  const long = { project: 'p', prompt: words };
  expect(carryIfFits('suggested_prompt', long)).toBeUndefined();
  expect(() => carry('suggested_prompt', long)).toThrow('too long');
});

test('the longest choice in a lead’s menu fits in an option', () => {
  const page = { from: 9_999, ts: '1763630000.123456' };
  const choice = { handle: 'L999999', projectId: crypto.randomUUID(), page, verb: 'release' } as const;
  expect(carry('lead_choice', choice).length).toBeLessThanOrEqual(CARRIED.lead_choice.most);
});
