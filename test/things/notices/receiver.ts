import { text } from 'node:stream/consumers'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import { startLoopbackServer } from '../../../src/author/testing/vendor/loopback.ts'
import type { Notice } from '../../../src/service/notices/notice.ts'

/** One request of a webhook. */
export interface Arrival {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Answer = number | { readonly status: number; readonly headers: Readonly<Record<string, string>> }

/**
 * A receiver of webhooks on loopback.
 * @param answer the status for a request, or a promise of it
 */
export async function startReceiver(answer: (arrival: Arrival) => Answer | Promise<Answer> = () => 204) {
  const server = await startLoopbackServer()
  onTestFinished(() => server.close())
  const arrivals: Arrival[] = []
  server.serve(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const arrival = { path: request.url ?? '', headers, body: await text(request) }
    arrivals.push(arrival)
    const answered = await answer(arrival)
    response.writeHead(
      typeof answered === 'number' ? answered : answered.status,
      typeof answered === 'number' ? {} : answered.headers,
    )
    response.end('a secret of the receiver')
  })
  return { url: server.origin, arrivals }
}

/** @throws if the library does not accept the signature at the time that the request names */
export function verifyArrival({ headers, body }: Arrival, secret: string): Notice {
  const now = Date.now
  // The library compares with the time of the machine, and tests have clocks of their own.
  Date.now = () => Number(headers['webhook-timestamp']) * 1_000
  try {
    return new StandardWebhook(secret).verify(body, headers) as Notice
  } finally {
    Date.now = now
  }
}
