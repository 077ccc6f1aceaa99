/** The measures and colours that all pictures share. */

/** In the picture's own units: on a phone, 360 points wide, text of 18 is still 12 points high. */
export const SIZE = { width: 540, height: 400 } as const;

/** Pixels for one unit: three for every point of a phone's width. */
export const DENSITY = 2;

/** Room around everything, and below the heading. */
export const EDGE = 22;
export const HEADING_BOTTOM = 84;

/** A row of alert marks above the plot, or of the legend below it. */
export const ROW_HEIGHT = 22;

export const TEXT = { title: 23, body: 18, small: 17 } as const;

/**
 * Slack does not tell the reader's theme, so the picture is a card of its own: calm on a dark page, set off from a white
 * one. Text has at least 7 : 1 on it, lines 4.5 : 1.
 */
export const COLOURS = {
  card: '#eef1f5',
  text: '#1b1f24',
  muted: '#454c56',
  grid: '#d3d9e1',
  line: '#0b5cad',
  band: '#c3d9ef',
  alert: '#b3261e',
  alarm: '#7a4100',
  gap: '#a9b2be',
} as const;
