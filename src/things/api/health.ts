import type { Readiness, Runtime } from '../runtime/runtime.ts'

/**
 * Answers `/healthz`, that the process is alive, without any check; and `/readyz`, whether it can do its work. They are
 * for process managers and load balancers. They need no key and only report which part is missing. Any other path is
 * `undefined`.
 */
export function answerHealth(request: Request, runtime: Pick<Runtime, 'ready'>): Promise<Response> | undefined {
  switch (readRequestPath(request)) {
    case '/healthz':
      return Promise.resolve(createAliveAnswer())
    case '/readyz':
      return runtime.ready().then(createReadinessAnswer)
    default:
      return undefined
  }
}

/** The same for a process that is starting or stopping: alive, and not ready. */
export function answerUnready(request: Request): Response {
  return readRequestPath(request) === '/healthz'
    ? createAliveAnswer()
    : createHealthResponse({ status: 'unavailable' }, 503, { 'retry-after': '1' })
}

function createReadinessAnswer(readiness: Readiness): Response {
  return readiness.ready
    ? createHealthResponse({ status: 'ready' }, 200)
    : createHealthResponse({ status: 'unavailable', reasons: readiness.reasons }, 503)
}

function createAliveAnswer(): Response {
  return createHealthResponse({ status: 'alive' }, 200)
}

function createHealthResponse(body: object, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** Without `URL`, which costs more than the answer. */
function readRequestPath({ url }: Request): string {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', from)
  return url.slice(from, query === -1 ? undefined : query)
}
