import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { traceAnswer } from '../runtime/telemetry/trace-answer.ts'
import type { HostEnv } from './env.ts'
import type { HostLogger } from './host-options.ts'

/**
 * A span, a measurement and a line of the access log for every request, by the template of its route. Real addresses
 * hold private values, such as one-time links, and are not logged.
 */
export function observeRequests(logger: HostLogger | undefined): MiddlewareHandler<HostEnv> {
  return async (context, next) => {
    const { method, headers, url } = context.req.raw
    const { requestId } = context.env
    const startedAtMs = performance.now()
    await traceAnswer({ method, headers, url, requestId }, async () => {
      await next()
      return { status: context.res.status, route: findRouteTemplate(context) ?? context.env.seen.route }
    })
    const durationMs = Math.round(performance.now() - startedAtMs)
    const route = findRouteTemplate(context) ?? context.env.seen.route ?? null
    logger?.info?.({ requestId, method, route, status: context.res.status, durationMs }, 'Request answered')
  }
}

/** `/v1/comments/{commentId}`; undefined if there is no route. */
export function findRouteTemplate(context: Context): string | undefined {
  const path = matchedRoutes(context).findLast((route) => !route.path.endsWith('*'))?.path
  return path?.replace(/:([A-Za-z]+)/g, '{$1}')
}
