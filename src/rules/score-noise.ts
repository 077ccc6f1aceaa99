/**
 * What the restlessness of a score explains by itself: sampled answers, daily noise, and drift. The model is a level that
 * wanders under noise (Harvey 1989, "local level"), read off the variogram: the mean square of the differences over one
 * day, one week and three. Noise is in all of them alike; drift grows with the distance. So a trend, a season or a
 * random walk widens what distant days may differ by, without being modelled.
 */

/** The long distances of the variogram, in days: whole weeks, which the weekly rhythm leaves alone. */
const WEEK = 7;
const THREE_WEEKS = 21;

/** What one day has of the day before, it has hardly of the one that is so many days ago. */
const APART = 3;

/** What such days differ by may exceed what neighbours do by this over the root of n, and it is chance. */
const CHANCE_APART = 0.5;

/** Where the same weekdays differ by less than this part of that, it is the weekly rhythm that keeps days apart. */
const RHYTHM = 0.5;

/** A mean square forgets what is older than about so many days. */
const MEMORY = 90;

/** Drift is read off days that are so old at least: a shift that is not told yet must not look like drift. */
const SETTLED_DAYS = 5;

/** From so many days on a mean square is trusted. */
const FEWEST = 8;

/** A square counts as so many times the mean at most: what is to be found must not hide itself. */
const LARGEST_SQUARE = 9;

/** Until FEWEST are there the median tells what is too large: it is 0.455 of the mean, by the chi-square distribution. */
const MEDIAN_OF_SQUARES = 0.455;

/** The error of sampling is believed as if it had been seen on so many days. */
const SAMPLING_DAYS = 8;

/** A far mean square of n days may exceed the near one by this over the root of n, and it is chance, not drift. */
const CHANCE = 4;

/** Drift is never ruled out: per day at least this part of the day's variance. */
const LEAST_DRIFT = 0.002;

/** So much of the last digit may be noise that no figure has shown yet. */
const OF_LAST_DIGIT = 0.4;

/** Digits after that are the dust of arithmetic. */
const DECIMALS = 6;
const FINEST = 10 ** -DECIMALS;

/** `scale` is the figure when every answer is for the brand (1, 100); undefined if it is no share of answers. */
export function createScoreNoise(scale: number | undefined) {
  const near = createMeanSquare();
  const apart = createMeanSquare();
  const week = createMeanSquare();
  const far = [
    { days: WEEK, squares: week },
    { days: THREE_WEEKS, squares: createMeanSquare() },
  ];
  let sampled = scale !== undefined;
  let typical = 1;
  let days = 0;
  let lastDigit = 1;

  return {
    /**
     * The variance that sampling gives a day's figure: binomial, where answers are counted (from the first day on; a
     * later day without a count is taken for a typical one). Elsewhere 1: what is learnt is a multiple of it.
     */
    sampling(level: number, answers: number | undefined): number {
      if (days === 0) sampled &&= answers !== undefined;
      if (!sampled || scale === undefined) return 1;
      if (answers === undefined || answers <= 0) return typical;
      // One more answer of each kind: even 0 of 40 is not certain (Agresti and Coull 1998).
      const share = (Math.min(1, Math.max(0, level / scale)) * answers + 1) / (answers + 2);
      return (scale * scale * share * (1 - share)) / answers;
    },

    /**
     * The variance of a day's figure. Prompts are the same every day, so a score may be calmer than the binomial
     * distribution allows: what was measured takes over from it, day by day.
     */
    ofDay(sampling: number): number {
      const measured = Math.max(0, near.mean() - growth());
      const times = sampled
        ? (SAMPLING_DAYS + near.days() * measured) / (SAMPLING_DAYS + near.days())
        : Math.max(measured, ofDaysApart());
      return Math.max(sampling * times, least());
    },

    /** Whether the error of sampling is known, beside what was measured. */
    isSampled: () => sampled,

    /** So many days tell of noise. */
    days: () => near.days() + (sampled ? SAMPLING_DAYS : 0),

    /** What one day and the next have differed by so far, as a variance; 0 while nobody has seen that. */
    betweenDays(): number {
      return 2 * typical * near.mean();
    },

    /** How much variance between two days each day between them adds; `ofDay` is a day's own. */
    drift(ofDay: number): number {
      return 2 * typical * growth() + LEAST_DRIFT * ofDay;
    },

    /**
     * A day's figure; `over` gives the squared difference over so many days, which ended so many days ago, in units of the
     * sampling variances of both days together; undefined where there is none.
     */
    learn(figure: number, sampling: number, over: (days: number, ago: number) => number | undefined): void {
      days += 1;
      typical += (sampling - typical) / Math.min(days, MEMORY);
      if (lastDigit > FINEST) lastDigit = Math.min(lastDigit, lastDigitOf(figure));
      const smallest = (2 * least()) / typical;
      near.add(over(1, 0), smallest);
      if (!sampled) apart.add(over(APART, 0), smallest);
      for (const distance of far) distance.squares.add(over(distance.days, SETTLED_DAYS), smallest);
    },
  };

  /** Noise that lasts from one day to the next: neighbours differ by less than it is. Answers that are counted are drawn anew. */
  function ofDaysApart(): number {
    if (apart.days() < FEWEST) return 0;
    const isRhythm = week.days() >= FEWEST && week.mean() < RHYTHM * apart.mean();
    const squares = isRhythm ? week.mean() - WEEK * growth() : apart.mean() - APART * growth();
    return squares / (1 + CHANCE_APART / Math.sqrt(apart.days()));
  }

  /** How fast the mean squares grow with the distance, by that distance where it is fastest. */
  function growth(): number {
    let fastest = 0;
    for (const { days: distance, squares } of far) {
      if (squares.days() < FEWEST) continue;
      const byChance = (1 + CHANCE / Math.sqrt(squares.days())) * near.mean();
      fastest = Math.max(fastest, (squares.mean() - byChance) / (distance - 1));
    }
    return fastest;
  }

  function least(): number {
    return (OF_LAST_DIGIT * lastDigit) ** 2;
  }
}

