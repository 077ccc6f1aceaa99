/** Dialects of the OpenAPI document alone: the same API described in other ways, or not at all. */
import { isObject, toSchema } from './change.ts';
import type { Dialect, Document } from './dialect.ts';
import { camelCase } from './names.ts';

/** Changes every object in a document, from the inside out. */
function mapObjects(
  input: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(input)) return input.map((each) => mapObjects(each, change));
  if (!isObject(input)) return input;
  return change(
    Object.fromEntries(Object.entries(input).map(([name, inner]) => [name, mapObjects(inner, change)])),
  );
}

/** Checks for text, because a field may be called "title" too. */
const WORDS = ['title', 'summary', 'description', 'operationId'];
const isDescription = ([name, value]: [string, unknown]) => WORDS.includes(name) && typeof value === 'string';

function mapPaths(document: Document, change: (path: string) => string): Document {
  const paths = Object.entries(toSchema(document.paths));
  return { ...document, paths: Object.fromEntries(paths.map(([path, item]) => [change(path), item])) };
}

const SCHEMAS = '#/components/schemas/';

/** Makes each schema refer to another one, and puts each reference into an allOf. */
function chainSchemas(document: Document): Document {
  const schemas = toSchema(toSchema(document.components).schemas);
  const referring = toSchema(
    mapObjects(document, (object) =>
      typeof object.$ref === 'string' && object.$ref.startsWith(SCHEMAS) ? { allOf: [object] } : object,
    ),
  );
  const inner = toSchema(toSchema(referring.components).schemas);
  const doubled = Object.keys(schemas).flatMap((name): [string, unknown][] => [
    [name, { $ref: `${SCHEMAS}${name}Model` }],
    [`${name}Model`, inner[name]],
  ]);
  return {
    ...referring,
    components: { ...toSchema(referring.components), schemas: Object.fromEntries(doubled) },
  };
}

export const descriptionDialects = {
  refs: { about: 'a document where every schema refers to another', document: chainSchemas },
  terse: {
    about: 'a document without titles, summaries and descriptions',
    document: (document) => ({
      ...toSchema(
        mapObjects(document, (object) =>
          Object.fromEntries(Object.entries(object).filter((entry) => !isDescription(entry))),
        ),
      ),
      info: { title: 'API', version: '1.0.0' },
    }),
  },
  'path-prefix': {
    about: 'a document with the version in its paths, not in its server',
    document: (document) => {
      const [server] = Array.isArray(document.servers) ? document.servers : [];
      const prefix = String(toSchema(server).url ?? '');
      return { ...mapPaths(document, (path) => prefix + path), servers: [{ url: '/' }] };
    },
  },
  'path-names': {
    about: 'a document with other names in its paths: {projectId}',
    document: (document) => {
      const camel = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => `{${camelCase(name)}}`);
      const renamed = mapObjects(document, (object) =>
        object.in === 'path' && typeof object.name === 'string'
          ? { ...object, name: camelCase(object.name) }
          : object,
      );
      return mapPaths(toSchema(renamed), camel);
    },
  },
  'trailing-slashes': {
    about: 'a document whose paths end with a slash',
    document: (document) => mapPaths(document, (path) => `${path}/`),
  },
  undescribed: { about: 'no document at all', document: () => undefined },
} satisfies Record<string, Dialect>;
