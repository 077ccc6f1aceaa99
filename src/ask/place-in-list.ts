/**
 * Reads "the second one", "the last one", "#2", "why the 2nd lead?", "next one" or "the one before that", which name a
 * thing by its place in the list before it.
 */
import { wordsOf } from './words.ts';

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const BEFORE_NUMBER = /^(?:number|no|nr)$/;
const IN_LIST = /^(?:one|leads?|threads?|posts?|discussions?|conversations?|items?|results?)$/;

/** Words that ask to see it. */
const TO_SEE =
  /^(?:a|about|and|ask|details|explain|give|is|it|just|me|more|number|no|nr|of|ok|on|open|please|read|see|show|tell|thanks|the|us|was|what|whats|why)$/;

/** `at`: from 0; -1 is the last. `step`: from the one opened before. */
export type Place = { at: number } | { step: 1 | -1 };

const STEP =
  /\b(?:(next(?: (?:one|lead|thread))?|(?:one|lead|thread) after(?: (?:that|this|it))?(?: one)?)|(?:previous|prior) (?:one|lead|thread)|(?:one|lead|thread) before(?: (?:that|this|it))?(?: one)?)$/;

/** `alone`: the line says nothing else; otherwise it may mean something else. */
export function readPlaceInList(text: string): { place: Place; alone: boolean } | undefined {
  const words = wordsOf(text.replace('#', 'number ')).map(({ folded }) => folded);
  const line = words.filter((word) => word !== 'please').join(' ');
  const step = STEP.exec(line);
  if (step) {
    const alone = line
      .slice(0, step.index)
      .split(' ')
      .every((word) => word === '' || TO_SEE.test(word));
    return alone ? { place: { step: step[1] === undefined ? -1 : 1 }, alone } : undefined;
  }
  const places = words.map((word, i) => placeOf(word, BEFORE_NUMBER.test(words[i - 1] ?? '')));
  const found = places.findIndex((place) => place !== undefined);
  const at = places[found];
  if (at === undefined) return undefined;
  const alone = words.every((word, i) => i === found || TO_SEE.test(word) || IN_LIST.test(word));
  return alone || IN_LIST.test(words[found + 1] ?? '') ? { place: { at }, alone } : undefined;
}

function placeOf(word: string, isNumber: boolean): number | undefined {
  const named = isNumber ? NUMBERS.indexOf(word) : ORDINALS.indexOf(word);
  if (named >= 0) return named;
  if (word === 'last') return -1;
  const [, digits] = (isNumber ? /^(\d{1,2})$/ : /^(\d{1,2})(?:st|nd|rd|th)$/).exec(word) ?? [];
  const place = Number(digits) - 1;
  return place >= 0 ? place : undefined;
}