/** A mean of squared differences, in units of their sampling variance. */
function createMeanSquare() {
  const first: number[] = [];
  let mean = 0;
  let days = 0;
  return {
    mean: () => mean,
    days: () => days,
    add(square: number | undefined, smallest: number): void {
      if (square === undefined) return;
      days = Math.min(days + 1, MEMORY);
      if (days < FEWEST) {
        first.push(square);
        first.sort((a, b) => a - b);
        const middle = (first[first.length >> 1] ?? 0) / MEDIAN_OF_SQUARES;
        const largest = LARGEST_SQUARE * Math.max(middle, smallest);
        mean = first.reduce((sum, one) => sum + Math.min(one, largest), 0) / days;
        return;
      }
      const largest = LARGEST_SQUARE * Math.max(mean, smallest);
      mean += (Math.min(square, largest) - mean) / days;
    },
  };
}

/** 1 for 61, 0.1 for 61.4: the place of the last digit that is not 0. */
function lastDigitOf(figure: number): number {
  for (let decimals = 0; decimals < DECIMALS; decimals += 1) {
    const shifted = figure * 10 ** decimals;
    if (Math.abs(shifted - Math.round(shifted)) <= 1e-9 * Math.max(1, Math.abs(shifted)))
      return 10 ** -decimals;
  }
  return FINEST;
}

/** Before four weeks have passed, a rhythm cannot be told from chance. */
const FROM_DAYS = 28;

/** The weeks that are remembered: a rhythm may change. */
const WEEKS = 12;

/** A day further away than this many spreads counts as if it were so far: an alarm is no rhythm. */
const FARTHEST = 2.5;

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
    let sum = 0;
    for (const effect of effects) sum += effect;
    middle = sum / 7;
    let squares = 0;
    for (const effect of effects) squares += (effect - middle) ** 2;
    const between = squares / 6;
    const chance = (variance - between) / (days / 7 < WEEKS ? days / 7 : WEEKS);
    belief = between > 0 ? Math.max(0, 1 - Math.max(0, chance) / between) : 0;
  }
}

function weekdayOf(day: number): number {
  return ((day % 7) + 7) % 7;
}
