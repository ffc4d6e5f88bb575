import { ApiError } from '../../../errors/index.ts'
import type { Caller } from './caller.ts'

/**
 * The author of a text: the person of the token, whatever the request contains. An API key acts for several people, so
 * there the request names one.
 * @throws ApiError 400 when a key names nobody
 */
export function chooseAuthor({ userId }: Caller, named: string | undefined, path: string): string {
  const author = userId ?? named
  if (author !== undefined) return author
  throw new ApiError('With an API key the request has to say who writes.', {
    code: 'API_INVALID',
    problems: [{ path, message: 'is required with an API key' }],
  })
}
