import { ok } from 'node:assert/strict'
import { parseJson } from '../../../text/parse-json.ts'
import { replayPerformance } from './replay-performance.ts'
import type { ContractRule } from './rule.ts'
import type { SentRequest } from './stage.ts'

const waitMs = 8_000

/** Rules about vendors with GraphQL errors for which HTTP has no status. */
export const graphqlRules: readonly ContractRule[] = [
  {
    id: 'graphql-throttle',
    title: 'a GraphQL query that is throttled with status 200 is sent again when its quota has room, offline as well',
    run: async (stage) => {
      let throttledAtMs: number | undefined
      let throttled = ''
      const performance = await stage.perform({
        of: 'checks',
        respond: (request, ask) => {
          if (throttledAtMs !== undefined || !isQuery(request)) return ask(request)
          throttledAtMs = request.atMs
          throttled = formatSentRequest(request)
          return Response.json(createThrottle())
        },
      })
      if (throttledAtMs === undefined) return
      const until = throttledAtMs + waitMs
      const again = performance.sent.filter((request) => formatSentRequest(request) === throttled).slice(1)
      const early = again.find(({ atMs }) => atMs < until)
      ok(again.length > 0, 'The throttled query was not sent again. Send it with ctx.graphql or ctx.paginate.')
      ok(!early, `The throttled query was sent again ${until - (early?.atMs ?? 0)} ms too early.`)
      const { checks } = await replayPerformance(stage.connector, performance)
      const other = checks.find(({ same }) => !same)
      ok(!other, `Check "${other?.id}" gives another result when its throttled run is replayed.`)
    },
  },
  {
    id: 'graphql-forbidden',
    title:
      'a GraphQL query that is forbidden with status 200 is an error of kind permission, and neither pass nor fail',
    run: async (stage) => {
      const refused = new Set<string>()
      const { result, sent } = await stage.perform({
        of: 'checks',
        respond: (request, ask) => (isQuery(request) ? Response.json(forbidden) : ask(request)),
      })
      if (!sent.some(isQuery)) return
      for (const check of result.checks) {
        if (check.requests === 0 || check.status === 'error') continue
        // A check of a connector with two APIs may have used only the other one.
        const { sent: own } = await stage.perform({ of: 'checks', checks: [check.id] })
        if (own.some(isQuery)) refused.add(check.id)
      }
      const names = [...refused].map((id) => `"${id}"`).join(', ')
      ok(refused.size === 0, `These checks reach a verdict although their query was forbidden: ${names}.`)
    },
  },
]

/** Shopify's answer: the bucket holds 100 points, the query needs 500, and 50 come back each second. */
function createThrottle() {
  const throttleStatus = { maximumAvailable: 1000, currentlyAvailable: 100, restoreRate: 50 }
  return {
    errors: [createErrorEntry('Throttled', 'THROTTLED')],
    extensions: { cost: { requestedQueryCost: 500, actualQueryCost: null, throttleStatus } },
  }
}

const forbidden = { data: null, errors: [createErrorEntry('No.', 'FORBIDDEN')] }

/** An error in the form of GraphQL vendors. The code is the vendor's own. */
function createErrorEntry(message: string, code: string) {
  return { message, extensions: { code } }
}

function isQuery({ method, body }: SentRequest): boolean {
  return method === 'POST' && typeof Object(parseJson(body)).query === 'string'
}

function formatSentRequest({ url, body }: SentRequest): string {
  return `${url.href}\n${body}`
}
