import { Hono } from 'hono'
import { readCallbackState } from '../../../auth/oauth/callback.ts'
import { AuthError } from '../../../errors/index.ts'
import { guardPage, isForPerson, renderNotConnected, renderPersonPage } from '../../api/answers/person-page.ts'
import { toProblem } from '../../api/answers/problem-details.ts'
import { noteRoute } from '../../api/observe-requests.ts'
import { clearBindingCookie, readBindingCookie } from '../../api/options/binding-cookie.ts'
import type { HostEnv } from '../../api/options/env.ts'
import type { WebPages } from '../../api/web-pages.ts'
import type { ConnectionTest, Runtime } from '../../runtime/runtime.ts'

/**
 * The redirect URI: finishes a flow, then sends the person back to the page where it began.
 * @param report logs an error that the person does not see, under the request id that they do see
 */
export function createOAuthCallbackRoute(
  runtime: Runtime,
  report: (error: unknown, requestId: string) => void,
  pages?: () => Promise<WebPages>,
) {
  return new Hono<HostEnv>().get(callbackPath, async (context) => {
    noteRoute(context)
    guardPage(context)
    // A HEAD request, as link checkers send it, uses nothing up.
    if (context.req.raw.method === 'HEAD') return context.body(null, 204)
    const { search } = new URL(context.req.url)
    const connectorId = context.req.param('connectorId')
    // From the configured URL, because the client controls Host and X-Forwarded-Host.
    const url = `${runtime.callbackUrl}${connectorId === undefined ? '' : `/${connectorId}`}${search}`
    const state = readCallbackState(url)
    const binding = readBindingCookie(runtime, context.req.header('cookie'), state)
    // Only the browser with the cookie of the flow can end the flow.
    if (state !== undefined && binding !== undefined) context.header('Set-Cookie', clearBindingCookie(runtime, state))
    try {
      const flow = await runtime.oauth.connect({ url, binding: binding ?? '' })
      const { connection, test, returnTo } = flow
      if (connection === undefined) throw createRefusal(test, returnTo)
      // 303, so that no method and body are repeated (RFC 9700 §4.12).
      if (returnTo !== undefined) return context.redirect(returnTo, 303)
      if (pages) return await (await pages()).showConnected(context, { ...flow, connection })
      if (test.undecided) return context.html(renderPersonPage('Not proven yet', connection.stateReason ?? ''))
      return context.html(renderPersonPage('Connected', 'The connection is ready. You can close this page.'))
    } catch (error) {
      if (error instanceof AuthError && error.returnTo !== undefined)
        return context.redirect(appendPair(error.returnTo, `error=${error.code}`), 303)
      const returnTo = isForPerson(error) ? undefined : await findReturnTo(runtime, binding)
      if (returnTo !== undefined) {
        const { requestId } = context.env
        report(error, requestId)
        return context.redirect(appendPair(returnTo, `error=${toProblem(error, requestId).code}`), 303)
      }
      return pages ? (await pages()).showNotConnected(context, error) : renderNotConnected(context, error, report)
    }
  })
}

/** While the store is away, nobody knows more of the flow than the browser that began it. */
function findReturnTo({ oauth }: Runtime, binding: string | undefined): Promise<string | undefined> | undefined {
  return binding === undefined ? undefined : oauth.returnTo({ binding }).catch(() => undefined)
}

/** The vendor granted access, and then did not accept it. Nothing was kept. */
function createRefusal({ message = 'The vendor does not accept it.', code }: ConnectionTest, returnTo?: string) {
  return new AuthError(`The access that was granted does not work, so nothing was kept. ${message}`, {
    code: code ?? 'AUTH_REJECTED',
    returnTo,
  })
}

/** An app may have a redirect URI that names its connector (RFC 9700 §4.4.2.2). */
const callbackPath = '/v1/integrations/oauth/callback/:connectorId?'

/** The URL stays as it was checked, because parsing and writing it could change its target. */
function appendPair(url: string, pair: string): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? []
  return `${address}${address.includes('?') ? '&' : '?'}${pair}${fragment}`
}
