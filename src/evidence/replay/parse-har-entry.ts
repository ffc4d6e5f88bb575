import * as z from 'zod/mini'
import type { ExchangeMessage, ExchangeRecord, MessageBody } from '../../http/exchanges/exchange.ts'

const headers = z.array(z.object({ name: z.string(), value: z.string() }))

/** The parts of an entry from `writeHar` that other members do not give. */
const entrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.optional(z.object({ text: z.string(), _encoding: z.optional(z.literal('base64')) })),
  }),
  response: z.object({
    status: z.number(),
    headers,
    content: z.object({ text: z.optional(z.string()), encoding: z.optional(z.literal('base64')) }),
  }),
  _exchange: z.int(),
  _check: z.optional(z.string()),
  _attempt: z.int(),
  _error: z.optional(z.string()),
  _truncated: z.optional(z.string()),
  _anonymous: z.optional(z.literal(true)),
  _step: z.optional(z.string()),
  _confidential: z.optional(z.literal(true)),
})

/** The exchange in an entry of `exchanges.har`; undefined if it is not such an entry. */
export function parseHarEntry(entry: unknown): ExchangeRecord | undefined {
  const { data } = entrySchema.safeParse(entry)
  if (!data) return undefined
  const { request, response, _check, _error, _truncated, _anonymous, _step } = data
  const answered = _error === undefined
  const isShown = data._confidential === undefined
  const { text, encoding } = response.content
  return {
    number: data._exchange,
    checkId: _check,
    method: request.method,
    url: request.url,
    attempt: data._attempt,
    startedAt: data.startedDateTime,
    durationMs: data.time,
    status: answered ? response.status : undefined,
    errorCode: _error,
    anonymous: _anonymous,
    step: _step,
    request: isShown ? toMessage(request.headers, request.postData?.text, request.postData?._encoding) : undefined,
    response: isShown && answered ? toMessage(response.headers, text, encoding) : undefined,
    truncated: _truncated,
  }
}

function toMessage(
  headers: readonly { readonly name: string; readonly value: string }[],
  text: string | undefined,
  encoding: 'base64' | undefined,
): ExchangeMessage {
  const pairs = headers.map(({ name, value }) => [name, value] as const)
  if (text === undefined) return { headers: pairs }
  const body: MessageBody = encoding === undefined ? { text } : { base64: text }
  return { headers: pairs, body }
}
