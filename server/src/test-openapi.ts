import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createOpenApiDocument, type OpenApiDocument } from './openapi.ts';
import type { Injected } from './test-app.ts';

export type ApiChecker = {
  document: OpenApiDocument;
  /** Fails unless the document knows this answer of this call, and its body keeps to it. */
  check: (operationId: string, answer: Injected) => void;
};

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const inPointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Parses real answers against the OpenAPI document. */
export async function openApiChecker(): Promise<ApiChecker> {
  const document = await createOpenApiDocument();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string[]) => {
    const $ref = `api#/${pointer.map((part) => encodeURIComponent(inPointer(part))).join('/')}`;
    const validate = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, validate);
    return validate;
  };
  const places = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => [operation.operationId, { path, method, operation }]),
    ),
  );
  const check: ApiChecker['check'] = (operationId, answer) => {
    const place = places.get(operationId);
    assert.ok(place, `${operationId} is not in the document`);
    const { path, method, operation } = place;
    const status = String(answer.statusCode);
    const documented = operation.responses?.[status];
    const said = `${operationId} answers ${status}: ${answer.payload.slice(0, 300)}`;
    assert.ok(documented, `${said}; not in the document`);
    const content = documented.content as Record<string, unknown> | undefined;
    if (!content) return assert.equal(answer.payload, '', said);
    const type = String(answer.headers['content-type']).split(';', 1)[0] ?? '';
    assert.ok(content[type], `${said}; of type ${type}`);
    if (!type.endsWith('json')) return;
    const validate = validatorOf([
      'paths',
      path,
      method,
      'responses',
      status,
      'content',
      type,
      'schema',
    ]);
    const isValid = validate(JSON.parse(answer.payload));
    assert.ok(isValid, `${said}\n${ajv.errorsText(validate.errors)}`);
  };
  return { document, check };
}
