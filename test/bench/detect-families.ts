/**
 * Kinds of series for the bench of detection, made by chance, each the same for the same seed: steps of known places
 * under what real figures do besides. The detector was designed on some of them; the others only check it.
 */
import type { Point } from '../../src/rules/score-detector.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';

/** One series: its figures, and the indices at which the level steps. */
export type FamilySeries = { points: Point[]; steps: number[] };

/** What one series is made of: the level of each day without and with steps, and how a figure comes of a level. */
type Kind = (random: Random) => { under: (day: number) => number; figure: (level: number) => number };

const LEVEL = 50;
const SPREAD = 3;

/** Steps in spreads of the day's noise; a series has up to so many, so far apart. */
const SIZES = [2, 3, 4, 6];
const MOST_STEPS = 3;
const APART = 35;

const normal = (random: Random) => (level: number) => level + SPREAD * random.normal();
const flat = () => 0;

/** The detector was designed on these. */
export const DESIGN = {
  normal: (random) => ({ under: flat, figure: normal(random) }),
  lasting: (random) => {
    let away = 0;
    return {
      under: flat,
      figure(level) {
        away = 0.5 * away + Math.sqrt(0.75) * random.normal();
        return level + SPREAD * away;
      },
    };
  },
  wandering: (random) => {
    let at = 0;
    return {
      under() {
        at += 0.15 * SPREAD * random.normal();
        return at;
      },
      figure: normal(random),
    };
  },
  waves: (random) => {
    const length = random.int(40, 120);
    const size = SPREAD * (1 + 2 * random.next());
    return { under: (day) => size * Math.sin((2 * Math.PI * day) / length), figure: normal(random) };
  },
  ramps: (random) => {
    let [at, slope] = [0, 0];
    return {
      under() {
        if (random.next() < 0.02) slope = 0.3 * SPREAD * random.normal();
        at += slope;
        return at;
      },
      figure: normal(random),
    };
  },
  walk: (random) => {
    let at = 0;
    const slope = 0.2 * SPREAD * random.normal();
    return {
      under() {
        at += slope + SPREAD * 0.7 * random.normal();
        return at;
      },
      figure: (level) => level + 0.3 * SPREAD * random.normal(),
    };
  },
} as const satisfies Record<string, Kind>;

/** And is checked by these. */
export const JUDGES = {
  'heavy tails': (random) => ({
    under: flat,
    // Student's t of three degrees of freedom, with the others' spread.
    figure(level) {
      const chi = random.normal() ** 2 + random.normal() ** 2 + random.normal() ** 2;
      return level + (SPREAD * random.normal()) / Math.sqrt(chi);
    },
  }),
  seasonal: (random) => {
    const [length, size] = [random.pick([4, 7, 12]), SPREAD * (1 + 2 * random.next())];
    const shape = Array.from({ length }, () => size * random.normal());
    return { under: (day) => shape[day % length] ?? 0, figure: normal(random) };
  },
  trend: (random) => {
    const slope = (random.next() < 0.5 ? -1 : 1) * SPREAD * (0.02 + 0.18 * random.next());
    return { under: (day) => slope * day, figure: normal(random) };
  },
  'few answers': (random) => {
    const answers = random.int(20, 60);
    return {
      under: flat,
      figure(level) {
        let named = 0;
        for (let i = 0; i < answers; i += 1) if (100 * random.next() < level) named += 1;
        return Number(((100 * named) / answers).toFixed(1));
      },
    };
  },
  rounding: (random) => ({ under: flat, figure: (level) => 6 * Math.round(normal(random)(level) / 6) }),
  gaps: (random) => ({ under: flat, figure: normal(random) }),
  'noise by level': (random) => ({
    under: flat,
    figure: (level) => level * (1 + (SPREAD / LEVEL) * random.normal()),
  }),
  strays: (random) => ({
    under: flat,
    figure: (level) => normal(random)(level) + (random.next() < 0.05 ? 8 * SPREAD * random.normal() : 0),
  }),
  louder: (random) => {
    const from = random.int(30, 120);
    let day = 0;
    return {
      under: flat,
      figure(level) {
        day += 1;
        return level + (day > from ? 2 : 1) * SPREAD * random.normal();
      },
    };
  },
  settling: (random) => {
    const [far, days] = [(random.next() < 0.5 ? -8 : 8) * SPREAD, random.int(10, 60)];
    return { under: (day) => far * Math.exp(-day / days), figure: normal(random) };
  },
} as const satisfies Record<string, Kind>;

/** Of a series with gaps so many days are missing. */
const MISSING = 0.3;

/** Of `family`, with steps or without any. */
export function familySeries(family: string, seed: number, hasSteps: boolean): FamilySeries {
  const random = randomOf('families', family, seed, String(hasSteps));
  const days = random.int(120, 300);
  const kinds: Readonly<Record<string, Kind>> = { ...DESIGN, ...JUDGES };
  const { under, figure } = (kinds[family] ?? DESIGN.normal)(random);
  const at = hasSteps ? stepDays(days, random) : [];
  const points: Point[] = [];
  const steps: number[] = [];
  let level = LEVEL;
  for (let day = 0; day < days; day += 1) {
    const isStep = at.includes(day);
    if (isStep) {
      const size = SPREAD * random.pick(SIZES) * (family === 'few answers' ? 2.5 : 1);
      level += level > LEVEL || (level === LEVEL && random.next() < 0.5) ? -size : size;
    }
    const value = figure(level + under(day));
    if (isStep) steps.push(points.length);
    else if (family === 'gaps' && random.next() < MISSING) continue;
    points.push({ day, value });
  }
  return { points, steps };
}

function stepDays(days: number, random: Random): number[] {
  const found: number[] = [];
  const many = random.int(1, MOST_STEPS);
  for (let tries = 0; found.length < many && tries < 50; tries += 1) {
    const day = random.int(APART, days - 15);
    if (found.every((other) => Math.abs(other - day) >= APART)) found.push(day);
  }
  return found.toSorted((a, b) => a - b);
}
