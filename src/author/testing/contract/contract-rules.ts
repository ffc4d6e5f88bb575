import { fail, ok } from 'node:assert/strict'
import { type CheckOutcome, collectPatterns, fillUrl, isConnector } from '../../../define/index.ts'
import type { ReplayDifference } from '../../../evidence/replay/compare-results.ts'
import { fillOrigins } from '../../../http/origins.ts'
import { Redactor } from '../../../http/redact/redact.ts'
import { answerRules } from './answer-rules.ts'
import { cutList, isAddressOf } from './cut-list.ts'
import { emptyLists } from './empty-lists.ts'
import { graphqlRules } from './graphql-rules.ts'
import { inventoryRules } from './inventory-rules.ts'
import { proofRules } from './proof-rules.ts'
import { replayPerformance } from './replay-performance.ts'
import type { ContractRule } from './rule.ts'
import { sessionRules } from './session-rules.ts'
import type { SentRequest, Stage } from './stage.ts'
import { measureWaiting, type WaitMeasurement } from './waiting.ts'

const elsewhere = 'https://elsewhere.example/'

/** Every rule, in the order in which a reader should meet them. */
export const rules: readonly ContractRule[] = [
  {
    id: 'serialisable',
    title: 'the definition is data that survives JSON',
    run: ({ connector }) => {
      ok(isConnector(connector), 'The value was not made by defineConnector. Export what defineConnector returns.')
      const { hooks: _, checks, inventories: _lists, ...definition } = JSON.parse(JSON.stringify(connector))
      const same = JSON.stringify(definition) === JSON.stringify(connector.definition)
      ok(
        same,
        'The definition changes when it is written as JSON and read again. Use plain data only, and put functions into hooks.',
      )
      ok(checks.length > 0, 'The connector has no checks. Export connector.with(check).')
    },
  },
  {
    id: 'placeholders',
    title: 'every placeholder is filled',
    run: async (stage) => {
      const { definition } = stage.connector
      const values = { ...stage.values.credentials, ...stage.values.settings }
      fillUrl(definition.baseUrl, { values, patterns: collectPatterns(definition) })
      const { sent } = await stage.perform()
      const unfilled = sent.find(({ url }) => /\{|%7B/i.test(url.href))
      ok(
        !unfilled,
        `A request went to ${unfilled?.url.href}, with a placeholder that has no value. Declare its credential field or setting.`,
      )
    },
  },
  {
    id: 'credentials-required',
    title: 'without credentials no request is sent, and every check is an error of kind config',
    run: async (stage) => {
      const { result, sent } = await stage.perform({ credentials: {} })
      if (Object.keys(stage.values.credentials).length === 0) return
      ok(sent.length === 0, `${sent.length} requests were sent without credentials. Make the field required.`)
      expectEveryCheck(result.checks, ({ error }) => error?.kind === 'config', 'should end as error of kind config')
    },
  },
  {
    id: 'confinement',
    title: "credentials go to the connector's own hosts only",
    run: async (stage) => {
      const { sent } = await stage.perform()
      expectConfined(stage, sent)
    },
  },
  {
    id: 'redirects',
    title: 'credentials do not follow a redirect to another host',
    run: async (stage) => {
      const { sent } = await stage.perform({
        respond: ({ url }) =>
          url.href.startsWith(elsewhere)
            ? Response.json([])
            : new Response(null, { status: 307, headers: { location: elsewhere } }),
      })
      expectConfined(stage, sent)
    },
  },
  {
    id: 'secrecy',
    title: 'no credential appears in results, events or kept exchanges',
    run: async (stage) => {
      const decided = await Promise.all([
        stage.perform(),
        stage.perform({ respond: echoRequest }),
        stage.perform({ respond: (request) => new Response(formatEcho(request), { status: 400 }) }),
      ])
      const finder = createSecretFinder(stage)
      for (const { result, events, exchanges } of decided) {
        expectSilent(finder, JSON.stringify(result), 'the result')
        expectSilent(finder, JSON.stringify(events), 'an event')
        expectSilent(finder, exchanges, 'the kept exchanges')
      }
    },
  },
  {
    id: 'unauthorized',
    title: 'a refused credential ends as error, after one renewal at most',
    run: async (stage) => {
      const { result, sent } = await stage.perform({ respond: () => createRuleAnswer(401) })
      expectEveryCheck(result.checks, ({ status }) => status === 'error', 'should end as error')
      const asked = Map.groupBy(sent, ({ method, url }) => `${method} ${url.href}`)
      const [again] = [...asked].find(([, requests]) => requests.length > 2 * stage.connector.checks.length) ?? []
      ok(again === undefined, `${again} was requested again and again with a credential that the vendor refuses.`)
    },
  },
  {
    id: 'forbidden',
    title: 'a refused permission is an error, and neither pass nor fail',
    run: async (stage) => expectUndecided(stage, () => createRuleAnswer(403)),
  },
  {
    id: 'rate-limit',
    title: 'a 429 is obeyed: no request is sent before its Retry-After has passed',
    run: async (stage) => {
      const retryAfterMs = 7_000
      let limitedAtMs: number | undefined
      const { sent } = await stage.perform({
        respond: (request, ask) => {
          if (limitedAtMs !== undefined) return ask(request)
          limitedAtMs = request.atMs
          return createRuleAnswer(429, { 'retry-after': String(retryAfterMs / 1000) })
        },
      })
      if (limitedAtMs === undefined) return
      const until = limitedAtMs + retryAfterMs
      // Requests that were already under way may still arrive, but no new one may.
      const [first] = sent
      // Queries of GraphQL differ in their body alone.
      const early = sent
        .slice(1)
        .find(({ url, body, atMs }) => url.href === first?.url.href && body === first.body && atMs < until)
      ok(!early, `${early?.url.pathname} was requested again ${until - (early?.atMs ?? 0)} ms too early.`)
    },
  },
  ...graphqlRules,
  ...sessionRules,
  {
    id: 'upstream-error',
    title: "the vendor's failure is an error, and never a pass",
    run: async (stage) => expectUndecided(stage, () => createRuleAnswer(503)),
  },
  {
    id: 'bad-body',
    title: 'a login page in place of data is an error, and never a pass',
    run: async (stage) =>
      expectUndecided(
        stage,
        () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } }),
      ),
  },
  {
    id: 'empty',
    title:
      'in an account without resources, every check ends as its onEmpty says or as incomplete, without a mistake in its code',
    needs: 'vendor',
    run: async (stage) => {
      const { result } = await stage.perform({ respond: emptyLists })
      expectEveryCheck(result.checks, ({ error }) => error?.kind !== 'check_bug', 'should cope with empty lists')
    },
  },
  ...answerRules,
  ...proofRules,
  {
    id: 'page-loop',
    title: 'a list whose pages repeat comes to an end',
    needs: 'vendor',
    run: async (stage) => {
      const first = new Map<string, Promise<Response>>()
      await stage.perform({
        respond: async (request, ask) => {
          const { pathname } = request.url
          const known = first.get(pathname) ?? ask(request)
          first.set(pathname, known)
          return (await known).clone()
        },
      })
    },
  },
  {
    id: 'whole-lists',
    title: 'a list that the vendor marks as unfinished is an error, and never a pass on a part',
    needs: 'vendor',
    run: async (stage) => {
      for (const { id } of stage.connector.checks) {
        const lists = new Set<string>()
        const { result, calls } = await stage.perform({
          of: 'checks',
          checks: [id],
          respond: (request, ask) => cutList(request, ask, (url) => lists.add(url)),
        })
        const read = calls.find(({ path, isPart }) => !isPart && [...lists].some((list) => isAddressOf(list, path)))
        const ended = result.checks.find((check) => check.id === id)
        if (!read || !ended?.complete) continue
        fail(
          `Check "${id}" is ${ended.status} and complete, although the answer to ${read.path} has a next page (Link) and more items (X-Total-Count) than it read. Read the list with ctx.paginate. If its first page is enough, add partial: true.`,
        )
      }
    },
  },
  ...inventoryRules,
  {
    id: 'abort',
    title: 'a cancelled run waits for less than a second, though the vendor never answers',
    run: async (stage) => {
      const stop = new AbortController()
      let waiting: WaitMeasurement | undefined
      const timer = setTimeout(() => {
        stop.abort()
        waiting = measureWaiting()
      }, 50)
      try {
        const { result } = await stage.perform({ signal: stop.signal, respond: hangUntilAborted })
        expectEveryCheck(result.checks, ({ status }) => status === 'error', 'was cancelled and should be an error')
      } finally {
        clearTimeout(timer)
      }
      const waitedMs = waiting?.endMs() ?? 0
      ok(
        waitedMs < 1_000,
        `The run waited ${waitedMs} ms after it was cancelled. Pass ctx.signal to everything that waits.`,
      )
    },
  },
  {
    id: 'replay',
    title:
      'the checks reach the same results, and the inventories the same records, again on their own exchanges, offline',
    run: async (stage) => {
      const performances = [
        await stage.perform(),
        await stage.perform({ of: 'checks', respond: () => createRuleAnswer(403) }),
      ]
      for (const performance of performances) {
        const { checks, inventories } = await replayPerformance(stage.connector, performance)
        const [other] = [...inventories, ...checks].filter(({ same }) => !same)
        if (!other) continue
        const seen = [
          ...other.missing.map((request) => `it requests ${request} again`),
          ...other.differences.map(formatDifference),
        ]
        fail(
          `"${other.id}" gives another result when it is replayed: ${seen.slice(0, 5).join('; ')}. Take the time from ctx.now, use ctx for everything from outside, and avoid random values.`,
        )
      }
    },
  },
  {
    id: 'reads-only',
    title: 'checks only read',
    run: async (stage) => {
      const writing = stage.connector.checks.filter(({ writes }) => writes).map(({ id }) => id)
      ok(writing.length === 0, `These checks declare that they write: ${writing.join(', ')}.`)
      const { sent } = await stage.perform()
      const changing = sent.find(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))
      ok(
        !changing,
        `${changing?.method} ${changing?.url.pathname} is a request that changes data. Checks may only read.`,
      )
    },
  },
  {
    id: 'remediation',
    title: 'every failing result has a remediation',
    run: async (stage) => {
      const { result } = await stage.perform()
      for (const { id, results } of result.checks)
        for (const { status, remediation = '', title } of results)
          if (status === 'fail' && remediation.trim().length < 10)
            fail(`Check "${id}" fails with "${title}" and has no remediation. Add a sentence that says what to do.`)
    },
  },
]

