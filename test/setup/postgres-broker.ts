import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of a PostgreSQL server, which the first who asks starts. */
    postgresBroker: string
  }
}

/** One PostgreSQL for all tests of a run that want one, and none for a run without such tests. See `postgres.ts`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined
  const broker = createServer(async (_, response) => {
    try {
      server ??= startPostgres()
      response.end((await server).url)
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  project.provide('postgresBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)
  return async () => {
    broker.close()
    await (await server)?.remove()
  }
}
