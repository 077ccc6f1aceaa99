/**
 * The OpenAPI 3.1 document of the reference API, made of its routes, of the schemas that client and sandbox share, and
 * of the dialect that is spoken. OpenAPI 3.1 speaks JSON Schema 2020-12, which zod writes itself.
 */
import { z } from 'zod';
import { RESOURCES, RunGroupResults } from '../../visibility/contract.ts';
import type { At } from './dialects/at.ts';
import { asSchema, mapSchema, type Schema } from './dialects/change.ts';
import type { Parameter } from './dialects/dialect.ts';
import type { Speech } from './dialects/dialects.ts';
import type { Route } from './route.ts';
import { HTTPValidationError } from './shapes.ts';

const SCHEMAS = '#/components/schemas/';
const DEFS = '#/$defs/';

/** What zod says of a request: an object of the parts that the operation has. */
const Part = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});
const RequestSchema = z.object({
  properties: z
    .object({
      path: Part.optional(),
      query: Part.optional(),
      body: z.record(z.string(), z.unknown()).optional(),
    })
    .default({}),
});

/** Whether the API's document does not show this shape. */
export function isGuessed(shape: z.core.$ZodType): boolean {
  const item = shape instanceof z.ZodArray ? shape.element : shape;
  return RESOURCES.get(item)?.['x-assumed'] === true;
}

/** What dialects go by. */
export function atOf({ operation, path, method, request, response }: Route, words: ReadonlySet<string>): At {
  const limit = RequestSchema.parse(schemaOf(request)).properties.query?.properties.limit;
  return {
    operation,
    path,
    method,
    rows: response instanceof z.ZodArray,
    limit: limit && { most: Number(limit.maximum), usual: Number(limit.default) },
    words,
  };
}

/** `base` is the path that the server puts before each of the routes'. Undefined where the dialect has no description. */
export function openApiDocument(routes: readonly Route[], base: string, speech: Speech): object | undefined {
  const listed = routes.filter(({ unlisted }) => unlisted === undefined);
  const paths = Map.groupBy(listed, ({ path }) => path);
  const components = createComponents();
  const operationOf = (route: Route) => {
    const at = atOf(route, speech.words);
    return speech.isAbsent(at) ? [] : [[route.method.toLowerCase(), describe(route, at, speech, components)]];
  };
  const described = [...paths].map(([path, methods]): [string, object] => [
    path,
    Object.fromEntries(methods.flatMap(operationOf)),
  ]);
  // The API's document names it, but no operation that answers with it.
  const nowhere = {
    operation: 'results',
    path: '',
    method: 'GET',
    rows: false,
    limit: undefined,
    words: speech.words,
  };
  components.hoisted(speech.described.answer(schemaOf(RunGroupResults), nowhere), nowhere.operation);
  return speech.described.document({
    openapi: '3.1.0',
    info: {
      title: 'Visibility Intelligence Public API',
      version: '1.0.0',
      description: 'Structured AI visibility intelligence for projects, as the sandbox serves it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: [{ ApiKey: [] }],
    paths: Object.fromEntries(described.filter(([, methods]) => Object.keys(methods).length > 0)),
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: components.all(),
    },
  });
}

function describe(route: Route, at: At, speech: Speech, components: Components): object {
  const { path, query, body } = RequestSchema.parse(schemaOf(route.request)).properties;
  const { described } = speech;
  const parameters = [...parametersOf('path', path), ...parametersOf('query', query)];
  const asJson = (schema: Schema, type = 'application/json') => ({
    [type]: { schema: components.hoisted(schema, at.operation) },
  });
  return {
    operationId: route.operation,
    summary: route.summary,
    parameters: described.parameters(parameters, at),
    ...(body && { requestBody: { required: true, content: asJson(described.body(body, at)) } }),
    responses: {
      200: {
        description: 'Successful Response',
        content: asJson(described.answer(schemaOf(route.response), at)),
      },
      422: {
        description: 'Validation Error',
        content: asJson(described.refusal(schemaOf(HTTPValidationError)), described.refusalType),
      },
    },
  };
}

function parametersOf(place: 'path' | 'query', part: z.output<typeof Part> | undefined): Parameter[] {
  return Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: part?.required.includes(name) ?? false,
    schema,
  }));
}

type Components = ReturnType<typeof createComponents>;

/** Named schemas, each once; one that a dialect made another under the same name is named after its operation too. */
function createComponents() {
  const named = new Map<string, Schema>();
  return {
    /** With references to the named ones in place of them. */
    hoisted: (schema: Schema, operation: string) =>
      mapSchema(schema, ({ title, ...rest }) => {
        if (typeof title !== 'string') return rest;
        const same = named.get(title);
        const isFree = same === undefined || JSON.stringify(same) === JSON.stringify(rest);
        const name = isFree ? title : `${title}_${operation}`;
        named.set(name, rest);
        return { $ref: SCHEMAS + name };
      }),
    all: () => Object.fromEntries(named),
  };
}

const OPTIONS = {
  // As it is sent: what the API may leave out is not required.
  io: 'input',
  metadata: RESOURCES,
  override({ jsonSchema }) {
    // zod writes its own checks out: a page of pattern for a date, and JavaScript's limits for a whole number.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // Which shape is a guess is no business of whoever asks.
    delete jsonSchema['x-assumed'];
  },
} satisfies z.core.ToJSONSchemaParams;

/** A schema in which each named one stands whole, its name as its title. */
function schemaOf(shape: z.ZodType): Schema {
  const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, OPTIONS);
  const whole = (given: Schema): Schema =>
    mapSchema(given, (each) => {
      if (typeof each.$ref !== 'string') return each;
      const name = each.$ref.replace(DEFS, '');
      return { title: name, ...whole(asSchema($defs[name])) };
    });
  return whole(schema);
}
