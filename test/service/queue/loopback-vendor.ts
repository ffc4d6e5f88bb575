import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface LoopbackVendor {
  readonly url: string
  /** Requests that were begun. */
  asked(): number
  /** The most requests of one connection that were under way at the same time. */
  mostAtOnce(): number
  /** Requests that wait for an answer now. */
  waiting(): number
  /** The most requests under way at the same time, of all connections together. */
  mostInAll(): number
  /**
   * Answers no more until the function that comes back is called.
   * @param after so many requests that were begun. @default those until now
   */
  hold(after?: number): () => void
}

/** A vendor that answers `{}` to everything after a pause, and sees which connection asks by the query. Gone with the test. */
export async function startLoopbackVendor({ pauseMs = 0 } = {}): Promise<LoopbackVendor> {
  const underWay = new Map<string, number>()
  let asked = 0
  let most = 0
  let inAll = 0
  let mostInAll = 0
  let held: Promise<void> = Promise.resolve()
  let heldAfter = 0
  const server = createServer(async (request, response) => {
    const connection = new URL(request.url ?? '/', 'http://vendor').searchParams.get('connection') ?? ''
    const count = (underWay.get(connection) ?? 0) + 1
    underWay.set(connection, count)
    const place = ++asked
    most = Math.max(most, count)
    mostInAll = Math.max(mostInAll, ++inAll)
    // Answered, or the process that asked was killed.
    response.once('close', () => {
      inAll--
      underWay.set(connection, (underWay.get(connection) ?? 1) - 1)
    })
    if (place > heldAfter) await held
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    mostAtOnce: () => most,
    waiting: () => inAll,
    mostInAll: () => mostInAll,
    hold: (after = asked) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      heldAfter = after
      return resolve
    },
  }
}
