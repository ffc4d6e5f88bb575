import { ApiError } from '../../errors/index.ts'
import type { Caller } from './caller.ts'

/**
 * Who writes: the person of the token, whatever the request says; with an API key, which speaks for several people, the
 * one whom the request names.
 * @throws ApiError 400 when a key names nobody
 */
export function chooseAuthor({ userId }: Caller, named: string | undefined, path: string): string {
  const author = userId ?? named
  if (author !== undefined) return author
  throw new ApiError('With an API key the request has to say who writes.', {
    code: 'API_INVALID',
    status: 400,
    problems: [{ path, message: 'is required with an API key' }],
  })
}
