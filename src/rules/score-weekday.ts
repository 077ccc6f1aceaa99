/** The weekly rhythm of a score: how far each weekday is usually away from the level, learnt as the days go by. */

/** Before four weeks have passed, a rhythm cannot be told from chance. */
const FROM_DAYS = 28;

/** The weeks that are remembered: a rhythm may change. */
const WEEKS = 12;

/** A day further away than this many spreads counts as if it were so far: an alarm is no rhythm. */
const FARTHEST = 2.5;

/** Chance alone makes weekdays differ; a rhythm is believed in as far as it exceeds so many times that. */
const BEYOND_CHANCE = 1.3;

/** `day` counts from any day on; only its rest by 7 matters. */
export function createWeekdayRhythm() {
  const effects = new Float64Array(7);
  const weeks = new Float64Array(7);
  let days = 0;
  let variance = 0;
  let belief = 0;
  let middle = 0;

  return {
    /** How far this weekday is expected from the level, in points; 0 while nothing is known. */
    effect(day: number): number {
      return belief === 0 ? 0 : belief * ((effects[weekdayOf(day)] ?? 0) - middle);
    },

    /** How far the day really was from the level. */
    learn(day: number, away: number): void {
      days += 1;
      const limit = days > 7 ? FARTHEST * Math.sqrt(variance) : Number.POSITIVE_INFINITY;
      const felt = Math.max(-limit, Math.min(limit, away));
      variance += (felt * felt - variance) / Math.min(days, 7 * WEEKS);
      const weekday = weekdayOf(day);
      const seen = Math.min((weeks[weekday] ?? 0) + 1, WEEKS);
      weeks[weekday] = seen;
      effects[weekday] = (effects[weekday] ?? 0) + (felt - (effects[weekday] ?? 0)) / seen;
      if (days >= FROM_DAYS) believe();
    },
  };

  /** Shrinks the effects by the part of them that chance explains (James and Stein 1961, the positive part). */
  function believe(): void {
    middle = effects.reduce((sum, effect) => sum + effect, 0) / 7;
    const between = effects.reduce((sum, effect) => sum + (effect - middle) ** 2, 0) / 6;
    const chance = (variance - between) / (days / 7 < WEEKS ? days / 7 : WEEKS);
    belief = between > 0 ? Math.max(0, 1 - (BEYOND_CHANCE * Math.max(0, chance)) / between) : 0;
  }
}

function weekdayOf(day: number): number {
  return ((day % 7) + 7) % 7;
}
