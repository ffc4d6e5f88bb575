import type { SentRequest } from './stage.ts'

const cutMark = 'checkwright-next'

/** The vendor's answer; a list becomes the first page of a longer one, and its next page fails. */
export async function cutList(
  request: SentRequest,
  ask: (request: SentRequest) => Promise<Response>,
  note: (address: string) => void,
): Promise<Response> {
  if (request.url.searchParams.has(cutMark))
    return new Response('{"message":"no"}', { status: 503, headers: { 'content-type': 'application/json' } })
  const response = await ask(request)
  const text = await response.text()
  const { status } = response
  const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? 'application/json' })
  if (status >= 200 && status < 300 && hasList(text)) {
    note(`${request.url.origin}${request.url.pathname}`)
    const next = new URL(request.url)
    next.searchParams.set(cutMark, '1')
    headers.set('link', `<${next.href}>; rel="next"`)
    headers.set('x-total-count', '1000000')
  }
  return new Response(status === 204 ? null : text, { status, headers })
}

function hasList(text: string): boolean {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return false
  }
  return Array.isArray(body) || (typeof body === 'object' && body !== null && Object.values(body).some(Array.isArray))
}

/** Whether a check's path means this address. */
export function isAddressOf(address: string, path: string): boolean {
  return path.length > 1 && (address === path || (path.startsWith('/') && address.endsWith(path)))
}
