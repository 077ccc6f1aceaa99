/**
 * Recognises rows that are as documented, name for name, in one pass: zod takes several times as long. What isn't
 * recognised is not yet wrong: read.ts reads it, and zod judges it and says what is the matter.
 */
import { z } from 'zod';
import { Timestamp } from './contract.ts';
import { isGuid, isRaw, isUtcTime, type Raw } from './values.ts';

export type Check = (value: unknown) => boolean;

/** True only for an object with exactly the schema's fields, in their order, which the schema would leave as it is. */
export function rowCheckOf(schema: z.core.$ZodType): Check {
  if (!(schema instanceof z.ZodObject) || hasChecks(schema)) return never;
  const names = Object.keys(schema.shape);
  const checks = names.map((name) => checkOf(schema.shape[name]));
  // As code of its own, like the readers of read.ts; the names are the documented ones.
  const calls = names.map((name, i) => `checks[${i}](row[${JSON.stringify(name)}])`).join(' && ');
  const areRight: (row: Raw) => boolean = new Function('checks', `return (row) => ${calls};`)(checks);
  return (row) => {
    if (!isRaw(row)) return false;
    let i = 0;
    for (const name in row) {
      if (names[i] !== name) return false;
      i += 1;
    }
    return i === names.length && areRight(row);
  };
}

/** Nothing passes of what lists in the API's document don't use. */
function checkOf(schema: z.core.$ZodType): Check {
  if (hasChecks(schema)) return never;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const none = schema instanceof z.ZodOptional ? undefined : null;
    const isInner = checkOf(schema.unwrap());
    return (value) => value === none || isInner(value);
  }
  if (schema === Timestamp) return (value) => typeof value === 'string' && isUtcTime(value);
  if (schema instanceof z.ZodGUID) return (value) => typeof value === 'string' && isGuid(value);
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNumberFormat) return schema.format === 'safeint' ? Number.isSafeInteger : never;
  if (schema instanceof z.ZodNumber) return Number.isFinite;
  return never;
}

const never: Check = () => false;

const hasChecks = ({ _zod }: z.core.$ZodType) => (_zod.def.checks ?? []).length > 0;
