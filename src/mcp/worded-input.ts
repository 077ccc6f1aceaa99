/** A tool's input as the server takes it: what doesn't fit is answered with what would, in a sentence. */
import { z } from 'zod';

type Taken = z.core.JSONSchema.BaseSchema;
type Issue = z.core.$ZodRawIssue;

/** The same input; a fault that its own schema has no sentence for says which values are taken. */
export function wordedInput<Input extends z.ZodObject>(input: Input): Pick<Input, '~standard'> {
  const described: Taken = z.toJSONSchema(input, { io: 'input' });
  const error = (issue: Issue) =>
    issue.code === 'unrecognized_keys'
      ? noSuch(issue.keys, Object.keys(described.properties ?? {}))
      : `Give ${inWords(at(issue.path ?? [], described))}.`;
  const validate: Input['~standard']['validate'] = (given) => {
    const read = input.safeParse(given, { error });
    return read.success ? { value: read.data } : { issues: read.error.issues };
  };
  return { '~standard': { ...input['~standard'], validate } };
}

function noSuch(keys: readonly string[], known: readonly string[]): string {
  const other = keys.map((key) => key.slice(0, 50)).join(', ');
  return known.length === 0 ? 'This takes nothing.' : `This takes ${known.join(', ')}, and no ${other}.`;
}

function at(path: readonly PropertyKey[], described: Taken): Taken {
  const [key, ...further] = path;
  if (key === undefined) return described;
  const inside = typeof key === 'number' ? described.items : described.properties?.[`${String(key)}`];
  return typeof inside === 'object' && !Array.isArray(inside) ? at(further, inside) : {};
}

/** "one of best, worst", "a whole number from 1 to 100", "text of at most 200 characters" */
function inWords({ type, enum: values, items, maxLength, ...bounds }: Taken): string {
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items))
    return `a list, of which each is ${inWords(items)}`;
  if (type === 'integer') return `a whole number${between(bounds)}`;
  if (type === 'number') return `a number${between(bounds)}`;
  if (type !== 'string') return 'what this tool describes';
  return maxLength === undefined ? 'text' : `text of 1 to ${maxLength} characters`;
}

function between({ minimum, maximum, exclusiveMinimum }: Taken): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const from = exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`;
  return maximum === undefined ? from : `${from}, at most ${maximum}`;
}
