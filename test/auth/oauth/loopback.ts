import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Loopback extends AsyncDisposable {
  readonly origin: string
  /** Every request so far, in order. */
  readonly received: Received[]
}

export type Answerer = (request: Received, response: ServerResponse) => void

/** A real HTTP server on 127.0.0.1 that keeps what it receives. */
export async function startLoopback(answer: Answerer): Promise<Loopback> {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    received.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers every request alike. */
export function answerAlike(status: number, body: unknown, headers: Record<string, string> = {}): Answerer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
