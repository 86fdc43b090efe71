import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { isOfTeam } from '@kinora/contract/call';
import { listNamedSchemas } from '@kinora/contract/name-schema';
import { ALIASES, contract } from '@kinora/contract/router';
import { getCall, calls, type Call } from './base/calls.ts';
import {
  describeProblems,
  problemSchema,
  teamParameter,
  uploadPaths,
  uploadsTag,
} from './openapi-parts.ts';

type Parameter = { name: string; schema?: { type?: string; description?: string } };
type Answer = { description: string; content?: unknown; headers?: unknown };
type Operation = {
  operationId?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: {
    content: Record<string, { schema: { properties?: object; required?: string[] } }>;
  };
  responses?: Record<string, Answer>;
  security?: unknown[];
};
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

/** OpenAPI 3.1 of the contract, the resumable upload and the errors. */
export async function createOpenApiDocument(): Promise<OpenApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const generated = await generator.generate(contract, {
    info: {
      title: 'Kinora',
      version: '1.0.0',
      description:
        'Host, protect and stream your own videos. Every call names its team in the header `X-Team`; errors are problem+json (RFC 9457) with a stable `code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ personalToken: [] }, { session: [] }],
    tags: listTags(calls),
    commonSchemas: Object.fromEntries(
      listNamedSchemas().map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
    ),
    components: {
      securitySchemes: {
        personalToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token, `knr_pat_…`',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'kinora_session',
          description: 'Over https its name is `__Host-kinora_session`',
        },
      },
    },
  });
  // The generator's types follow another OpenAPI package; the document itself is plain JSON.
  const document = JSON.parse(JSON.stringify(generated)) as OpenApiDocument;
  document.components.schemas['Problem'] = problemSchema;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item)) complete(path, operation);
  }
  addAliases(document.paths);
  Object.assign(document.paths, uploadPaths);
  return document;
}

/** Lists calls also where clients look for them first. */
function addAliases(paths: OpenApiDocument['paths']): void {
  for (const [path, item] of Object.entries(paths)) {
    const alias = ALIASES.find(({ to }) => path === to || path.startsWith(`${to}/`));
    if (!alias) continue;
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      {
        ...operation,
        operationId: `${operation.operationId}.alias`,
        description: `The same as \`${path}\`.`,
      },
    ]);
    paths[path.replace(alias.to, alias.from)] = Object.fromEntries(operations) as typeof item;
  }
}

/** Sorts the tags by name. A tag that no feature describes is a misspelt one. */
function listTags(all: readonly Call[]): { name: string; description: string }[] {
  const descriptions = new Map([[uploadsTag.name, uploadsTag.description]]);
  for (const { tag } of all) if (tag.description) descriptions.set(tag.name, tag.description);
  const unknown = all.find(({ tag }) => !descriptions.has(tag.name));
  if (unknown) throw new RangeError(`no feature describes the tag ${unknown.tag.name}`);
  return [...descriptions]
    .map(([name, description]) => ({ name, description }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function complete(path: string, operation: Operation): void {
  const call = getCall(operation.operationId ?? '');
  if (call.who === 'anyone') operation.security = [];
  if (call.who === 'session') operation.security = [{ session: [] }];
  const alias = ALIASES.find(({ to }) => path === to || path.startsWith(`${to}/`));
  if (alias) operation.description = `Also at \`${path.replace(alias.to, alias.from)}\`.`;
  // Calls without input have none, not an empty one.
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body && Object.keys(body.properties ?? {}).length === 0) delete operation.requestBody;
  if (operation.requestBody) leaveFilesToForms(operation.requestBody.content);
  for (const parameter of operation.parameters ?? []) describeParameter(parameter);
  if (isOfTeam(call.who)) operation.parameters = [teamParameter, ...(operation.parameters ?? [])];
  operation.responses = {
    ...describeSuccesses(call, operation.responses ?? {}),
    ...(describeProblems(call, operation.requestBody !== undefined) as Record<string, Answer>),
  };
}

/** A file can't be sent as JSON: without it there is only the form, or JSON without the file. */
function leaveFilesToForms(
  content: NonNullable<Operation['requestBody']>['content'],
  json = 'application/json',
): void {
  const { properties = {}, required = [] } = content[json]?.schema ?? {};
  if (!content['multipart/form-data'] || !content[json]) return;
  const others = Object.entries(properties).filter(
    ([, field]: [string, { contentMediaType?: string }]) => field.contentMediaType === undefined,
  );
  const named = new Set(others.map(([name]) => name));
  if (required.some((name) => !named.has(name))) delete content[json];
  else content[json].schema = { ...content[json].schema, properties: Object.fromEntries(others) };
}

/** OpenAPI wants the description of a parameter beside its schema. */
function describeParameter(parameter: Parameter): void {
  const { description, ...schema } = parameter.schema ?? {};
  // RFC 6570 §3.2.8: one parameter, its values between commas.
  if (schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
  Object.assign(parameter, { schema }, description ? { description } : {});
}

function describeSuccesses(call: Call, responses: Record<string, Answer>): Record<string, Answer> {
  const cookie = {
    description: 'The session and the browser, HttpOnly',
    schema: { type: 'string' },
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content, headers }]) => [
      status,
      {
        description: SUCCESS_TEXTS[status] ?? 'Done',
        ...(headers ? { headers } : {}),
        ...(call.setsCookie ? { headers: { 'Set-Cookie': cookie } } : {}),
        ...(status === '204' ? {} : { content }),
      },
    ]),
  );
}

const SUCCESS_TEXTS: Record<string, string> = {
  '200': 'As asked for',
  '201': 'Created',
  '202': 'Taken; it is done in a moment',
  '204': 'Done; nothing to say',
};

/** All of the page comes from here; its images are in its style sheet. */
const PAGE_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  // One attribute of Swagger UI's own, on the drawing that holds its icons.
  `style-src 'self'`,
  `style-src-attr 'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** `/api/openapi.json`, and the same to read at `/api/docs`. */
export async function mountDocs(http: FastifyInstance): Promise<void> {
  const document = await createOpenApiDocument();
  const json = JSON.stringify(document);
  http.get('/api/openapi.json', async (_request, reply) =>
    // The same for everybody, and known again by its tag.
    reply.header('cache-control', 'no-cache').type('application/json').send(json),
  );
  await http.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: JSON.parse(json) as OpenAPIV3.Document },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: PAGE_POLICY,
      theme: { title: 'Kinora API' },
      // The page lacks the bar that opens any address.
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        deepLinking: true,
        validatorUrl: null,
      },
    });
  });
}
