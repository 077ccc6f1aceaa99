/** Ways to spoil an answer's JSON, for faults.ts. */
import { SHAPES } from '../../visibility/assumed.ts';
import { randomOf } from '../world/random.ts';

/** `issue` is a different number for each spoilt answer. */
export type Distortion = (answer: unknown, issue: number) => unknown;

type Fields = readonly [name: string, value: unknown][];

/** Gives every value the wrong type, except null. */
export const wrongTypes: Distortion = (answer) => {
  if (typeof answer === 'string') return answer.length;
  if (typeof answer === 'number') return [answer];
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (Array.isArray(answer)) return answer.map((item) => wrongTypes(item, 0));
  return mapFields(answer, (fields) => fields.map(([name, value]) => [name, wrongTypes(value, 0)]));
};

/** Removes the first field of each row, which every documented shape requires. */
export const missingField: Distortion = (answer) => mapFields(answer, (fields) => fields.slice(1));

/** Uses the second name that the bot knows for each field of the guessed shape that most fields are of. */
export const alternativeNames: Distortion = (answer) =>
  mapFields(answer, (fields) => {
    const present = new Set(fields.map(([name]) => name));
    const countPresent = (shape: readonly (readonly string[])[]) =>
      shape.filter(([first = '']) => present.has(first)).length;
    const [names = []] = Object.values<Readonly<Record<string, { names: readonly string[] }>>>(SHAPES)
      .map((shape) => Object.values(shape).map((field) => field.names))
      .toSorted((a, b) => countPresent(b) - countPresent(a));
    return fields.map(([name, value]) => [
      secondName(names.find(([first]) => first === name)) ?? name,
      value,
    ]);
  });

/** Skips names with a dot: they're paths into nested objects, a different shape. */
function secondName(names: readonly string[] | undefined): string | undefined {
  return names?.slice(1).find((name) => !name.includes('.'));
}

/** Scores from 0 to 1 instead of 0 to 100. */
export const unitScale: Distortion = (answer) =>
  changeDeep(answer, (name, value) =>
    /(^|_)score$/.test(name) && typeof value === 'number' ? Number((value / 100).toFixed(4)) : value,
  );

/** The same rows under new ids. */
export const reissuedIds: Distortion = (answer, issue) =>
  changeDeep(answer, (name, value) =>
    name === 'id' && typeof value === 'string' ? randomOf('reissued', value, issue).uuid() : value,
  );

/** The same rows under new ids and new addresses. */
export const reissuedThreads: Distortion = (answer, issue) =>
  changeDeep(reissuedIds(answer, issue), (name, value) =>
    name === 'url' && typeof value === 'string' && URL.canParse(value)
      ? new URL(`/moved/${randomOf('moved', value, issue).uuid()}`, value).href
      : value,
  );

function changeDeep(answer: unknown, change: (name: string, value: unknown) => unknown): unknown {
  return mapFields(answer, (fields) =>
    fields.map(([name, value]) => [name, changeDeep(change(name, value), change)]),
  );
}

/** Changes the fields of an object, or of each object in a list, one level deep. */
function mapFields(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(change(Object.entries(value)));
}

/** Swaps the brand and the rival whose name comes last in the alphabet. */
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

/** Makes every third mention of the brand negative, with a description that contains Slack markup. */
export const negativeMentions: Distortion = (answer) =>
  rowsOf(answer).map((row, i) =>
    isOwn(row) && i % 3 === 0
      ? { ...row, sentiment: 'negative', description: 'lost our data *twice* <!channel>', confidence: 1 }
      : row,
  );

type Row = Readonly<Record<string, unknown>>;

function rowsOf(answer: unknown): Row[] {
  return Array.isArray(answer) ? answer : [];
}

function isOwn({ entity_type }: Row): boolean {
  return entity_type === 'own';
}
