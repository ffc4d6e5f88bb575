import { answerHealth, answerUnready } from '../../things/api/health.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'
import { type HttpServer, listen } from './serve-http.ts'

export interface HealthOptions {
  /** @default 127.0.0.1; 0.0.0.0 where probes come from another machine */
  readonly host?: string | undefined
  /** 0: any free port. */
  readonly port: number
  readonly runtime: Pick<Runtime, 'ready'>
}

/**
 * `/healthz` and `/readyz` of a process without other routes, such as a worker. Close it when the process stops:
 * meanwhile it answers 503.
 * @throws CheckwrightError `CLI_USAGE` when the port cannot be had
 */
export async function serveHealth({ host = '127.0.0.1', port, runtime }: HealthOptions): Promise<HttpServer> {
  const server = await listen({ host, port })
  server.answer(async (request) => (await answerHealth(request, runtime)) ?? answerUnready(request))
  return server
}
