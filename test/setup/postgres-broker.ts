import type { TestProject } from 'vitest/node'
import { shareBroker } from './broker.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of a PostgreSQL server, which the first who asks starts. */
    postgresBroker: string
  }
}

/** One PostgreSQL for all tests of a run that want one, and none for a run without such tests. See `postgres.ts`. */
export default function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  let server: Promise<PostgresServer> | undefined
  const make = async () => {
    server ??= startPostgres()
    return (await server).url
  }
  return shareBroker(project, 'postgresBroker', make, async () => (await server)?.remove())
}
