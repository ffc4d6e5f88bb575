import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { toCheckFailure } from '../../../src/checks/context/check-failure.ts'
import type { AnyConnector } from '../../../src/define/index.ts'
import { readGraphqlAnswer } from '../../../src/http/refusals/graphql-refusal.ts'
import { type Answer, catchError, collectItems, openClient, serve } from '../support.ts'

const start = '2026-05-01T12:00:00Z'
const startMs = Date.parse(start)
const query = '{ users { id } }'

/** Asks once; the vendor answers as listed, the last answer again and again. */
async function ask(answers: readonly Answer[], hooks: AnyConnector['hooks'] = {}) {
  const clock = fixedClock(start)
  const atMs: number[] = []
  const vendor = await serve((_request, _response, nth) => {
    atMs.push(clock.nowMs() - startMs)
    return answers[Math.min(nth, answers.length) - 1] ?? {}
  })
  const { client, redactor } = await openClient({ baseUrl: vendor.origin }, { clock, hooks })
  const answer = client.graphql(query).catch((error: unknown) => error)
  return { answer: await answer, atMs, redactor, client }
}

const fine: Answer = { json: { data: { users: [] } } }

const shopify = (available: number): Answer => ({
  json: {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: 202,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 1000, currentlyAvailable: available, restoreRate: 50 },
      },
    },
  },
})

const github: Answer = {
  headers: {
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(startMs / 1000 + 60),
    'x-ratelimit-resource': 'graphql',
  },
  json: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }] },
}

