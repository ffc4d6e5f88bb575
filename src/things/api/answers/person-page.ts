import type { Context } from 'hono'
import { html } from 'hono/html'
import { AuthError, CredentialError, HttpError } from '../../../errors/index.ts'
import type { HostEnv } from '../options/env.ts'

/**
 * Headers of pages that a browser passes while it connects. @param hasForm the page has a form that posts back to us
 */
export function guardPage(context: Context, { hasForm = false }: { readonly hasForm?: boolean } = {}): void {
  // The URLs of these pages hold secrets, so nothing may cache them or pass them on (RFC 9700 §4.2.4).
  context.header('Cache-Control', 'no-store')
  // With no-referrer, a form would send "Origin: null" (Fetch standard) and look like a foreign one.
  context.header('Referrer-Policy', hasForm ? 'same-origin' : 'no-referrer')
  context.header(
    'Content-Security-Policy',
    `default-src 'none'; base-uri 'none'; form-action ${hasForm ? "'self'" : "'none'"}; frame-ancestors 'none'`,
  )
}

/** A page with one sentence. */
export function renderPersonPage(title: string, text: string) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>`
}

/**
 * Explains to a person why there is no connection. @param report logs an error that the person does not see, under the
 * request id that they do see
 */
export function renderNotConnected(
  context: Context<HostEnv>,
  error: unknown,
  report: (error: unknown, requestId: string) => void,
) {
  if (isForPerson(error)) return context.html(renderPersonPage('Not connected', error.message), 400)
  const { requestId } = context.env
  report(error, requestId)
  const trouble = `Something went wrong on our side. Give this request id to the operator of this service: ${requestId}`
  return context.html(renderPersonPage('Not connected', trouble), 500)
}

/** The result of signing in at the vendor. Any other error concerns this service, and people do not see it. */
export function isForPerson(error: unknown): error is AuthError | CredentialError | HttpError {
  return error instanceof AuthError || error instanceof CredentialError || error instanceof HttpError
}
