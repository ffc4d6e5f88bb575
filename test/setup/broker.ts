import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** @throws what making it failed with */
export async function askBroker(url: string): Promise<string> {
  const answer = await fetch(url)
  const said = await answer.text()
  if (!answer.ok) throw new Error(said)
  return said
}
