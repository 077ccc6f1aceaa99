/** What is quoted of an answer, and whether its words name the brand. */
import { expect, test } from 'vitest';
import { excerptOf, namesAny } from '../../src/words/answers.ts';

test('an answer that ends with an address is quoted all the same; its list of sources isn’t', () => {
  const said = 'Globex and Acme are often named. See https://globex.example/plans';
  expect(excerptOf(said, ['Acme'])).toBe(said);
  const listed = `${said}\n\n[1] Plans compared: https://globex.example/plans\n- https://acme.example`;
  expect(excerptOf(listed, ['Acme'])).toBe(said);
  expect(excerptOf('1. Globex: https://globex.example', [])).not.toBe('');
});

test('an address names nobody', () => {
  expect(namesAny('Globex is a good pick. See https://acme.example/plans', ['Acme'])).toBe(false);
  expect(namesAny('Globex and [Acme](https://acme.example) are', ['Acme'])).toBe(true);
});
