import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(
  new URL('../../../../src/sandbox/workspace/page/assets/theme.css', import.meta.url),
  'utf8',
);

type Scheme = 'light' | 'dark';

function colour(scheme: Scheme, name: string): string {
  const pair = css.match(
    new RegExp(`--${name}: light-dark\\((?<light>#[0-9a-f]{6}), (?<dark>#[0-9a-f]{6})\\);`),
  );
  const hex = pair?.groups?.[scheme];
  if (!hex) throw new Error(`No colour --${name}`);
  return hex;
}

/** https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each([
    ['text', 'ground'],
    ['text', 'soft'],
    ['muted', 'ground'],
    ['muted', 'soft'],
    ['muted', 'sunken'],
    ['muted', 'private'],
    ['link', 'ground'],
    ['link', 'mention'],
    ['link', 'private'],
    ['danger', 'ground'],
    ['danger', 'danger-soft'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['on-ping', 'ping'],
    ['rail-text', 'rail'],
    ['rail-muted', 'rail'],
    ['rail-muted', 'rail-strong'],
    ['rail-muted', 'rail-hover'],
  ])('%s on %s is readable (4.5 : 1)', (ink, paper) => {
    expect(contrast(colour(scheme, ink), colour(scheme, paper))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['s0', 's1', 's2', 's3', 's4', 's5'])(
    'series %s stands out from the background (3 : 1)',
    (name) => {
      expect(contrast(colour(scheme, name), colour(scheme, 'ground'))).toBeGreaterThanOrEqual(3);
    },
  );
});
