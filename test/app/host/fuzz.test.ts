import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { afterFile } from '../../setup/after-file.ts'
import { drawRows, isSoak } from '../../setup/short-form.ts'
import { openExampleHost } from '../routes/examples.ts'
import { findMistake, operations } from './documented.ts'
import { createKnownValues } from './example-things.ts'
import { anything } from './from-schema.ts'
import { signPersonToken } from './person-token.ts'
import { requestTo } from './request-to.ts'
import { allScopes, openApiHost } from './world.ts'

/**
 * There are more than a hundred operations: `npm test` tries a few requests of each, and more only where none of them was
 * carried out yet. The soak tries as many as elsewhere.
 */
const more = Array.from({ length: 40 }, (_, seed) => ({ numRuns: 48, seed }))
const rounds = isSoak ? [{}] : [{ numRuns: 6 }, ...more]

test.each(
  drawRows(
    operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
    3,
  ),
)('%s answers whatever is sent as the document says, and never with 500', async (_name, operation) => {
  const { ask, runtime, lines, clock, key } = await openFor(operation)
  const linesBefore = lines.length
  // And some for a person's own token alone.
  const isPersonal = allRoutes.some((route) => route.operationId === operation.operationId && route.sessionOnly)
  const token = isPersonal && { authorization: `Bearer ${await signPersonToken(clock)}` }
  const statuses = new Set<number>()
  const known = await createKnownValues(runtime, operation.path)

  const isAnswered = fc.asyncProperty(requestTo(operation, known), async ({ path, headers, raw }) => {
    const sent = { raw, headers: { ...headers, ...token } }
    const answer = await ask(operation.method, path, { key: isPersonal ? null : key, ...sent })

    statuses.add(answer.status)
    expect(await findMistake(answer, operation)).toBeUndefined()
    expect(answer.status).toBeLessThan(500)
  })

  // Both kinds, or nothing was learnt: what is refused, and what is carried out where no id has to be found first.
  const wanted = [isRefused, ...(operation.path.includes('{') ? [] : [isCarriedOut])]
  const isMissing = (kind: (status: number) => boolean) => ![...statuses].some(kind)
  for (const round of rounds) if (wanted.some(isMissing)) await fc.assert(isAnswered, round)

  expect(lines.slice(linesBefore)).toEqual([])
  expect(wanted.filter(isMissing)).toEqual([])
})

/** What reads changes nothing: all such operations have one host. */
let forReading: ReturnType<typeof openWorld> | undefined

function openFor({ method, path }: (typeof operations)[number]): ReturnType<typeof openWorld> {
  const hasAccounts = ['/v1/access-reviews', '/v1/account-links/dismissed', '/v1/population-samples'].includes(path)
  if (method !== 'GET' || hasAccounts) return openWorld({ hasAccounts })
  forReading ??= openWorld({ atEnd: afterFile })
  return forReading
}

async function openWorld(options: Parameters<typeof openExampleHost>[0]) {
  const world = await openExampleHost(options)
  const { runtime } = world
  await runtime.users.put({ organizationId: 'acme', id: 'usr_1', name: 'Example', email: 'usr@example.com' })
  // Some routes are for operators alone, also by a key.
  await runtime.crossChecks.setSchedule({ organizationId: 'acme', cron: '0 6 * * *' })
  await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
  const { key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: allScopes, userId: 'ada' })
  return { ...world, key }
}

const isRefused = (status: number) => status >= 400
const isCarriedOut = (status: number) => status < 300

test('any path, method, header and body is answered, and never with 500', async () => {
  const { ask, lines } = await openApiHost()
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  const segment = fc.oneof(
    fc.string(),
    fc.constantFrom('v1', 'comments', '..', '%2e%2e', '%00', '%ff', '', 'openapi.json'),
  )
  const header = fc.constantFrom(
    'range',
    'if-none-match',
    'x-api-key',
    'authorization',
    'accept',
    'cookie',
    'content-length',
    'idempotency-key',
  )
  const value = fc.string({ unit: 'grapheme-ascii' })
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.array(segment, { maxLength: 5 }),
      fc.dictionary(header, value),
      fc.option(anything),
      async (verb, segments, headers, body) => {
        const path = `/${segments.map((one) => (one.startsWith('%') ? one : encodeURIComponent(one.toWellFormed()))).join('/')}`
        const raw = verb === 'GET' || verb === 'HEAD' || body === null ? {} : { raw: JSON.stringify(body) }

        const answer = await ask(verb, path, { headers, ...raw })

        expect(answer.status).toBeLessThan(500)
      },
    ),
  )
  expect(lines).toEqual([])
})
