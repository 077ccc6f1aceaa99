/**
 * What a real answer tells of the guesses: which names matched, what is unknown, which scale. For the doctor, which gets
 * bodies as they came (`onAnswer` of client.ts). Pure; an answer is read by the `answer` of its row in OPERATIONS.
 */
import { z } from 'zod';
import { GUESSES } from './assumed.ts';
import { found, inEnvelope, isRaw, type Raw, type Shape, unwrapped } from './tolerant.ts';

const LONGEST_NAME = 60;

/**
 * By field of a guessed shape, the name under which a body holds it, in one row at least; undefined where none does.
 * Fields of inner rows are "byEngine.score". Nothing for a documented shape.
 */
export function matchedNames(answer: z.core.$ZodType, body: unknown): Record<string, string | undefined> {
  const guess = guessOf(answer);
  return guess ? Object.fromEntries(matches(guess.shape, rowsIn(body, guess.list), '')) : {};
}

type Match = [field: string, name: string | undefined];

function matches(shape: Shape, rows: readonly Raw[], at: string): Match[] {
  return Object.entries(shape).flatMap(([name, field]): Match[] => {
    const names = rows.map((row) => found(field, row)?.name);
    const own: Match = [at + name, names.find((each) => each !== undefined)];
    const inner = rows.flatMap((row, i) => listIn(row[names[i] ?? '']));
    return field.rows ? [own, ...matches(field.rows, inner, `${at}${name}.`)] : [own];
  });
}

/**
 * The fields of a body that Sightline does not know, each once, as "$[].colour": beyond the document in a documented
 * shape, asked for by no name in a guessed one. They are outside text, shortened.
 */
export function unknownFields(answer: z.core.$ZodType, body: unknown): string[] {
  return [...new Set(beyond(answer, body, '$'))];
}

function beyond(schema: z.core.$ZodType, value: unknown, at: string): string[] {
  const guess = guessOf(schema);
  if (guess) return beyondGuess(guess.shape, rowsIn(value, guess.list), guess.list ? `${at}[]` : at);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return beyond(schema.unwrap(), value, at);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => beyond(option, value, at));
  // An envelope, which is the only pipe of the contract.
  if (schema instanceof z.ZodPipe) return beyond(schema.out, inEnvelope(value), at);
  if (schema instanceof z.ZodArray)
    return listIn(value).flatMap((row) => beyond(schema.element, row, `${at}[]`));
  if (!(schema instanceof z.ZodObject) || !isRaw(value)) return [];
  const known: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    return field ? beyond(field, inner, `${at}.${name}`) : [unknownName(at, name)];
  });
}

function beyondGuess(shape: Shape, rows: readonly Raw[], at: string): string[] {
  const fields = Object.values(shape);
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, inner]) => {
      const asking = fields.filter(({ names }) => names.some((each) => each.split('.')[0] === name));
      if (asking.length === 0) return [unknownName(at, name)];
      return asking.flatMap(({ rows }) => (rows ? beyondGuess(rows, listIn(inner), `${at}.${name}[]`) : []));
    }),
  );
}

/**
 * The scale that numbers of one kind (scores, rates) seem to be on: "0-100" as soon as one is above 1, "0-1" where one
 * lies between; undefined where they do not tell (none, or only zeros and ones). For telling people, not for sums.
 */
export function scaleIn(values: readonly number[]): '0-1' | '0-100' | undefined {
  if (values.some((value) => Math.abs(value) > 1)) return '0-100';
  return values.some((value) => value !== 0 && Math.abs(value) !== 1) ? '0-1' : undefined;
}

function guessOf(schema: z.core.$ZodType) {
  return schema instanceof z.ZodType ? GUESSES.get(schema) : undefined;
}

function rowsIn(body: unknown, list: boolean): Raw[] {
  return list ? listIn(inEnvelope(body)) : [unwrapped(body)].filter(isRaw);
}

function listIn(value: unknown): Raw[] {
  return Array.isArray(value) ? value.filter(isRaw) : [];
}

function unknownName(at: string, name: string): string {
  return `${at}.${name.slice(0, LONGEST_NAME)}`;
}
