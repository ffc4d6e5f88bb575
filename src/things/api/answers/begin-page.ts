import type { Context } from 'hono'
import { html } from 'hono/html'
import { guardPage } from './person-page.ts'

/** The text of the page that a person reads before they go on to a vendor. */
export interface BeginView {
  readonly organizationId: string
  /** Name of the organization that requests access. */
  readonly organization: string
  /** Name of the connector. */
  readonly connector: string
  /** Host of the vendor's page. */
  readonly vendor: string
  readonly scopes: readonly string[]
  /** An existing connection gets new access. */
  readonly isRenewal: boolean
  /** Target of the form, relative to the page. */
  readonly action: string
  /** `Set-Cookie` values. */
  readonly cookies: readonly string[]
}

/** A browser that is sent to a vendor. */
export interface GoingOnView {
  readonly organizationId: string
  /** Name of the connector. */
  readonly name: string
  readonly url: string
  readonly cookies: readonly string[]
}

/** The caller, in one sentence. */
function formatRequester({ organization, connector, vendor, isRenewal }: BeginView): string {
  const what = isRenewal ? `to connect ${connector} again` : `to connect an account of ${connector}`
  return `The organization “${organization}” asks you ${what}. You sign in at ${vendor}. “${organization}” can then read what you allow there.`
}

const beginWarning =
  'If you do not know this organization, or did not expect this page, close it. Nothing is connected unless you continue.'

/** The page if the host serves no other pages. It needs no script and no style. */
export function renderBeginPage(context: Context, view: BeginView) {
  guardPage(context, { hasForm: true })
  for (const cookie of view.cookies) context.header('Set-Cookie', cookie, { append: true })
  const title = `Connect ${view.connector} for ${view.organization}?`
  return context.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${formatRequester(view)}</p>
${view.scopes.length > 0 ? html`<p>It asks for:</p><ul>${view.scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>` : ''}
<p>${beginWarning}</p>
<form method="post" action="${view.action}"><button type="submit">Continue to ${view.connector}</button></form>
</main></body>
</html>`)
}

/**
 * The page refreshes instead of redirecting, because Chromium applies the policy's form-action to redirects after a
 * form.
 */
export function renderGoingOnPage(context: Context, { name, url, cookies }: GoingOnView) {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
  return context.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="0; url=${url}"><title>Continue to ${name}</title></head>
<body><main><h1>Continue to ${name}</h1><p><a href="${url}" rel="noreferrer">Continue to ${name}</a></p></main></body>
</html>`)
}
