import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import * as projects from '@kinora/contract/projects';
import { contract } from '@kinora/contract/router';
import * as videos from '@kinora/contract/videos';
import { Account, Me } from '@kinora/contract/accounts';
import { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { PersonalToken } from '@kinora/contract/personal-tokens';
import { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Preset } from '@kinora/contract/presets';
import { problemResponses, problemSchema, tags, uploadPaths } from './openapi-parts.ts';

type Operation = {
  operationId?: string;
  tags?: string[];
  responses?: Record<string, unknown>;
  security?: unknown[];
};
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

/** Calls that need no credential. */
const open = new Set([
  'accounts.signIn',
  'accounts.requestPasswordReset',
  'accounts.redeemPasswordReset',
]);

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
        PersonalToken,
        PlaybackChannel,
        Preset,
        Project: projects.Project,
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
        session: { type: 'apiKey', in: 'cookie', name: 'kinora_session' },
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
  const isOpen = open.has(operation.operationId ?? '');
  if (isOpen) operation.security = [];
  operation.responses = { ...operation.responses, ...problemResponses({ isOpen, path }) };
}

export async function mountDocs(http: FastifyInstance): Promise<void> {
  const document = await openApiDocument();
  const json = JSON.stringify(document);
  http.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(json),
  );
  await http.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: JSON.parse(json) as OpenAPIV3.Document },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: false },
    });
  });
}
