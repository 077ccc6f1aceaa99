/** Ways to spoil an answer's JSON, whatever operation it is of: for faults.ts. */
import { SHAPES } from '../../visibility/assumed.ts';
import { randomOf } from '../world/random.ts';

/** `issue` is another number for each answer that is spoilt. */
export type Distortion = (answer: unknown, issue: number) => unknown;

type Fields = readonly [name: string, value: unknown][];

/** Every value as another type than it should be; what is absent stays absent. */
export const wrongTypes: Distortion = (answer) => {
  if (typeof answer === 'string') return answer.length;
  if (typeof answer === 'number') return [answer];
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (Array.isArray(answer)) return answer.map((item) => wrongTypes(item, 0));
  return mapped(answer, (fields) => fields.map(([name, value]) => [name, wrongTypes(value, 0)]));
};

/** Without the first field of each row, which is required wherever the API's document shows the shape. */
export const missingField: Distortion = (answer) => mapped(answer, (fields) => fields.slice(1));

/** Under the second name that the bot knows for each field of a guessed shape. */
export const alternativeNames: Distortion = (answer) =>
  mapped(answer, (fields) => {
    const given = new Set(fields.map(([name]) => name));
    const [names = []] = Object.values<Readonly<Record<string, { names: readonly string[] }>>>(SHAPES)
      .map((shape) => Object.values(shape).map((field) => field.names))
      .filter((shape) => shape.every(([first = '']) => given.has(first)))
      .sort((a, b) => b.length - a.length);
    return fields.map(([name, value]) => [secondOf(names.find(([first]) => first === name)) ?? name, value]);
  });

/** A name with a dot is a path into a nested object, which would be another shape. */
function secondOf(names: readonly string[] | undefined): string | undefined {
  return names?.slice(1).find((name) => !name.includes('.'));
}

/** Scores from 0 to 1 where they were from 0 to 100. */
export const unitScale: Distortion = (answer) =>
  everywhere(answer, (name, value) =>
    /(^|_)score$/.test(name) && typeof value === 'number' ? Number((value / 100).toFixed(4)) : value,
  );

/** The same rows under new ids. */
export const reissuedIds: Distortion = (answer, issue) =>
  everywhere(answer, (name, value) =>
    name === 'id' && typeof value === 'string' ? randomOf('reissued', value, issue).uuid() : value,
  );

/** The same rows under new ids and at new addresses: nothing says that they are the same. */
export const reissuedThreads: Distortion = (answer, issue) =>
  everywhere(reissuedIds(answer, issue), (name, value) =>
    name === 'url' && typeof value === 'string' && URL.canParse(value)
      ? new URL(`/moved/${randomOf('moved', value, issue).uuid()}`, value).href
      : value,
  );

function everywhere(answer: unknown, change: (name: string, value: unknown) => unknown): unknown {
  return mapped(answer, (fields) =>
    fields.map(([name, value]) => [name, everywhere(change(name, value), change)]),
  );
}

/** An object with its fields changed, or each object of a list; anything else as it is. Fields are not entered. */
function mapped(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(change(Object.entries(value)));
}

/** Mentions as if the brand and the rival whose name comes last had changed places. */
export const rivalFirst: Distortion = (answer) => {
  const mentions = rowsOf(answer);
  const own = mentions.find(isOwn)?.entity_name;
  const rivals = mentions.flatMap((row) => (isOwn(row) ? [] : `${row.entity_name}`));
  const last = rivals.toSorted().at(-1);
  return mentions.map((row) => {
    if (isOwn(row)) return { ...row, entity_name: last, entity_type: 'competitor' };
    return row.entity_name === last ? { ...row, entity_name: own, entity_type: 'own' } : row;
  });
};

/** Every third mention of the brand is bad, and says why in words that Slack could take for its own signs. */
export const negativeMentions: Distortion = (answer) =>
  rowsOf(answer).map((row, i) =>
    isOwn(row) && i % 3 === 0
      ? { ...row, sentiment: 'negative', description: 'lost our data *twice* <!channel>', confidence: 1 }
      : row,
  );

type Fielded = Readonly<Record<string, unknown>>;

function rowsOf(answer: unknown): Fielded[] {
  return Array.isArray(answer) ? answer : [];
}

function isOwn({ entity_type }: Fielded): boolean {
  return entity_type === 'own';
}
