/**
 * The OpenAPI 3.1 document of the reference API, made of its routes and of the schemas that client and sandbox share.
 * OpenAPI 3.1 speaks JSON Schema 2020-12, which zod writes itself.
 */
import { z } from 'zod';
import { RESOURCES } from '../../visibility/contract.ts';
import type { Route } from './route.ts';
import { HTTPValidationError } from './shapes.ts';

const SCHEMAS = '#/components/schemas/';

/** What zod says of a request: an object of the parts that the operation has. */
const Part = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});
const RequestSchema = z.object({
  properties: z
    .object({ path: Part.optional(), query: Part.optional(), body: z.unknown().optional() })
    .default({}),
});

/** Whether the API's document does not show this shape. */
export function isGuessed(shape: z.core.$ZodType): boolean {
  const item = shape instanceof z.ZodArray ? shape.element : shape;
  return RESOURCES.get(item)?.['x-assumed'] === true;
}

/** `base` is the path that the server puts before each of the routes'. */
export function openApiDocument(routes: readonly Route[], base: string): object {
  const listed = routes.filter(({ unlisted }) => unlisted === undefined);
  const paths = Map.groupBy(listed, ({ path }) => path);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Visibility Intelligence Public API, as the Sightline sandbox serves it',
      version: '1.0.0',
      description:
        'Schemas and operations bear the names of the API’s own document. What it does not show is a guess, marked `x-assumed`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: [{ ApiKey: [] }],
    paths: Object.fromEntries(
      [...paths].map(([path, methods]) => [
        path,
        Object.fromEntries(methods.map((route) => [route.method.toLowerCase(), operationOf(route)])),
      ]),
    ),
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: componentSchemas(),
    },
  };
}

function operationOf({ operation, summary, request, response }: Route): object {
  const { path, query, body } = RequestSchema.parse(schemaOf(request)).properties;
  return {
    operationId: operation,
    summary,
    ...(isGuessed(response) ? { 'x-assumed': true } : {}),
    parameters: [...parametersOf('path', path), ...parametersOf('query', query)],
    ...(body === undefined ? {} : { requestBody: { required: true, content: asJson(body) } }),
    responses: {
      200: { description: 'Successful Response', content: asJson(schemaOf(response)) },
      422: { description: 'Validation Error', content: asJson(schemaOf(HTTPValidationError)) },
    },
  };
}

function parametersOf(place: 'path' | 'query', part: z.output<typeof Part> | undefined): object[] {
  return Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: part?.required.includes(name) ?? false,
    schema,
  }));
}

function asJson(schema: unknown): object {
  return { 'application/json': { schema } };
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
  },
} satisfies z.core.ToJSONSchemaParams;

/** A schema with references to the named ones. */
function schemaOf(shape: z.ZodType): object {
  const { $schema, $defs, ...schema } = z.toJSONSchema(shape, OPTIONS);
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', SCHEMAS));
}

/** Every named schema, in the order in which they are written down. */
function componentSchemas(): object {
  const { schemas } = z.toJSONSchema(RESOURCES, { ...OPTIONS, uri: (id) => SCHEMAS + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}
