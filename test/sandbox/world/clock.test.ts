import { describe, expect, it } from 'vitest';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';

const START = Date.UTC(2026, 2, 12, 9);

function startClock() {
  const machine = { now: 5_000 };
  return { machine, clock: createSandboxClock({ start: START, realNow: () => machine.now }) };
}

describe('the sandbox clock', () => {
  it('starts at its own time, whatever the machine’s', () => {
    expect(startClock().clock.now()).toBe(START);
  });

  it('runs at the machine’s pace', () => {
    const { machine, clock } = startClock();
    machine.now += 1_234;
    expect(clock.now()).toBe(START + 1_234);
  });

  it('jumps by days and minutes, then runs on', () => {
    const { machine, clock } = startClock();
    expect(clock.advance({ days: 1, minutes: 30 })).toBe(START + 86_400_000 + 1_800_000);
    machine.now += 10;
    expect(clock.now()).toBe(START + 86_400_000 + 1_800_000 + 10);
  });

  it.each([{ days: -1 }, { minutes: -0.5 }, { days: Number.NaN }])('refuses to go back: %o', (step) => {
    const { clock } = startClock();
    expect(() => clock.advance(step)).toThrow(RangeError);
    expect(clock.now()).toBe(START);
  });
});
