import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import * as projects from '@kinora/contract/projects';
import { aliases, contract } from '@kinora/contract/router';
import * as videos from '@kinora/contract/videos';
import { Account, Me } from '@kinora/contract/accounts';
import { OverlayPreset } from '@kinora/contract/overlay-presets';
import { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { PersonalToken } from '@kinora/contract/personal-tokens';
import { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Preset } from '@kinora/contract/presets';
import { callOfId } from './base/calls.ts';
import { Session } from '@kinora/contract/sessions';
import {
  parameterNotes,
  problemResponses,
  problemSchema,
  tags,
  teamParameter,
  uploadPaths,
} from './openapi-parts.ts';

type Parameter = { name: string; in: string; description?: string; schema?: unknown };
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

/** Calls that a personal token may not make. */
export const needsSession = new Set([
  'accounts.changePassword',
  'personalTokens.create',
  'personalTokens.list',
  'sessions.end',
  'sessions.endOthers',
  'sessions.list',
]);
/** Calls that have to wait after too many tries, or too much in one hour. */
const throttled = new Set([
  'videos.create',
  'pageViews.record',
  'accounts.signIn',
  'accounts.changePassword',
  'accounts.requestPasswordReset',
]);
const ownProblems: Record<string, Record<string, string>> = {
  'drm.setModel': { '409': 'Of a classic preset, or not encoded yet' },
  'jobs.retry': { '409': 'Nothing of the video has failed' },
  'accounts.signIn': { '401': 'Wrong address or password' },
  'accounts.redeemPasswordReset': { '410': 'The token is unknown, used or too old' },
  ...Object.fromEntries(
    ['presets.update', 'presets.rename', 'presets.delete'].map((id) => [
      id,
      { '409': 'In use by a video or, for deletion, by a project' },
    ]),
  ),
  'presets.create': { '409': 'The team has as many as it can have' },
  'overlayPresets.create': {
    '409': 'The team has as many as it can have',
    '415': 'The body is no form',
  },
  'overlayPresets.update': {
    '409': 'In use by a video',
    '415': 'The body is neither JSON nor a form',
  },
  'overlayPresets.delete': { '409': 'In use by a video' },
  'personalTokens.create': { '409': 'The account has as many as it can have' },
  'personalTokens.revoke': { '404': 'No such token of the account' },
  'sessions.end': { '404': 'No such session of the account' },
};

/** OpenAPI 3.1 of the contract, the resumable upload and the errors. */
export async function openApiDocument(): Promise<OpenApiDocument> {
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
    tags,
    commonSchemas: Object.fromEntries(
      Object.entries({
        Account,
        GeoblockRule,
        Me,
        Membership: projects.Membership,
        OverlayPreset,
        PersonalToken,
        PlaybackChannel,
        Preset,
        Project: projects.Project,
        Session,
        Tag: videos.Tag,
        Video: videos.Video,
      }).map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
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
  Object.assign(document.paths, uploadPaths);
  return document;
}

function complete(path: string, operation: Operation): void {
  const id = operation.operationId ?? '';
  const { isOpen } = callOfId(id);
  const isOfTeam = !/^(accounts|personalTokens|sessions)\./.test(id);
  if (isOpen) operation.security = [];
  if (needsSession.has(id)) operation.security = [{ session: [] }];
  const alias = aliases.find(({ to }) => path === to || path.startsWith(`${to}/`));
  if (alias) operation.description = `Also at \`${path.replace(alias.to, alias.from)}\`.`;
  // Calls without input have none, not an empty one.
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body && Object.keys(body.properties ?? {}).length === 0) delete operation.requestBody;
  if (operation.requestBody) leaveFilesToForms(operation.requestBody.content);
  for (const parameter of operation.parameters ?? []) describe(parameter);
  if (isOfTeam) operation.parameters = [teamParameter, ...(operation.parameters ?? [])];
  operation.responses = {
    ...successes(id, operation.responses ?? {}),
    ...(problemResponses({
      isOpen,
      isOfTeam,
      hasBody: operation.requestBody !== undefined,
      isThrottled: throttled.has(id),
      own: ownProblems[id],
    }) as Record<string, Answer>),
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

function describe(parameter: Parameter): void {
  const note = parameterNotes[parameter.name];
  if (note) parameter.description = note;
  if (parameter.name !== 'tagIds') return;
  // RFC 6570 §3.2.8: one parameter, its values between commas.
  Object.assign(parameter, {
    style: 'form',
    explode: false,
    schema: { type: 'array', maxItems: 100, items: { type: 'string', format: 'uuid' } },
  });
}

function successes(id: string, responses: Record<string, Answer>): Record<string, Answer> {
  const cookie = {
    description: 'The session and the browser, HttpOnly',
    schema: { type: 'string' },
  };
  const setsCookie = /^(accounts\.(signIn|signOut|redeemPasswordReset)|sessions\.end)$/.test(id);
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content, headers }]) => [
      status,
      {
        description: successTexts[status] ?? 'Done',
        ...(headers ? { headers } : {}),
        ...(setsCookie ? { headers: { 'Set-Cookie': cookie } } : {}),
        ...(status === '204' ? {} : { content }),
      },
    ]),
  );
}

const successTexts: Record<string, string> = {
  '200': 'As asked for',
  '201': 'Created',
  '202': 'Taken; it is done in a moment',
  '204': 'Done; nothing to say',
};

/** All of the page comes from here; its images are in its style sheet. */
const pagePolicy = [
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
  const document = await openApiDocument();
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
      staticCSP: pagePolicy,
      theme: { title: 'Kinora API' },
      // Without the bar that opens any address.
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        deepLinking: true,
        validatorUrl: null,
      },
    });
  });
}
