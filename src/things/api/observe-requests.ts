import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { traceAnswer } from '../../service/telemetry/trace-answer.ts'
import type { HostEnv } from './options/env.ts'
import type { HostLogger } from './options/host-options.ts'

/**
 * A span, a measurement and a line of the access log for a request, by the template of its route. Real addresses hold
 * private values, such as one-time links, and are not logged.
 */
export async function observeRequest(
  { method, headers, url }: Request,
  { requestId, seen }: HostEnv['Bindings'],
  logger: HostLogger | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  const startedAtMs = performance.now()
  const answered = await traceAnswer({ method, headers, url, requestId }, async () => {
    const response = await answer()
    return { status: response.status, route: seen.route, response }
  })
  const { status, route = null, response } = answered
  const durationMs = Math.round(performance.now() - startedAtMs)
  logger?.info?.({ requestId, method, route, status, durationMs }, 'Request answered')
  return response
}

/** Names the route for what is observed: `/v1/comments/{commentId}`. */
export function noteRoute(context: Context<HostEnv>): void {
  const path = matchedRoutes(context).findLast((route) => !route.path.endsWith('*'))?.path
  if (path !== undefined) context.env.seen.route = path.replace(/:([A-Za-z]+)/g, '{$1}')
}
