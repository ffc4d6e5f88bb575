import type { SentRequest } from './stage.ts'

/** The vendor's answer with empty lists, and without a further page. */
export async function emptyLists(
  request: SentRequest,
  ask: (request: SentRequest) => Promise<Response>,
): Promise<Response> {
  const response = await ask(request)
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const body = isJson ? JSON.stringify(JSON.parse(text, (_, value) => (Array.isArray(value) ? [] : value))) : text
  return new Response(response.status === 204 ? null : body, {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
  })
}
