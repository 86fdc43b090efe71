import type { Contract } from '@kinora/contract/router';
// Method and path of every call, without the schemas: zod stays out of the bundle.
import routes from '@kinora/contract/generated/routes.json';
import { createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { ApiError, errorOfResponse } from './api-error.ts';
import { currentLang } from './i18n/language.ts';

export type ApiClient = ContractRouterClient<Contract>;

const clients = new Map<string | null, ApiClient>();

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** `fetch` that throws an ApiError for every answer that is no success. */
export async function fetchApi(request: Request | string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request, init);
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError({ status: 0, code: 'unreachable' }, { cause });
  }
  if (!response.ok) throw await errorOfResponse(response);
  return response;
}

/** Headers of every call: the team, and the language of titles and details. */
export function apiHeaders(teamName: string | null): Record<string, string> {
  return {
    'accept-language': currentLang(),
    ...(teamName !== null && { 'x-team': teamName }),
  };
}

/** The API as one team sees it; null for the calls that belong to no team. Throws ApiError. */
export function apiFor(teamName: string | null): ApiClient {
  const known = clients.get(teamName);
  if (known !== undefined) return known;
  const link = new OpenAPILink(routes as unknown as AnyContractRouter, {
    url: location.origin,
    headers: () => apiHeaders(teamName),
    fetch: (request, init) => fetchApi(request, init),
  });
  const client = createORPCClient<ApiClient>(link);
  clients.set(teamName, client);
  return client;
}
