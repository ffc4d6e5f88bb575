import { Hono } from 'hono'
import { ApiError } from '../../errors/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { authenticated } from '../authenticate.ts'

/** The caller's own organization. */
export function organization(runtime: Runtime): Hono {
  return new Hono().get('/v1/organization', async (context) => {
    const key = await authenticated(runtime, context.req.raw.headers, 'organization:read')
    const found = await runtime.organizations.get(key.organizationId)
    if (!found)
      throw new ApiError('The organization of this API key does not exist any more.', {
        code: 'NOT_FOUND',
        status: 404,
      })
    return context.json({
      id: found.id,
      name: found.name,
      createdAt: new Date(found.createdAtMs).toISOString(),
      authType: 'api-key',
    })
  })
}
