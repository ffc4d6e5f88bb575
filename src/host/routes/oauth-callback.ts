import { Hono } from 'hono'
import type { Runtime } from '../../runtime/runtime.ts'
import { guardPage, renderNotConnected, renderPersonPage } from '../answers/person-page.ts'
import { clearBindingCookie, readBindingCookie } from '../binding-cookie.ts'
import type { HostEnv } from '../env.ts'
import type { WebPages } from '../web-pages.ts'

/**
 * The redirect URI: finishes a flow, then sends the person back to where it began.
 * @param report logs an error that the person is not told, under the request id that they are
 */
export function createOAuthCallbackRoute(
  runtime: Runtime,
  report: (error: unknown, requestId: string) => void,
  pages?: () => Promise<WebPages>,
) {
  return new Hono<HostEnv>().get('/v1/integrations/oauth/callback', async (context) => {
    guardPage(context)
    context.header('Set-Cookie', clearBindingCookie(runtime))
    const { search } = new URL(context.req.url)
    try {
      // From the configured URL: what Host or X-Forwarded-Host say is the client's word.
      const connection = await runtime.oauth.callback({
        url: `${runtime.callbackUrl}${search}`,
        binding: readBindingCookie(runtime, context.req.header('cookie')) ?? '',
      })
      // 303, so that no method and body are repeated (RFC 9700 §4.12).
      if (connection.returnTo !== undefined) return context.redirect(connection.returnTo, 303)
      if (pages) return await (await pages()).connected(context, connection)
      return context.html(renderPersonPage('Connected', 'The connection is ready. You can close this page.'))
    } catch (error) {
      return pages ? (await pages()).notConnected(context, error) : renderNotConnected(context, error, report)
    }
  })
}
