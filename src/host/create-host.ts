import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { ApiError } from '../errors/index.ts'
import type { Logger, Runtime } from '../runtime/runtime.ts'
import { problemOf, problemResponse } from './problem.ts'
import { oauthCallback } from './routes/oauth-callback.ts'
import { organization } from './routes/organization.ts'

export interface HostOptions {
  readonly runtime: Runtime
  /** Told of answers with status 500, with the request id. @default none */
  readonly logger?: Pick<Logger, 'error'> | undefined
}

/** The HTTP API as one function from request to response, to mount in any server. */
export interface Host {
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * Serves the OAuth redirect URI and the API under the runtime's public URL.
 * @example
 * import { serve } from '@hono/node-server'
 * serve({ fetch: createHost({ runtime }).fetch, port: 3000 })
 */
export function createHost({ runtime, logger }: HostOptions): Host {
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
  })
  app.route('/', oauthCallback(runtime))
  app.route('/', organization(runtime))
  app.notFound((context) => {
    throw new ApiError(`There is nothing at ${context.req.method} ${context.req.path}.`, {
      code: 'NOT_FOUND',
      status: 404,
    })
  })
  app.onError((error) => {
    const problem = problemOf(error, randomUUID())
    if (problem.status >= 500) logger?.error({ requestId: problem.requestId, error: error.name }, 'Request failed')
    return problemResponse(problem)
  })
  return { fetch: async (request) => app.fetch(request) }
}
