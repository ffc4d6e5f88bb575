import type { TestProject } from 'vitest/node'
import { startBroker } from './broker.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of a PostgreSQL server, which the first who asks starts. */
    postgresBroker: string
  }
}

/** Where the broker of this run is: each project of tests has a setup, and one server serves all. */
const known = 'CHECKWRIGHT_TEST_POSTGRES_BROKER'

/** One PostgreSQL for all tests of a run that want one, and none for a run without such tests. See `postgres.ts`. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const other = process.env[known]
  if (other !== undefined) {
    project.provide('postgresBroker', other)
    return undefined
  }
  let server: Promise<PostgresServer> | undefined
  const broker = await startBroker(async () => {
    server ??= startPostgres()
    return (await server).url
  })
  process.env[known] = broker.url
  project.provide('postgresBroker', broker.url)
  return async () => {
    delete process.env[known]
    broker.close()
    await (await server)?.remove()
  }
}
