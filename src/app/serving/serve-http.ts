import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { CheckwrightError } from '../../errors/index.ts'
import { answerUnready } from '../../things/api/health.ts'
import type { Host } from '../../things/api/options/host-options.ts'

/** How long requests under way, such as streams of events, may continue after the signal to stop. */
const patienceMs = 10_000

/** Addresses that stand for all of a machine's: none of them is one that a browser opens, or that a provider of OAuth returns to. */
const everyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export interface HttpServer {
  /** Where it listens: `http://0.0.0.0:3000` */
  readonly address: string
  /** Where it is reached from this machine: `http://127.0.0.1:3000` */
  readonly url: string
  /** The handler from now on. Until then every request gets 503. */
  answer(fetch: Host['fetch']): void
  /** Waits for the requests under way, and refuses new ones with 503. */
  close(): Promise<void>
}

/** @throws CheckwrightError `CLI_USAGE` when the port cannot be had */
export async function listen({ host, port }: { readonly host: string; readonly port: number }): Promise<HttpServer> {
  const comeBack: Host['fetch'] = async (request) => answerUnready(request)
  let fetch = comeBack
  const underWay = new Set<ServerResponse>()
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>()
  // Checks run in this process, and an answer of a vendor has to be a Response for them.
  const options = { port, hostname: host, overrideGlobalObjects: false }
  const server = serve({ fetch: (request, env) => fetch(request, env), ...options }, resolve) as Server
  server.once('error', (error: NodeJS.ErrnoException) => {
    const what = `The address ${host}:${port} cannot be listened on (${error.code ?? 'unknown'}).`
    reject(new CheckwrightError(`${what} Choose another with --port or --host.`, { code: 'CLI_USAGE', cause: error }))
  })
  server.on('request', (_request, response) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  const address = await promise
  const toUrl = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
  return {
    address: toUrl(host),
    url: toUrl(everyAddress[host] ?? host),
    answer: (answering) => {
      fetch = answering
    },
    close: async () => {
      fetch = comeBack
      // Node treats a connection as idle as soon as it has the whole answer, and would cut off the part that is still
      // being sent.
      const answered = Promise.all([...underWay].map((response) => once(response, 'close')))
      await Promise.race([answered, sleep(patienceMs, undefined, { ref: false })])
      await closeServer(server)
    },
  }
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
