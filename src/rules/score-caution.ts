/** How much clearer than usual a change must be: while few days are known, and after other changes of the same series. */

/** Noise that was read off n days alone is itself uncertain: a jump must be farther away by this over n (nearly Student's t). */
const FEW_DAYS = 5;

/** Fewer days than these tell not even how uncertain they are. */
const FEWEST = 3;

/** A change counts for about so many days, as long as noise is remembered. */
const MEMORY = 90;

/** One change makes the next need a quarter more; each further one adds less, and all together never double it. */
const UNSEEN = 3;

/**
 * Chance that is only measured is never known in full: neither its tails nor how long it lasts. Each change found is a hint
 * that the series just moves more than it seemed. Where `isKnown`, answers are counted and tell what chance can do.
 */
export function createScoreCaution() {
  let jumps = 0;
  let shifts = 0;

  return {
    /** A day has passed. */
    age(): void {
      jumps *= 1 - 1 / MEMORY;
      shifts *= 1 - 1 / MEMORY;
    },

    /** A jump is over. */
    jumped(): void {
      jumps += 1;
    },

    shifted(): void {
      shifts += 1;
    },

    /** So many times as far a jump must be. `days`: those that noise was read off. */
    ofJump(days: number, isKnown: boolean): number {
      const few = 1 + FEW_DAYS / Math.max(FEWEST, days);
      return isKnown ? few : few * clearer(jumps + shifts);
    },

    /** So many times as far a shift must be. Single days that stray say nothing of the level. */
    ofShift(isKnown: boolean): number {
      return isKnown ? 1 : clearer(shifts);
    },
  };
}

function clearer(changes: number): number {
  return 1 + changes / (UNSEEN + changes);
}
