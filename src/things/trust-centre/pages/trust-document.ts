import { hashForPolicy, renderDocumentHead } from '../../../report/html/document-head.ts'
import { describeLook, type StatusBrand } from '../../../report/package/public-look.ts'
import { type Html, renderHtml } from '../../../report/pieces/html.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Language } from '../../../service/records/appearances.ts'
import { buildPageHeaders } from '../../pages/headers.ts'

interface PublicPage {
  readonly title: string
  readonly language: Language
  /** @default none */
  readonly brand?: StatusBrand | undefined
  readonly content: Html
  /** @default 200 */
  readonly status?: number
}

/** Of forms, which signed pages do not have. */
const formStyle = `fieldset{border:1px solid var(--line);border-radius:.375rem;padding:.25rem .75rem}
input:not([type=checkbox]){font:inherit;box-sizing:border-box;width:100%;max-width:32rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem}
button{font:inherit;font-weight:600;padding:.5rem 1rem;border:1px solid;border-radius:.375rem}
`

/** A page that can be sent to several visitors. */
export interface RenderedPage {
  readonly text: string
  readonly headers: Headers
  readonly status: number
}

/** A page for everybody: no script, no cookie, nothing from elsewhere, and in no frame. */
export function createPublicPage(page: PublicPage): Response {
  return sendPublicPage(renderPublicPage(page))
}

export function sendPublicPage({ text, headers, status }: RenderedPage): Response {
  return new Response(text, { status, headers })
}

export function renderPublicPage({ title, language, brand = {}, content, status = 200 }: PublicPage): RenderedPage {
  const { style: look, allowed, logo } = describeLook(title, brand)
  const style = `${look}${formStyle}`
  const head = renderDocumentHead({ title, style, allowed, language, hasForms: true })
  const page = renderHtml`${head}<main>
${logo}<h1>${cleanLine(title)}</h1>
${content}</main>
</body>
</html>
`
  const headers = buildPublicHeaders([`style-src '${hashForPolicy(style)}'`, ...allowed, "form-action 'self'"])
  headers.set('content-language', language)
  return { text: page.text, headers, status }
}

/** @param allowed directives beside that nothing is allowed */
export function buildPublicHeaders(allowed: readonly string[]): Headers {
  const headers = buildPageHeaders()
  const policy = ["default-src 'none'", ...allowed, "frame-ancestors 'none'", "base-uri 'none'"]
  headers.set('content-security-policy', policy.join('; '))
  // A key may stand in the address.
  headers.set('referrer-policy', 'no-referrer')
  headers.set('vary', 'Accept-Language')
  return headers
}
