import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Sets the handler. Its errors are reported, and the client gets a 500 if nothing was sent yet. */
  serve(handler: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>): void
  /** Keeps an error for `close()`, so that a test cannot overlook it. */
  report(error: unknown): void
  /** Ends every connection at once, hanging ones too. @throws what was reported since the last call */
  close(): Promise<void>
}

/** An HTTP server on 127.0.0.1. @param port 0: any free port. @throws when the port is taken */
export async function startLoopbackServer(port = 0): Promise<LoopbackServer> {
  const server = createServer()
  const reported: unknown[] = []
  let closed: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has an address and a port.')

  const report = (error: unknown) => void reported.push(error)
  return {
    origin: `http://127.0.0.1:${address.port}`,
    report,
    serve(handler) {
      server.on('request', (request, response) => {
        const answer = async () => handler(request, response)
        answer().catch((error: unknown) => {
          // A client that leaves before its request is complete is no error.
          if (!request.complete) return
          report(error)
          failResponse(response)
        })
      })
    },
    async close() {
      closed ??= new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await closed
      const errors = reported.splice(0)
      if (errors.length === 1) throw errors[0]
      if (errors.length > 1)
        throw new AggregateError(errors, `${errors.length} requests could not be answered:\n${formatErrorList(errors)}`)
    },
  }
}

function failResponse(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(500, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ error: 'server_error', message: 'The answer failed; close() throws the reason.' }))
}

function formatErrorList(errors: readonly unknown[]): string {
  return errors.map((error) => `  - ${error instanceof Error ? error.message : String(error)}`).join('\n')
}
