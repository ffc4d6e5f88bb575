import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { CheckwrightError } from '../errors/index.ts'
import type { Host } from '../host/options.ts'

/** How long requests under way, such as streams of events, may go on after the request to stop. */
const patienceMs = 10_000

export interface HttpServer {
  readonly url: string
  /** Who answers from now on. Until then every request is told to come back. */
  answer(fetch: Host['fetch']): void
  /** Takes no more requests, and waits for those under way. */
  close(): Promise<void>
}

/** @throws CheckwrightError `CLI_USAGE` when the port cannot be had */
export async function listen({ host, port }: { readonly host: string; readonly port: number }): Promise<HttpServer> {
  let fetch: Host['fetch'] = async () => new Response(null, { status: 503, headers: { 'retry-after': '1' } })
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: (request, env) => fetch(request, env), port, hostname: host }, resolve) as Server
  server.once('error', (error: NodeJS.ErrnoException) => {
    const what = `The address ${host}:${port} cannot be listened on (${error.code ?? 'unknown'}).`
    reject(new CheckwrightError(`${what} Choose another by --port or --host.`, { code: 'CLI_USAGE', cause: error }))
  })
  const address = await promise
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    answer: (answering) => {
      fetch = answering
    },
    close: () => closed(server),
  }
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
  server.close(() => resolve())
  server.closeIdleConnections()
  await promise
  clearTimeout(cutOff)
}
