import { Hono } from 'hono'
import { html } from 'hono/html'
import { AuthError, CredentialError, HttpError } from '../../errors/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { bindingOf, clearedBindingCookie } from '../binding-cookie.ts'

/**
 * The redirect URI: finishes a flow, then sends the person back to where it began.
 * @param report logs an error that the person is not told, under the request id that they are
 */
export function oauthCallback(runtime: Runtime, report: (error: unknown, requestId: string) => void) {
  return new Hono<{ Bindings: { readonly requestId: string } }>().get(
    '/v1/integrations/oauth/callback',
    async (context) => {
      // The code is in this page's URL: nothing may keep it or pass it on (RFC 9700 §4.2.4).
      context.header('Cache-Control', 'no-store')
      context.header('Referrer-Policy', 'no-referrer')
      context.header(
        'Content-Security-Policy',
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      context.header('Set-Cookie', clearedBindingCookie(runtime))
      const { search } = new URL(context.req.url)
      try {
        // From the configured URL: what Host or X-Forwarded-Host say is the client's word.
        const connection = await runtime.oauth.callback({
          url: `${runtime.callbackUrl}${search}`,
          binding: bindingOf(runtime, context.req.header('cookie')) ?? '',
        })
        // 303, so that no method and body are repeated (RFC 9700 §4.12).
        if (connection.returnTo !== undefined) return context.redirect(connection.returnTo, 303)
        return context.html(page('Connected', 'The connection is ready. You can close this page.'))
      } catch (error) {
        if (isForPerson(error)) return context.html(page('Not connected', error.message), 400)
        const { requestId } = context.env
        report(error, requestId)
        const trouble = `Something went wrong here, and it is not your doing. Tell who runs this service: ${requestId}`
        return context.html(page('Not connected', trouble), 500)
      }
    },
  )
}

/** What came of signing in at the vendor; anything else is about this service, and not for everybody to read. */
function isForPerson(error: unknown): error is AuthError | CredentialError | HttpError {
  return error instanceof AuthError || error instanceof CredentialError || error instanceof HttpError
}

function page(title: string, text: string) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>`
}
