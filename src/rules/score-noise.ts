/**
 * Learns a score's noise: sampling of answers, daily noise and drift. The model is a level that wanders under noise
 * (Harvey 1989, "local level"), estimated from the variogram: mean squared differences over one day, one week and three
 * weeks. All contain the same noise; drift grows with the distance, so trends and seasons widen it without being
 * modelled.
 */

/** The long distances of the variogram, in days: whole weeks, which a weekly rhythm doesn't affect. */
const WEEK = 7;
const THREE_WEEKS = 21;

/** Days after which noise that carries over from day to day has mostly gone. */
const APART = 3;

/** Days this far apart may differ more than neighbours by this over √n by chance. */
const CHANCE_APART = 0.5;

/** If the same weekdays differ by less than this share, a weekly rhythm is what sets days apart. */
const RHYTHM = 0.5;

/** A mean square forgets days older than about this. */
const MEMORY = 90;

/** Drift is learned from days at least this old, so that a shift not found yet doesn't look like drift. */
const SETTLED_DAYS = 5;

/** Days after which a mean square is trusted. */
const FEWEST = 8;

/** A square is clipped to this multiple of the mean, so that a change doesn't hide itself in the noise. */
const LARGEST_SQUARE = 9;

/** Before FEWEST days, the median (0.455 of the mean by chi-square) tells which squares are too large. */
const MEDIAN_OF_SQUARES = 0.455;

/** Sampling error weighs as if observed on this many days. */
const SAMPLING_DAYS = 8;

/** A far mean square of n days may exceed the near one by this over √n by chance, without drift. */
const CHANCE = 4;

/** Drift is never ruled out: at least this share of the day's variance per day. */
const LEAST_DRIFT = 0.002;

/** The share of the last digit that may be noise not seen yet. */
const OF_LAST_DIGIT = 0.4;

/** Further digits are rounding errors. */
const DECIMALS = 6;
const FINEST = 10 ** -DECIMALS;
const POWERS = Array.from({ length: DECIMALS }, (_, decimals) => 10 ** decimals);

/** `scale`: the figure if every answer is for the brand (1 or 100); undefined if figures aren't shares of answers. */
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
    /** The sampling variance of a day's figure: binomial if answers are counted from the first day on, else 1. */
    sampling(level: number, answers: number | undefined): number {
      if (days === 0) sampled &&= answers !== undefined;
      if (!sampled || scale === undefined) return 1;
      if (answers === undefined || answers <= 0) return typical;
      // One more answer of each kind: even 0 of 40 isn't certain (Agresti and Coull 1998).
      const share = (Math.min(1, Math.max(0, level / scale)) * answers + 1) / (answers + 2);
      return (scale * scale * share * (1 - share)) / answers;
    },

    /** The variance of a day's figure. The same prompts vary less than the binomial, so measured noise takes over. */
    ofDay(sampling: number): number {
      const measured = Math.max(0, near.mean() - measureGrowth());
      const times = sampled
        ? (SAMPLING_DAYS + near.days() * measured) / (SAMPLING_DAYS + near.days())
        : Math.max(measured, measureDaysApart());
      return Math.max(sampling * times, measureLeast());
    },

    /** Whether the sampling error is known, besides the measured noise. */
    isSampled: () => sampled,

    /** Days from which noise is known. */
    days: () => near.days() + (sampled ? SAMPLING_DAYS : 0),

    /** The variance of the difference between neighbouring days; 0 until one is seen. */
    betweenDays(): number {
      return 2 * typical * near.mean();
    },

    /** The variance that drift adds per day; `ofDay`: a day's own variance. */
    drift(ofDay: number): number {
      return 2 * typical * measureGrowth() + LEAST_DRIFT * ofDay;
    },

    /** Learns a day. `over`: the squared difference over `days` that ended `ago` days ago, in sampling variances. */
    learn(figure: number, sampling: number, over: (days: number, ago: number) => number | undefined): void {
      days += 1;
      typical += (sampling - typical) / Math.min(days, MEMORY);
      if (lastDigit > FINEST) lastDigit = Math.min(lastDigit, lastDigitOf(figure));
      const smallest = (2 * measureLeast()) / typical;
      near.add(over(1, 0), smallest);
      if (!sampled) apart.add(over(APART, 0), smallest);
      for (const distance of far) distance.squares.add(over(distance.days, SETTLED_DAYS), smallest);
    },
  };

  /** Noise that carries over, so that neighbours differ by less. Counted answers are drawn anew each day. */
  function measureDaysApart(): number {
    if (apart.days() < FEWEST) return 0;
    const isRhythm = week.days() >= FEWEST && week.mean() < RHYTHM * apart.mean();
    const squares = isRhythm ? week.mean() - WEEK * measureGrowth() : apart.mean() - APART * measureGrowth();
    return squares / (1 + CHANCE_APART / Math.sqrt(apart.days()));
  }

  /** The fastest growth of the mean squares with the distance. */
  function measureGrowth(): number {
    let fastest = 0;
    for (const { days: distance, squares } of far) {
      if (squares.days() < FEWEST) continue;
      const byChance = (1 + CHANCE / Math.sqrt(squares.days())) * near.mean();
      fastest = Math.max(fastest, (squares.mean() - byChance) / (distance - 1));
    }
    return fastest;
  }

  function measureLeast(): number {
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
  for (const power of POWERS) {
    const shifted = figure * power;
    if (Math.abs(shifted - Math.round(shifted)) <= 1e-9 * Math.max(1, Math.abs(shifted))) return 1 / power;
  }
  return FINEST;
}

/** In the first four weeks a rhythm can't be told from chance. */
const FROM_DAYS = 28;

/** Weeks remembered, since a rhythm may change. */
const WEEKS = 12;

/** Days further away are clipped to this many spreads: an alarm isn't a rhythm. */
const FARTHEST = 2.5;

/** Learns how weekdays differ from the level. `day` counts days; only its remainder by 7 matters. */
export function createWeekdayRhythm() {
  const effects = new Float64Array(7);
  const weeks = new Float64Array(7);
  let days = 0;
  let variance = 0;
  let belief = 0;
  let middle = 0;

  return {
    /** The expected distance of this weekday from the level, in points; 0 until known. */
    effect(day: number): number {
      return belief === 0 ? 0 : belief * ((effects[weekdayOf(day)] ?? 0) - middle);
    },

    /** `away`: the day's actual distance from the level. */
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

  /** Shrinks the effects by the share that chance explains (James and Stein 1961, positive part). */
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
