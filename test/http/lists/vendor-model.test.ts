import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConnector } from '../../../src/data/read-connector.ts'
import { type AnyConnector, defineConnector, readMember } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { createVendor, origin, type Quirk, quirks, type Style, styles, toResponse } from './model/vendors.ts'

const auth = { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } as const

/** A connector in code that passes each user of the list. */
function inCode(style: Style, size: number): AnyConnector {
  const acme = defineConnector({ id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: origin, auth })
  const check = acme.check({
    id: 'users',
    title: 'Users',
    onEmpty: 'pass',
    async run(ctx) {
      for await (const user of ctx.paginate('/users', style.options(size)))
        ctx.pass({ resource: { type: 'user', id: String(readMember(user, 'id')) }, title: 'Seen' })
    },
  })
  return acme.with(check)
}

/** The same as a file. */
function inFile(entry: object): AnyConnector {
  const file = {
    checkwright: 'connector/v1',
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: origin,
    auth,
    posts: 'body' in entry ? ['/users'] : undefined,
    checks: [
      {
        id: 'users',
        title: 'Users',
        onEmpty: 'pass',
        list: entry,
        resource: { type: 'user', id: 'item.id' },
        pass: 'item.mfa',
        fail: { title: 'No second factor', remediation: 'Enrol one.' },
      },
    ],
  }
  return readConnector('acme.connector.json', Buffer.from(JSON.stringify(file)))
}

/** How a run of it ends: with all users, without some, or as one that could not tell. */
async function judge(connector: AnyConnector, vendor: ReturnType<typeof createVendor>, count: number) {
  let asked = 0
  const { checks } = await runChecks(connector, {
    credentials: { api_key: 'sample-key-of-acme' },
    fetch: async (url, { body }) => {
      if (++asked > 500) throw new Error('The list has no end.')
      return toResponse(vendor({ url: new URL(url), body: body === undefined ? '' : Buffer.from(body).toString() }))
    },
  })
  const [outcome] = checks
  const seen = new Set(outcome?.results.map(({ resource }) => resource.id)).size
  const isWhole = outcome?.status === 'pass' && outcome.complete
  const ends = isWhole ? (seen === count ? 'all' : 'short') : 'could not tell'
  return { ends, seen, asked, status: outcome?.status, message: outcome?.error?.message }
}

const sizes = fc.record({
  count: fc.nat(9),
  size: fc.integer({ min: 1, max: 4 }),
  chosen: fc.integer({ min: 1, max: 4 }),
})

const authors: [string, (style: Style, size: number) => AnyConnector | undefined][] = [
  ['code', inCode],
  ['a file', ({ entry }, size) => entry && inFile(entry(size))],
]

const pairs = Object.entries(styles).flatMap(([name, style]) =>
  Object.entries(quirks)
    .filter(([, { suits }]) => suits?.(style) ?? true)
    .map(([quirkName, quirk]): [string, string, Style, Quirk] => [name, quirkName, style, quirk]),
)

// A vendor that serves N users in any of these ways. A list that is short is never whole.
describe.each(authors)('a list of a connector in %s', (_author, build) => {
  test.each(pairs)('by %s, with %s: all items, or could not tell (property)', async (_style, _quirk, style, quirk) => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, size, chosen }) => {
        const connector = build(style, size)
        if (!connector) return

        const outcome = await judge(connector, createVendor({ style, quirk, count, size, chosen }), count)

        const allowed = quirk.isHarmless ? ['all'] : ['all', 'could not tell']
        expect(allowed.includes(outcome.ends), JSON.stringify(outcome)).toBe(true)
      }),
      { numRuns: countRuns(6) },
    )
  })
})
