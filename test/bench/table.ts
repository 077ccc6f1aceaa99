/** Figures as a table for the terminal and for RESULTS.md: one row each, all with the same columns. */

export type Figures = Readonly<Record<string, string | number>>;

/** A Markdown table; figures to the right. @throws nothing, and draws nothing, where there is no row. */
export function table(rows: readonly Figures[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  const isFigure = columns.map((column) => typeof rows[0]?.[column] === 'number');
  const drawn = cells.map((line) =>
    line.map((cell, i) => (isFigure[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))),
  );
  const rule = widths.map((width, i) => (isFigure[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const [head = [], ...body] = drawn;
  return [head, rule, ...body].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
