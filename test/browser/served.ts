import { serve } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import type { Host } from '../../src/app/host/index.ts'

export interface Served {
  readonly url: string
  /** The handler from now on. */
  answer(fetch: Host['fetch']): void
}

/** A server on loopback whose address is known before who answers: the runtime needs it as its public URL. */
export async function startServed(): Promise<Served> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let fetch: Host['fetch'] = async () => new Response(null, { status: 503 })
  const server = serve({ fetch: (request, env) => fetch(request, env), port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    resolve(port),
  )
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${await promise}`,
    answer: (answering) => {
      fetch = answering
    },
  }
}
