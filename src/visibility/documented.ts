/** A documented schema as a shape, so that its fields are found and read like any other; the schema then judges strictly. */
import { z } from 'zod';
import { Timestamp } from './contract.ts';
import { type Field, flag, id, number, rows, type Shape, texts, thing, timestamp, words } from './shape.ts';

/** Every field under its documented name. @throws TypeError for a schema of a kind that the document does not use. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only objects have fields');
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, inner]) => [
      name,
      { ...fieldOf(unwrapped(inner), name), documented: true } satisfies Field,
    ]),
  );
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}

function fieldOf(schema: z.core.$ZodType, name: string): Field {
  if (schema === Timestamp) return timestamp(name);
  if (schema instanceof z.ZodGUID) return id(name);
  if (schema instanceof z.ZodString) return words(name);
  if (schema instanceof z.ZodNumber) return number(name);
  if (schema instanceof z.ZodBoolean) return flag(name);
  if (schema instanceof z.ZodObject) return thing(shapeOf(schema), name);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    return rows(shapeOf(schema.element), name);
  }
  if (schema instanceof z.ZodArray) return texts(name);
  throw new TypeError(`${name} is of a kind that the API’s document does not use`);
}
