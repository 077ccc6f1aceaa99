/** “{ channel: #growth, … }”: YAML takes the # for a comment, and with it the rest of the line, its bracket too. */
import { type Document, isPair, isScalar, isSeq, visit } from 'yaml';

/** A # that begins a comment. */
const COMMENT = /(?<=^|[\s[{,])#/g;
const QUOTED = /(?<=(?:^|[[{,:-])\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/g;

/**
 * The text with each such name made a value that can be read, as long as it was and so all places as they were, and
 * where those names stand. Only for a text that is no YAML: in one that is, the same signs may be a comment.
 */
export function namesForComments(text: string): { text: string; places: readonly number[] } {
  let start = 0;
  const places = text.split('\n').flatMap((line) => {
    const here = namesIn(line).map((column) => start + column);
    start += line.length + 1;
    return here;
  });
  const signs = text.split('');
  // A letter means nothing to YAML at the beginning of a value.
  for (const place of places) signs[place] = 'x';
  return { text: signs.join(''), places };
}

/** The columns of what is meant as names: what follows the first that is not is a comment indeed. */
function namesIn(line: string): number[] {
  const said = line.replace(QUOTED, (quoted) => '"'.repeat(quoted.length));
  const columns = [...said.matchAll(COMMENT)].map(({ index }) => index);
  const other = columns.findIndex((column) => !isName(said.slice(0, column), said.slice(column + 1)));
  return other < 0 ? columns : columns.slice(0, other);
}

/** It stands where a value does, and takes what cannot be missing: the bracket that ends it, or the comma before more. */
function isName(before: string, behind: string): boolean {
  if (!/^[^\s#]/.test(behind)) return false;
  const isOpen = count(before, /[[{]/g) > count(before, /[\]}]/g);
  return isOpen
    ? /(?:[[{,]|:\s)\s*$/.test(before) && /[\]}]/.test(behind)
    : /:\s+$/.test(before) && /,\s*$/.test(behind);
}

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

/** The path of the value that begins at this place; undefined where the rest of the text hides it. */
export function pathAt(document: Document, place: number): string[] | undefined {
  let path: string[] | undefined;
  visit(document, {
    Scalar(key, scalar, above) {
      if (key === 'key' || scalar.range?.[0] !== place) return undefined;
      path = above.flatMap((parent, i) => {
        if (isSeq(parent)) return [String(parent.items.indexOf(above[i + 1] ?? scalar))];
        return isPair(parent) && isScalar(parent.key) ? [String(parent.key.value)] : [];
      });
      return visit.BREAK;
    },
  });
  return path;
}
