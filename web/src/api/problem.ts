import type { Problem } from './types';

/** The code of a request that never reached the server, or whose answer never came back. */
export const UNREACHABLE = 'network.unreachable';

/** A refused or failed request, with the server's own account of it. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.problem = problem;
  }
}

/** Whether nobody is signed in any more, or by another session than the one this page knows. */
export function isSessionNeeded(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.problem.status === 401 || error.problem.code === 'access.csrf';
}

/** Whether what was asked for is not there for the person: deleted, or theirs to see no more. */
export function isClosed(error: unknown): boolean {
  if (!(error instanceof ApiError) || isSessionNeeded(error)) return false;
  return error.problem.status === 403 || error.problem.status === 404;
}

/** Read an error body; one that is not a `Problem` (a proxy's page) still names its status. */
export function toProblem(body: unknown, status: number): Problem {
  if (isProblem(body)) return body;
  return {
    type: 'about:blank',
    title: `HTTP ${status}`,
    status,
    detail: `The server answered with status ${status} and no explanation.`,
    code: `http.${status}`,
    retryable: status >= 500,
  };
}

/** What a failed `fetch` means; anything that is already an `ApiError` passes unchanged. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    type: 'about:blank',
    title: 'Unreachable',
    status: 0,
    detail: 'The server cannot be reached, or the connection was lost.',
    code: UNREACHABLE,
    retryable: true,
  });
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  const fields = body as Record<string, unknown>;
  return (
    typeof fields['detail'] === 'string' &&
    typeof fields['code'] === 'string' &&
    typeof fields['status'] === 'number'
  );
}
