import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'

export interface Broker {
  /** Where tests ask for it: `askBroker`. */
  readonly url: string
  close(): void
}

/** Answers everybody with what `make` comes to. Its failure is each caller's. */
export async function startBroker(make: () => Promise<string>): Promise<Broker> {
  const server = createServer(async (_, response) => {
    try {
      response.end(await make())
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Tells the tests of a project where to ask. One broker serves all projects of a run: the first that is set up starts it, and ends it.
 * @param end what goes with it
 */
export async function shareBroker(
  project: TestProject,
  name: 'postgresBroker' | 'childBroker' | 'programBroker',
  make: () => Promise<string>,
  end: () => unknown,
): Promise<(() => Promise<void>) | undefined> {
  const known = `CHECKWRIGHT_TEST_${name.replace(/[A-Z]/, '_$&').toUpperCase()}`
  const other = process.env[known]
  if (other !== undefined) {
    project.provide(name, other)
    return undefined
  }
  const broker = await startBroker(make)
  process.env[known] = broker.url
  project.provide(name, broker.url)
  return async () => {
    delete process.env[known]
    broker.close()
    await end()
  }
}

/** @throws what making it failed with */
export async function askBroker(url: string): Promise<string> {
  const answer = await fetch(url)
  const said = await answer.text()
  if (!answer.ok) throw new Error(said)
  return said
}
