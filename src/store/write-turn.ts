/** A lock between the two threads on the embedded store: SQLite has one writer. Given back, it goes to who waits. */

export type Side = 'main' | 'beside';

/** `take` resolves once the other side isn't writing. It is reentrant: each take needs a give. */
export type WriteTurn = { take(): Promise<void>; give(): void };

const NUMBER = { main: 1, beside: 2 } as const;

/** Index of the holder's number (0: nobody); behind it, at each side's number, whether that side waits. */
const HOLDER = 0;

/** The memory that both threads share. */
export function createTurnMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
}

export function createWriteTurn(memory: SharedArrayBuffer, side: Side): WriteTurn {
  const shared = new Int32Array(memory);
  const me = NUMBER[side];
  const other = me === NUMBER.main ? NUMBER.beside : NUMBER.main;
  let holding = 0;

  async function take(): Promise<void> {
    if (holding === 0) await comeUp();
    holding += 1;
  }

  async function comeUp(): Promise<void> {
    let holder = Atomics.compareExchange(shared, HOLDER, 0, me);
    while (holder !== 0 && holder !== me) {
      Atomics.store(shared, me, 1);
      await Atomics.waitAsync(shared, HOLDER, holder).value;
      holder = Atomics.compareExchange(shared, HOLDER, 0, me);
    }
    Atomics.store(shared, me, 0);
  }

  function give(): void {
    holding -= 1;
    if (holding > 0) return;
    pass(shared, Atomics.exchange(shared, other, 0) === 1 ? other : 0);
  }

  return { take, give };
}

/** Releases what an ended thread held or waited for. */
export function freeTurnOf(memory: SharedArrayBuffer, side: Side): void {
  const shared = new Int32Array(memory);
  Atomics.store(shared, NUMBER[side], 0);
  if (Atomics.load(shared, HOLDER) === NUMBER[side]) pass(shared, 0);
}

function pass(shared: Int32Array<SharedArrayBuffer>, to: number): void {
  Atomics.store(shared, HOLDER, to);
  Atomics.notify(shared, HOLDER);
}
