import { parseJson } from '../../../text/parse-json.ts'
import type { SentRequest } from './stage.ts'

/** The vendor's answer with empty lists, and without a further page. */
export async function emptyLists(
  request: SentRequest,
  ask: (request: SentRequest) => Promise<Response>,
): Promise<Response> {
  const response = await ask(request)
  const text = emptyText(await response.text())
  return new Response(response.status === 204 ? null : text, {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
  })
}

/** A text in JSON, or in the XML of AWS, with every list in it empty. Any other text stays the same. */
export function emptyText(text: string): string {
  const json = parseJson(text)
  if (json !== undefined) return JSON.stringify(json, (_, value) => (Array.isArray(value) ? [] : value))
  const fewer = text.replaceAll(innermostItem, '')
  return fewer === text ? text : emptyText(fewer)
}

/** An item of a list without another item in it. */
const innermostItem = /<(member|item)>(?:(?!<(?:member|item)>).)*?<\/\1>/gs
