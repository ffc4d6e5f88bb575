import { type ErrorCode, HttpError } from '../../errors/index.ts'
import type { Redactor } from '../redact/redact.ts'

/**
 * An error for a request that is not sent, or not followed any further. Its text is redacted, also if the request had a
 * secret.
 */
export function createRefusal(
  code: ErrorCode,
  request: { readonly method: string; readonly url: URL | string },
  why: string,
  redactor: Redactor,
): HttpError {
  const url = URL.canParse(String(request.url)) ? redactor.url(request.url) : redactor.text(String(request.url))
  return new HttpError(redactor.text(why), { code, method: request.method, url })
}
