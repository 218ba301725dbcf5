import createClient from 'openapi-fetch';

import { csrfHeaders } from './csrf';
import { ApiError, toApiError, toProblem } from './problem';
import type { paths } from './schema';

/** Typed by the OpenAPI document: a path or a field that the server lacks does not compile. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // Looked up at each call, not bound at import.
  fetch: (request) => globalThis.fetch(request),
});

api.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(csrfHeaders())) request.headers.set(name, value);
    return request;
  },
});

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a call that succeeded; throws `ApiError` where it did not. */
export async function bodyOf<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  const reply = await settled(call);
  return reply.data as Data;
}

/** Wait for a call whose success has no body. */
export async function done(call: Promise<Reply<unknown>>): Promise<void> {
  await settled(call);
}

async function settled<Data>(call: Promise<Reply<Data>>): Promise<Reply<Data>> {
  const reply = await call.catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!reply.response.ok) throw new ApiError(toProblem(reply.error, reply.response.status));
  return reply;
}
