import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { ApiError } from '../errors/index.ts'
import type { Logger, Runtime } from '../runtime/runtime.ts'
import { failureFields } from './failure-fields.ts'
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
 * Serves the OAuth redirect URI and the API under the runtime's public URL, or without the path of that where something in
 * front has taken it off.
 * @example
 * import { serve } from '@hono/node-server'
 * serve({ fetch: createHost({ runtime }).fetch, port: 3000 })
 */
export function createHost({ runtime, logger }: HostOptions): Host {
  const report = (error: unknown): string => {
    const requestId = randomUUID()
    logger?.error({ requestId, ...failureFields(error) }, 'Request failed')
    return requestId
  }
  const routes = new Hono().route('/', oauthCallback(runtime, report)).route('/', organization(runtime))
  const app = new Hono()
  for (const path of new Set(['/', new URL(runtime.publicUrl).pathname])) app.route(path, routes)
  app.notFound((context) => {
    throw new ApiError(`There is nothing at ${context.req.method} ${context.req.path}.`, {
      code: 'NOT_FOUND',
      status: 404,
    })
  })
  app.onError((error) => {
    const problem = problemOf(error)
    return problemResponse({ ...problem, requestId: problem.status >= 500 ? report(error) : randomUUID() })
  })
  return {
    fetch: async (request) => {
      const response = await app.fetch(request)
      response.headers.set('x-content-type-options', 'nosniff')
      return response
    },
  }
}