function formatDifference({ of, field, recorded = 'nothing', replayed = 'nothing' }: ReplayDifference): string {
  return `${of}${field === undefined ? '' : ` ${field}`} was ${recorded} and is ${replayed}`
}

/** With any such answer, the checks cannot tell. */
async function expectUndecided(stage: Stage, respond: () => Response): Promise<void> {
  const { result, sent } = await stage.perform({ of: 'checks', respond })
  const asking = result.checks.filter(({ requests }) => requests > 0)
  ok(sent.length > 0, 'No check sent a request to the vendor.')
  expectEveryCheck(asking, ({ status }) => status === 'error', 'should end as error')
}

function expectEveryCheck(
  checks: readonly CheckOutcome[],
  holds: (check: CheckOutcome) => boolean,
  claim: string,
): void {
  const wrong = checks.filter((check) => !holds(check))
  const seen = wrong.map(
    ({ id, status, error }) => `"${id}" is ${status}${error ? ` (${error.kind}: ${error.message})` : ''}`,
  )
  ok(wrong.length === 0, `Each check ${claim}, but ${seen.join('; ')}.`)
}

function expectConfined({ connector, values }: Stage, sent: readonly SentRequest[]): void {
  const fillings = {
    values: { ...values.credentials, ...values.settings },
    patterns: collectPatterns(connector.definition),
  }
  const origins = fillOrigins(connector.definition, fillings, false)
  const finder = createSecretFinder({ values })
  for (const { url, headers, body } of sent.filter((request) => !origins.allows(request.url)))
    expectSilent(finder, `${url.href}\n${JSON.stringify(headers)}\n${body}`, `a request to ${url.host}`)
}

function createSecretFinder({ values }: Pick<Stage, 'values'>): Redactor {
  const finder = new Redactor()
  for (const secret of values.secrets) finder.add(secret)
  return finder
}

function expectSilent(finder: Redactor, text: string, place: string): void {
  ok(!finder.finds(text), `A credential appears in ${place}.`)
}

function createRuleAnswer(status: number, headers: Record<string, string> = {}): Response {
  return new Response('{"message":"no"}', { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** A vendor that repeats the request in its answer, as some do in their errors. */
function echoRequest(request: SentRequest): Response {
  return new Response(formatEcho(request), { headers: { 'content-type': 'application/json' } })
}

function formatEcho({ url, headers, body }: SentRequest): string {
  return JSON.stringify({ message: `You sent ${url.href}`, headers, body })
}

function hangUntilAborted(_request: SentRequest, _ask: unknown, signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
