/**
 * Writes the OpenAPI 3.1 document of the reference API from its routes and
 * their schemas, in the current dialect. OpenAPI
 * 3.1 uses JSON Schema 2020-12, which zod can write.
 */
import { z } from 'zod';
import { oncePer } from '../../once-per.ts';
import { RESOURCES, RunGroupResults } from '../../visibility/contract.ts';
import type { Endpoint, Parameter, Schema } from './dialects/dialect.ts';
import { mapSchema, toSchema } from './dialects/dialect.ts';
import type { Speech } from './dialects/dialects.ts';
import type { Route } from './route.ts';
import { HTTPValidationError } from './shapes.ts';

const SCHEMAS = '#/components/schemas/';
const DEFS = '#/$defs/';

/** A request's JSON schema as zod writes it. */
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

/** Whether the API's document lacks this shape. */
export function isGuessed(shape: z.core.$ZodType): boolean {
  const item = shape instanceof z.ZodArray ? shape.element : shape;
  return RESOURCES.get(item)?.['x-assumed'] === true;
}

/** Describes the route to the dialects in use. */
export function describeEndpoint(
  { operation, path, method, request, response }: Route,
  words: ReadonlySet<string>,
): Endpoint {
  const limit = RequestSchema.parse(toJsonSchema(request)).properties.query?.properties.limit;
  return {
    operation,
    path,
    method,
    isList: response instanceof z.ZodArray,
    limit: limit && { maximum: Number(limit.maximum), fallback: Number(limit.default) },
    words,
  };
}

/** `base` is the path prefix of all routes. Undefined if the dialect has no document. */
export function writeOpenApi(routes: readonly Route[], base: string, speech: Speech): object | undefined {
  const listed = routes.filter(({ unlisted }) => unlisted === undefined);
  const paths = Map.groupBy(listed, ({ path }) => path);
  const components = createComponents();
  const describeMethod = (route: Route) => {
    const endpoint = describeEndpoint(route, speech.words);
    if (speech.isAbsent(endpoint)) return [];
    return [[route.method.toLowerCase(), describeRoute(route, endpoint, speech, components)]];
  };
  const described = [...paths].map(([path, methods]): [string, object] => [
    path,
    Object.fromEntries(methods.flatMap(describeMethod)),
  ]);
  // The API's document names RunGroupResults, but no operation that answers with it.
  const unknown = { operation: 'results', path: '', method: 'GET', isList: false, limit: undefined };
  const results = speech.describe.answer(toJsonSchema(RunGroupResults), { ...unknown, words: speech.words });
  components.hoist(results, unknown.operation);
  return speech.describe.document({
    openapi: '3.1.0',
    info: {
      title: 'Visibility Intelligence Public API',
      version: '1.0.0',
      description: 'Structured AI visibility intelligence for projects, served by the sandbox.',
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

function describeRoute(route: Route, endpoint: Endpoint, speech: Speech, components: Components): object {
  const { path, query, body } = RequestSchema.parse(toJsonSchema(route.request)).properties;
  const { describe } = speech;
  const parameters = [...listParameters('path', path), ...listParameters('query', query)];
  const toContent = (schema: Schema, type = 'application/json') => ({
    [type]: { schema: components.hoist(schema, endpoint.operation) },
  });
  return {
    operationId: route.operation,
    summary: route.summary,
    parameters: describe.parameters(parameters, endpoint),
    ...(body && { requestBody: { required: true, content: toContent(describe.body(body, endpoint)) } }),
    responses: {
      200: {
        description: 'Successful Response',
        content: toContent(describe.answer(toJsonSchema(route.response), endpoint)),
      },
      422: {
        description: 'Validation Error',
        content: toContent(describe.refusal(toJsonSchema(HTTPValidationError)), describe.refusalType),
      },
    },
  };
}

function listParameters(place: 'path' | 'query', part: z.output<typeof Part> | undefined): Parameter[] {
  return Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: part?.required.includes(name) ?? false,
    schema,
  }));
}

type Components = ReturnType<typeof createComponents>;

/** Collects named schemas. If a dialect gives a name two schemas, the second is also named after its operation. */
function createComponents() {
  const named = new Map<string, Schema>();
  return {
    /** Replaces named schemas with references. */
    hoist: (schema: Schema, operation: string) =>
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
  // Fields that the API may leave out aren't required.
  io: 'input',
  metadata: RESOURCES,
  override({ jsonSchema }) {
    // zod adds long patterns to formats, and JavaScript's limits to integers.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // Clients needn't know which shapes are guesses.
    delete jsonSchema['x-assumed'];
  },
} satisfies z.core.ToJSONSchemaParams;

/** Writes the JSON schema with named schemas inlined, their names as titles. */
const toJsonSchema = oncePer((shape: z.ZodType): Schema => {
  const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, OPTIONS);
  const inline = (input: Schema): Schema =>
    mapSchema(input, (each) => {
      if (typeof each.$ref !== 'string') return each;
      const name = each.$ref.replace(DEFS, '');
      return { title: name, ...inline(toSchema($defs[name])) };
    });
  return inline(schema);
});
