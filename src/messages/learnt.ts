/** What the API’s refusals taught, in words: for status and the doctor. */
import type { Line } from '../visibility/profile.ts';

/** "communityLeads: at most 50 rows"; one for each line. The API’s words in it are outside text. */
export function learntInWords(lines: readonly Line[]): string[] {
  return [...new Set(lines.map((line) => `${line.operation}: ${lessonOf(line)}`))];
}

function lessonOf({ what, there }: Line): string {
  const word = what.split('.')[1] ?? what;
  if (what.endsWith('.maximum')) return `at most ${there} rows`;
  if (what.endsWith('.list')) return there === 'comma' ? `${word} with commas` : `${word} one by one`;
  return there === null ? `no ${word}` : `${word} is sent as “${there}”`;
}
