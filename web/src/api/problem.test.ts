import { describe, expect, it } from 'vitest';

import { ApiError, toApiError, toProblem, UNREACHABLE } from './problem';
import { reconnectDelay } from './waiting';

const problem = {
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  detail: 'There is no room `r1`.',
  code: 'not_found',
  retryable: false,
};

describe('toProblem', () => {
  it('takes the server at its word', () => {
    expect(toProblem(problem, 404)).toBe(problem);
  });

  it.each([null, '<html>Bad gateway</html>', { detail: ['missing'] }])(
    'names the status of a body that explains nothing: %j',
    (body) => {
      expect(toProblem(body, 502)).toMatchObject({ status: 502, code: 'http.502', retryable: true });
    },
  );
});

describe('toApiError', () => {
  it('calls a failed connection unreachable, and worth another try', () => {
    const { problem: found } = toApiError(new TypeError('Failed to fetch'));
    expect(found).toMatchObject({ code: UNREACHABLE, status: 0, retryable: true });
  });

  it('leaves an error of the server as it is', () => {
    const error = new ApiError(problem);
    expect(toApiError(error)).toBe(error);
  });
});

it('waits longer after each lost connection, but never more than fifteen seconds', () => {
  expect([0, 1, 2, 10].map(reconnectDelay)).toEqual([500, 1_000, 2_000, 15_000]);
});
