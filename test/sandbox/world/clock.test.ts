import { describe, expect, it } from 'vitest';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';

const START = Date.UTC(2026, 2, 12, 9);

function clockOnDesk() {
  const desk = { now: 5_000 };
  return { desk, clock: createSandboxClock({ start: START, realNow: () => desk.now }) };
}

describe('the sandbox clock', () => {
  it('begins at its start, whatever the machine says', () => {
    expect(clockOnDesk().clock.now()).toBe(START);
  });

  it("flows at the machine's pace", () => {
    const { desk, clock } = clockOnDesk();
    desk.now += 1_234;
    expect(clock.now()).toBe(START + 1_234);
  });

  it('jumps by days and minutes and goes on flowing', () => {
    const { desk, clock } = clockOnDesk();
    expect(clock.advance({ days: 1, minutes: 30 })).toBe(START + 86_400_000 + 1_800_000);
    desk.now += 10;
    expect(clock.now()).toBe(START + 86_400_000 + 1_800_000 + 10);
  });

  it('tells its listeners the new time until they leave', () => {
    const { clock } = clockOnDesk();
    const heard: number[] = [];
    const leave = clock.onAdvance((now) => heard.push(now));
    const first = clock.advance({ minutes: 1 });
    leave();
    clock.advance({ minutes: 1 });
    expect(heard).toEqual([first]);
  });

  it.each([{ days: -1 }, { minutes: -0.5 }, { days: Number.NaN }])('refuses to go back: %o', (step) => {
    const { clock } = clockOnDesk();
    expect(() => clock.advance(step)).toThrow(RangeError);
    expect(clock.now()).toBe(START);
  });
});
