/** How the reference API writes times and figures. */

/** ISO 8601 in UTC, as every time of the reference API is written. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** Figures are sent with as many digits as they deserve: 2 for scores, ranks and sentiment, 4 for rates. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function roundedOrNull(value: number | null, digits: number): number | null {
  return value === null ? null : rounded(value, digits);
}
