import type { AnyConnector, CheckOutcome } from '../../../define/index.ts'
import type { HostFetch } from '../../../http/transport/transport-options.ts'
import { runChecks } from '../../../things/runs/run-checks.ts'
import { fixedClock } from '../vendor/fixed-clock.ts'

export type HostFetchInit = Parameters<HostFetch>[1]

/** A check's request, with its answer. */
export interface Answered {
  /** The request without parts that differ from resource to resource: `GET api.acme.example/users/{}`. */
  readonly operation: string
  /** The request as a whole, so that the same one gets the same answer again. */
  readonly request: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** One check, and a vendor that repeats its earlier answers. */
export interface Scenario {
  readonly check: string
  readonly credentials: Readonly<Record<string, unknown>>
  readonly settings?: Readonly<Record<string, string>> | undefined
  readonly variables: Readonly<Record<string, unknown>>
  /** Start of the run, ISO 8601. */
  readonly now: string
  readonly answers: readonly Answered[]
}

/** A fetch that keeps the answers. */
export function keepAnswers(fetch: HostFetch, answers: Answered[]): HostFetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    // The position is reserved now, so that simultaneous requests keep their order.
    const place = answers.push({ ...describeRequest(url, init), status: response.status, headers: {}, text: '' }) - 1
    const text = await response.clone().text()
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !hopNames.has(name)))
    answers[place] = { ...describeRequest(url, init), status: response.status, headers, text }
    return response
  }
}

const hopNames = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** A vendor that gives each request its earlier answers, the last of them again and again. Without any, it gives 501, which decides nothing. */
export function repeatAnswers(answers: readonly Answered[]): HostFetch {
  const queues = Map.groupBy(answers, ({ request }) => request)
  return async (url, init) => {
    const queue = queues.get(describeRequest(url, init).request) ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (!answer) return new Response('{}', { status: 501, headers: { 'content-type': 'application/json' } })
    const { status, headers, text } = answer
    return new Response([204, 205, 304].includes(status) ? null : text, { status, headers })
  }
}

/** Runs the check of a scenario on its answers. */
export async function replayScenario(
  connector: AnyConnector,
  { check, credentials, settings = {}, variables, now, answers }: Scenario,
): Promise<CheckOutcome> {
  const fetch = repeatAnswers(answers)
  const options = { credentials, settings, variables, checks: [check], fetch, clock: fixedClock(now) }
  const [outcome] = (await runChecks(connector, options)).checks
  if (!outcome) throw new Error(`The run of "${check}" has no outcome.`)
  return outcome
}

/** How a request is told from others. */
export function describeRequest(
  address: string,
  { method, headers, body }: HostFetchInit,
): Pick<Answered, 'operation' | 'request'> {
  const url = new URL(address)
  const text = typeof body === 'string' ? body : Buffer.from(body ?? []).toString('utf8')
  // A segment with a digit or an @ names something, except versions.
  const path = url.pathname
    .split('/')
    .map((step) => (/[\d@%]/.test(step) && !/^v?\d+(?:\.\d+)?$/.test(step) ? '{}' : step))
  // AWS has one path for everything, with the operation in the body or in a header.
  const action = headers['x-amz-target'] ?? /(?:^|&)Action=(\w+)/.exec(text)?.[1]
  const operation = `${method} ${url.host}${path.join('/')}`
  return {
    operation: action === undefined ? operation : `${operation} ${action}`,
    request: [method, address, action ?? '', text].join(' '),
  }
}
