import type { Contract } from '@kinora/contract/router';
// Method and path of every call, without the schemas: zod stays out of the bundle.
import routes from '@kinora/contract/generated/routes.json';
import type { ContractRouterClient } from '@orpc/contract';
import { ApiError, readApiError } from './api-error.ts';
import { type Input, toRequest } from './api-request.ts';
import { getLang } from './i18n/language.ts';

export type ApiClient = ContractRouterClient<Contract>;

type Options = { signal?: AbortSignal };

const clients = new Map<string | null, ApiClient>();

/** Headers of every call: the team, and the language of titles and details. */
export function getApiHeaders(teamName: string | null): Record<string, string> {
  return {
    'accept-language': getLang(),
    ...(teamName !== null && { 'x-team': teamName }),
  };
}

/** The API as one team sees it; null for the calls that belong to no team. Throws ApiError. */
export function createApi(teamName: string | null): ApiClient {
  const known = clients.get(teamName);
  if (known !== undefined) return known;
  const createCall =
    ([method = '', path = '']: string[]) =>
    async (input: Input = {}, { signal }: Options = {}) => {
      const { url, init } = toRequest(method, path, input);
      const headers = { ...init.headers, ...getApiHeaders(teamName) };
      return fetchBody(url, { ...init, headers, ...(signal && { signal }) });
    };
  const client = mapValues(routes, (calls) => mapValues(calls, createCall)) as unknown as ApiClient;
  clients.set(teamName, client);
  return client;
}

function mapValues<T, R>(things: Record<string, T>, change: (one: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(things).map(([name, one]) => [name, change(one)]));
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

declare global {
  /** Answers by their addresses: calls that boot.js made before this code had come. */
  var kinoraFirst: Record<string, Promise<Response>> | undefined;
}

/** Takes the answer to what was asked for before any code had come; it counts once. */
function takeFirst(url: string): Promise<Response> | undefined {
  const answer = globalThis.kinoraFirst?.[url];
  delete globalThis.kinoraFirst?.[url];
  return answer;
}

/** Lets go of answers that the first page didn't ask for; they would be old when another does. */
export function dropFirst(): void {
  globalThis.kinoraFirst = undefined;
}

/** `fetch` that throws an ApiError for every answer that is no success. */
export async function fetchApi(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await (takeFirst(url) ?? fetch(url, init));
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError({ status: 0, code: 'unreachable' }, { cause });
  }
  if (!response.ok) throw await readApiError(response);
  return response;
}

/** Returns the body of an answer: undefined when it is empty, a Blob when it is no JSON. */
async function fetchBody(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetchApi(url, init);
  const type = response.headers.get('content-type');
  if (type !== null && !type.startsWith('application/json')) return response.blob();
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
