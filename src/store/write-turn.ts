/**
 * Whose turn it is to write, between the two threads that share the embedded store: SQLite has one writer, and whoever found it
 * busy would stand still with its whole loop. Whoever gives the turn back hands it to the other one, if that waits.
 */

/** The thread that Slack talks to, and the one beside it. */
export type Side = 'main' | 'beside';

/** Resolves when nobody on the other side writes. A side that has the turn may take it again, and gives it as often. */
export type WriteTurn = { take(): Promise<void>; give(): void };

const NUMBER = { main: 1, beside: 2 } as const;

/** Who holds the turn (0: nobody), and behind it, by their numbers, whether each side waits. */
const HOLDER = 0;

/** What both threads are given. */
export function turnMemory(): SharedArrayBuffer {
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

/** What a thread that has ended held or waited for is free. */
export function freeTurnOf(memory: SharedArrayBuffer, side: Side): void {
  const shared = new Int32Array(memory);
  Atomics.store(shared, NUMBER[side], 0);
  if (Atomics.load(shared, HOLDER) === NUMBER[side]) pass(shared, 0);
}

function pass(shared: Int32Array<SharedArrayBuffer>, to: number): void {
  Atomics.store(shared, HOLDER, to);
  Atomics.notify(shared, HOLDER);
}
