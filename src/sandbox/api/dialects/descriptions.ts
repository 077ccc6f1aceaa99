/** Dialects of the description alone: the same API told in other ways, or not at all. */
import { asSchema, isObject } from './change.ts';
import type { Dialect, Document } from './dialect.ts';
import { camelCase } from './names.ts';

/** Every object of a document, changed from the inside out. */
function everywhere(
  given: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(given)) return given.map((each) => everywhere(each, change));
  if (!isObject(given)) return given;
  return change(
    Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, everywhere(inner, change)])),
  );
}

/** A field may be called "title" too: only what is text is said of something. */
const WORDS = ['title', 'summary', 'description', 'operationId'];
const isWord = ([name, value]: [string, unknown]) => WORDS.includes(name) && typeof value === 'string';

function pathsChanged(document: Document, change: (path: string) => string): Document {
  const paths = Object.entries(asSchema(document.paths));
  return { ...document, paths: Object.fromEntries(paths.map(([path, item]) => [change(path), item])) };
}

const SCHEMAS = '#/components/schemas/';

/** Each schema by way of another one, and each reference in an allOf. */
function chained(document: Document): Document {
  const schemas = asSchema(asSchema(document.components).schemas);
  const referring = asSchema(
    everywhere(document, (object) =>
      typeof object.$ref === 'string' && object.$ref.startsWith(SCHEMAS) ? { allOf: [object] } : object,
    ),
  );
  const inner = asSchema(asSchema(referring.components).schemas);
  const doubled = Object.keys(schemas).flatMap((name): [string, unknown][] => [
    [name, { $ref: `${SCHEMAS}${name}Model` }],
    [`${name}Model`, inner[name]],
  ]);
  return {
    ...referring,
    components: { ...asSchema(referring.components), schemas: Object.fromEntries(doubled) },
  };
}

export const descriptionDialects = {
  refs: { about: 'a description in which every schema is reached by way of others', document: chained },
  terse: {
    about: 'a description without titles, summaries and descriptions',
    document: (document) => ({
      ...asSchema(
        everywhere(document, (object) =>
          Object.fromEntries(Object.entries(object).filter((entry) => !isWord(entry))),
        ),
      ),
      info: { title: 'API', version: '1.0.0' },
    }),
  },
  'path-prefix': {
    about: 'a description whose paths hold the version, and whose server does not',
    document: (document) => {
      const [server] = Array.isArray(document.servers) ? document.servers : [];
      const prefix = String(asSchema(server).url ?? '');
      return { ...pathsChanged(document, (path) => prefix + path), servers: [{ url: '/' }] };
    },
  },
  'path-names': {
    about: 'a description with other names in its paths: {projectId}',
    document: (document) => {
      const camel = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => `{${camelCase(name)}}`);
      const renamed = everywhere(document, (object) =>
        object.in === 'path' && typeof object.name === 'string'
          ? { ...object, name: camelCase(object.name) }
          : object,
      );
      return pathsChanged(asSchema(renamed), camel);
    },
  },
  'trailing-slashes': {
    about: 'a description whose paths end in a slash',
    document: (document) => pathsChanged(document, (path) => `${path}/`),
  },
  undescribed: { about: 'no description at all', document: () => undefined },
} satisfies Record<string, Dialect>;
