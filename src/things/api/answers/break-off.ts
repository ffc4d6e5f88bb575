import { ApiError } from '../../../errors/index.ts'
import { limitAsking } from './limit-asking.ts'

/**
 * The same answer, which breaks off soon after its reader may no longer have it: a download that takes minutes is not decided
 * once at its beginning. It does not end as if it were whole.
 * @param mayGoOn asked at most once a second
 */
export function breakOffUnless(response: Response, mayGoOn: () => Promise<boolean>): Response {
  const { body, status, headers } = response
  if (body === null) return response
  const isAllowed = limitAsking(mayGoOn)
  const guard = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (await isAllowed()) controller.enqueue(chunk)
      else controller.error(createRefusal())
    },
  })
  return new Response(body.pipeThrough(guard), { status, headers })
}

function createRefusal(): ApiError {
  return new ApiError('The reader may no longer have this, so the download broke off.', { code: 'API_FORBIDDEN' })
}
