import { Hono } from 'hono'
import type { Runtime } from '../../../runtime/runtime.ts'
import { guardPage, renderNotConnected } from '../../answers/person-page.ts'
import { beginPath, followBeginLink } from '../../begin-links.ts'
import { bindingCookie } from '../../binding-cookie.ts'
import type { HostEnv } from '../../env.ts'
import type { WebPages } from '../../web-pages.ts'

/**
 * Where a browser begins a flow that a server asked for: it gets the cookie that ties the flow to it, and goes to the vendor.
 * @param report logs an error that the person is not told, under the request id that they are
 */
export function createOAuthBeginRoute(
  runtime: Runtime,
  report: (error: unknown, requestId: string) => void,
  pages?: () => Promise<WebPages>,
) {
  return new Hono<HostEnv>().get(beginPath, async (context) => {
    guardPage(context)
    try {
      // Whoever only looks whether there is something, as link checkers do, does not use the link up.
      if (context.req.raw.method === 'HEAD') return context.body(null, 204)
      const { url, binding } = await followBeginLink(runtime, context.req.query('flow') ?? '')
      context.header('Set-Cookie', bindingCookie(runtime, binding))
      return context.redirect(url, 303)
    } catch (error) {
      return pages ? (await pages()).notConnected(context, error) : renderNotConnected(context, error, report)
    }
  })
}
