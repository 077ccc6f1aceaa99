/** Says that AI engines cite a thread already: whoever answers there is read by the engines too. */
import { figure } from './figures.ts';
import { brief } from './lengths.ts';

/** Engines named in one note; the others are counted. */
const ENGINES_SHOWN = 4;

/** "ChatGPT and Perplexity already cite this thread."; undefined where no engine is known to. */
export function citedNote(citedBy: readonly string[] | undefined): string | undefined {
  if (citedBy === undefined) return undefined;
  if (citedBy.length === 0) return 'AI engines already cite this thread.';
  return `${enginesInWords(citedBy)} already ${citedBy.length === 1 ? 'cites' : 'cite'} this thread.`;
}

/** "ChatGPT, Gemini and Perplexity", "ChatGPT, Claude, Gemini, Perplexity and 2 more". */
export function enginesInWords(engines: readonly string[]): string {
  const shown = engines.slice(0, ENGINES_SHOWN).map((engine) => brief(engine, 'place'));
  const others = engines.length - shown.length;
  const names = others > 0 ? [...shown, `${figure(others)} more`] : shown;
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