const linear: Answer = {
  status: 400,
  headers: {
    'x-ratelimit-requests-limit': '5000',
    'x-ratelimit-requests-remaining': '4000',
    'x-ratelimit-requests-reset': String(startMs + 3_000_000),
    'x-complexity': '900',
    'x-ratelimit-complexity-limit': '3000000',
    'x-ratelimit-complexity-remaining': '12',
    'x-ratelimit-complexity-reset': String(startMs + 40_000),
  },
  json: { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED', statusCode: 429 } }] },
}

const monday: Answer = {
  json: {
    errors: [
      {
        message: 'Complexity budget exhausted',
        extensions: { code: 'COMPLEXITY_BUDGET_EXHAUSTED', retry_in_seconds: 21 },
      },
    ],
  },
}

describe('client.graphql() waits when the vendor throttles', () => {
  test.each([
    ['Shopify: 200 THROTTLED, until its bucket holds what the query costs', shopify(52), 3_000],
    ['GitHub: 200 RATE_LIMITED, until X-RateLimit-Reset', github, 60_000],
    ['Linear: 400 RATELIMITED, until the reset of the quota that is used up', linear, 40_000],
    ['monday.com: 200 with retry_in_seconds', monday, 21_000],
  ])('%s', async (_vendor, refusal, waitMs) => {
    const { answer, atMs } = await ask([refusal, fine])

    expect(answer).toEqual({ users: [] })
    expect(atMs).toHaveLength(2)
    expect(atMs[1]).toBeGreaterThanOrEqual(waitMs)
    expect(atMs[1]).toBeLessThan(waitMs + 1_000)
  })

  test('and gives up as rate limited when it says so for ever', async () => {
    const { answer, atMs } = await ask([shopify(0)])

    expect(answer).toMatchObject({ code: 'HTTP_RATE_LIMITED', kind: 'rate_limited', retryable: true })
    expect(atMs.length).toBeLessThan(60)
  })

  test('as often as other failures are tried when it says no time', async () => {
    const throttled = { json: { errors: [{ message: 'slow down', extensions: { code: 'TOO_MANY_REQUESTS' } }] } }

    const { answer, atMs } = await ask([throttled])

    expect(answer).toMatchObject({ kind: 'rate_limited' })
    expect(atMs).toHaveLength(4)
  })

  test('but not for longer than a run can, and says how long', async () => {
    const reset = String(startMs / 1000 + 3_000)

    const { answer, atMs } = await ask([{ ...github, headers: { ...github.headers, 'x-ratelimit-reset': reset } }])

    expect(answer).toMatchObject({ code: 'HTTP_RATE_LIMITED', retryAfterMs: 3_000_000 })
    expect(atMs).toHaveLength(1)
  })

  test('in a list as well, and no item is lost', async () => {
    const clock = fixedClock(start)
    const page = (id: number, more: boolean): Answer => ({
      json: {
        data: { users: { nodes: [{ id }], pageInfo: { hasNextPage: more, endCursor: more ? `c${id}` : null } } },
      },
    })
    const answers = [page(1, true), shopify(2), page(2, false)]
    const vendor = await serve((_request, _response, nth) => answers[nth - 1])
    const { client, told } = await openClient({ baseUrl: vendor.origin }, { clock })

    const body = {
      query: 'query ($after: String) { users(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
    }
    const items = await collectItems(
      client.paginate('/graphql', { body, next: { connection: 'users', variable: 'after' } }),
    )

    expect(items).toEqual([{ id: 1 }, { id: 2 }])
    expect(told.incomplete).toEqual([])
    expect(clock.nowMs() - startMs).toBeGreaterThanOrEqual(4_000)
  })
})

describe('client.graphql() is paced by what queries cost', () => {
  const costing = (available: number): Answer => ({
    json: {
      data: { users: [] },
      extensions: {
        cost: {
          requestedQueryCost: 100,
          actualQueryCost: 10,
          throttleStatus: { maximumAvailable: 1000, currentlyAvailable: available, restoreRate: 50 },
        },
      },
    },
  })

  test('so that the next query waits until the bucket holds enough', async () => {
    const { client, atMs } = await open([costing(30), costing(30)])

    await client.graphql(query)
    await client.graphql(query)

    expect(atMs).toEqual([0, 1_400])
  })

  test('and waits not at all while it does', async () => {
    const { client, atMs } = await open([costing(400), costing(300), costing(200)])

    for (let nth = 0; nth < 3; nth++) await client.graphql(query)

    expect(atMs).toEqual([0, 0, 0])
  })

  test('by the rateLimit that a query to GitHub asks for', async () => {
    const rateLimit = { cost: 40, limit: 5000, remaining: 20, resetAt: '2026-05-01T12:01:00Z' }
    const { client, atMs } = await open([{ json: { data: { users: [], rateLimit } } }])

    await client.graphql(query)
    await client.graphql(query)

    expect(atMs).toEqual([0, 60_000])
  })

  test('and by the complexity that a query to monday.com asks for', async () => {
    const complexity = { before: 1000, query: 600, after: 400, reset_in_x_seconds: 30 }
    const { client, atMs } = await open([{ json: { data: { users: [], complexity } } }])

    await client.graphql(query)
    await client.graphql(query)

    expect(atMs).toEqual([0, 30_000])
  })

  async function open(answers: readonly Answer[]) {
    const clock = fixedClock(start)
    const atMs: number[] = []
    const vendor = await serve((_request, _response, nth) => {
      atMs.push(clock.nowMs() - startMs)
      return answers[Math.min(nth, answers.length) - 1] ?? {}
    })
    return { ...(await openClient({ baseUrl: vendor.origin }, { clock })), atMs }
  }
})

describe('client.graphql() says what is not allowed', () => {
  test.each([
    [
      'GitHub, with the scopes that it names',
      {
        type: 'INSUFFICIENT_SCOPES',
        message:
          "Your token has not been granted the required scopes to execute this query. The 'login' field requires one of the following scopes: ['read:org'], but your token has only been granted the: ['repo'] scopes.",
      },
      ['read:org'],
    ],
    ['GitHub, forbidden', { type: 'FORBIDDEN', message: 'Resource not accessible by integration' }, ['declared']],
    [
      'Shopify, with the scope that it names',
      {
        message: 'Access denied for customers field.',
        extensions: { code: 'ACCESS_DENIED', requiredAccess: '`read_customers` access scope.' },
      },
      ['read_customers'],
    ],
    [
      'Linear',
      { message: 'Invalid scope: `admin` required', extensions: { code: 'FORBIDDEN', type: 'forbidden' } },
      ['admin'],
    ],
    ['a server of Apollo', { message: 'no', extensions: { code: 'FORBIDDEN' } }, ['declared']],
    ['monday.com', { message: 'no', extensions: { code: 'USER_UNAUTHORIZED' } }, ['declared']],
  ])('%s', async (_vendor, error, missingScopes) => {
    const { answer, redactor } = await ask([{ json: { data: null, errors: [error] } }])

    const failure = toCheckFailure(answer, { check: { scopes: ['declared'] }, grantedScopes: [], redactor })

    expect(failure).toMatchObject({ kind: 'permission', code: 'HTTP_PERMISSION_DENIED', missingScopes })
  })

  test('an anonymous query that is refused says nothing about the credentials of the connection', async () => {
    const vendor = await serve(() => ({
      json: { data: null, errors: [{ message: 'Sign in', extensions: { code: 'UNAUTHENTICATED' } }] },
    }))
    const { client, redactor } = await openClient({ baseUrl: vendor.origin })
    const body = {
      query: 'query ($after: String) { users(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
    }
    const next = { connection: 'users', variable: 'after' }

    const error = await catchError(collectItems(client.paginate('/graphql', { anonymous: true, body, next })))

    const failure = toCheckFailure(error, { check: {}, grantedScopes: [], redactor })
    expect(failure).toMatchObject({ kind: 'check_bug', code: 'HTTP_PERMISSION_DENIED' })
    expect(vendor.seen).toHaveLength(1)
  })

  test.each([
    ['UNAUTHENTICATED', 'auth', 'AUTH_REJECTED'],
    ['NOT_FOUND', 'not_found', 'HTTP_NOT_FOUND'],
    ['SOMETHING_ELSE', 'upstream', 'GRAPHQL_ERRORS'],
  ])('%s is of kind %s', async (code, kind, errorCode) => {
    const { answer } = await ask([{ json: { data: null, errors: [{ message: 'no', extensions: { code } }] } }])

    expect(answer).toMatchObject({ kind, code: errorCode })
  })

  test('and the connector has the last word', async () => {
    const forbidden = { json: { data: null, errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] } }

    const { answer } = await ask([forbidden], { classify: () => 'plan' })

    expect(answer).toMatchObject({ kind: 'plan' })
  })

  test('and what it means in another API counts for nothing', async () => {
    const vendor = await serve(() => ({ json: { errors: [{ code: 'THROTTLED' }] } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    await expect(client.get('/things')).resolves.toEqual({ errors: [{ code: 'THROTTLED' }] })
  })
})

describe('readGraphqlAnswer()', () => {
  test.each([
    ['"errors"', undefined],
    ['{"errors":1}', undefined],
    ['{"errors":[null,1,"x",{"extensions":null},{"type":{}}]}', undefined],
    [
      '{"errors":[{"type":"THROTTLED","extensions":{"retry_in_seconds":"soon"}}],"extensions":{"cost":{"throttleStatus":null}}}',
      { kind: 'rate_limited' },
    ],
    ['{"data":{"rateLimit":{"remaining":-1,"resetAt":"never"},"complexity":{"after":null}}}', undefined],
    ['{"errors":[{"type":"FORBIDDEN","message":17}]}', { kind: 'permission' }],
  ])('takes what it knows of a strange answer, and guesses nothing: %s', (body, refusal) => {
    expect(readGraphqlAnswer({ headers: {}, body: Buffer.from(body) }, startMs)).toEqual({ quotas: [], refusal })
  })

  test('reads no error of ours into what the vendor did not say', async () => {
    expect(
      await catchError(Promise.reject(readGraphqlAnswer({ headers: {}, body: Buffer.from('{"data":{}}') }, startMs))),
    ).toEqual({
      quotas: [],
      refusal: undefined,
    })
  })
})
