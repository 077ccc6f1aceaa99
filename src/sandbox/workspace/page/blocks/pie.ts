/** Pie charts as inline SVG. The values stand in the legend, so the slices carry no text. */
import type { ChartPoint } from '../../../../slack/blocks.ts';
import { type Html, html } from '../markup.ts';

const CENTRE = 60;
const RADIUS = 56;

/** Clockwise from the top, in the order given. */
export function pie(segments: readonly ChartPoint[]): Html {
  const total = segments.reduce((sum, { value }) => sum + value, 0) || 1;
  let before = 0;
  const slices = segments.map(({ label, value }, i) => {
    const from = before / total;
    before += value;
    return html`<path class="fill slice s${i}" d="${outline(from, before / total)}"><title>${label}: ${value}</title></path>`;
  });
  return html`<svg width="120" height="120" viewBox="0 0 120 120" aria-hidden="true">${slices}</svg>`;
}

/** The path of a slice between two shares of the circle, clockwise from the top. */
function outline(from: number, to: number): string {
  // An arc that ends where it begins is not drawn: a whole circle is two halves.
  if (to - from > 0.9999)
    return `M${at(0)}A${RADIUS} ${RADIUS} 0 1 1 ${at(0.5)}A${RADIUS} ${RADIUS} 0 1 1 ${at(0)}Z`;
  return `M${CENTRE} ${CENTRE}L${at(from)}A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}

function at(share: number): string {
  const angle = share * 2 * Math.PI;
  const [x, y] = [CENTRE + RADIUS * Math.sin(angle), CENTRE - RADIUS * Math.cos(angle)];
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
