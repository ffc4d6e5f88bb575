import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { readMember } from '../../../src/text/read-member.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { drawRows, isSoak } from '../../setup/short-form.ts'
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
    clock: fixedClock('2026-05-01T12:00:00Z'),
    fetch: async (url, { body }) => {
      if (++asked > 500) throw new Error('The list has no end.')
      return toResponse(vendor({ url: new URL(url), body: body === undefined ? '' : Buffer.from(body).toString() }))
    },
  })
  const [outcome] = checks
  const seen = new Set(outcome?.results.map(({ resource }) => resource.id)).size
  const isWhole = outcome?.status === 'pass' && outcome.complete
  const ends: keyof typeof tally = isWhole ? (seen === count ? 'all' : 'short') : 'could not tell'
  return { ends, seen, asked, status: outcome?.status, message: outcome?.error?.message }
}

const sizes = fc.record({
  count: fc.nat(isSoak ? 40 : 9),
  size: fc.integer({ min: 1, max: isSoak ? 9 : 4 }),
  chosen: fc.integer({ min: 1, max: 4 }),
})

type Build = (style: Style, size: number) => AnyConnector | undefined

/** A connector of each style and size, made once. */
function buildOnce(build: Build): Build {
  const built = new Map<Style, Map<number, AnyConnector | undefined>>()
  return (style, size) => {
    const ofStyle = built.get(style) ?? new Map<number, AnyConnector | undefined>()
    built.set(style, ofStyle)
    if (!ofStyle.has(size)) ofStyle.set(size, build(style, size))
    return ofStyle.get(size)
  }
}

const authors: [string, Build][] = [
  ['code', buildOnce(inCode)],
  ['a file', buildOnce(({ entry }, size) => entry && inFile(entry(size)))],
]

const pairs = Object.entries(styles).flatMap(([name, style]) =>
  Object.entries(quirks)
    .filter(([, { suits }]) => suits?.(style) ?? true)
    .map(([quirkName, quirk]): [string, string, Style, Quirk] => [name, quirkName, style, quirk]),
)

const tally = { all: 0, short: 0, 'could not tell': 0 }

afterAll(() => {
  if (isSoak) console.info(`${Object.keys(styles).length} styles, ${Object.keys(quirks).length} quirks:`, tally)
})

// A vendor that serves N users in any of these ways. A list that is short is never whole.
describe.each(authors)('a list of a connector in %s', (_author, build) => {
  test.each(drawRows(pairs, 3, ([style, quirk]) => `${style} ${quirk}`))(
    'by %s, with %s: all items, or could not tell (property)',
    async (_style, _quirk, style, quirk) => {
      await fc.assert(
        fc.asyncProperty(sizes, async ({ count, size, chosen }) => {
          const connector = build(style, size)
          if (!connector) return

          const outcome = await judge(connector, createVendor({ style, quirk, count, size, chosen }), count)

          tally[outcome.ends]++
          const allowed = quirk.isHarmless ? ['all'] : ['all', 'could not tell']
          expect(allowed.includes(outcome.ends), JSON.stringify(outcome)).toBe(true)
        }),
        { numRuns: countRuns(6) },
      )
    },
  )
})

/**
 * What nothing but a total of all items tells from a whole list: the last page again, an item that moved on, one that is not shown, and
 * a page that is refused as vendors refuse those behind the end.
 */
const toldByTotal = [
  'a parameter that is ignored',
  'an item comes twice, in place of another',
  'an item that the caller may not see',
  'a page is a failure with status 200',
  'a page is not ready',
]

test('a list with two oddities at once is whole, or could not tell (property)', async () => {
  const nameOf = (all: object) => fc.constantFrom(...Object.keys(all))

  await fc.assert(
    fc.asyncProperty(nameOf(styles), nameOf(quirks), nameOf(quirks), sizes, async (...[name, first, second, of]) => {
      const [style, one, two] = [styles[name], quirks[first], quirks[second]]
      if (!style || !one || !two) return
      fc.pre((one.suits?.(style) ?? true) && (two.suits?.(style) ?? true))
      // A total of the page alone takes the place of the one that would tell.
      const both = [first, second]
      fc.pre(!both.includes('total of this page alone') || !toldByTotal.some((each) => both.includes(each)))
      const quirk: Quirk = {
        size: (size) => two.size?.(one.size?.(size) ?? size) ?? one.size?.(size) ?? size,
        hidden: (size) => Math.max(one.hidden?.(size) ?? 0, two.hidden?.(size) ?? 0),
        change: (draft, place) => {
          one.change?.(draft, place)
          two.change?.(draft, place)
        },
      }

      const outcome = await judge(inCode(style, of.size), createVendor({ style, quirk, ...of }), of.count)

      tally[outcome.ends]++
      expect(outcome.ends, JSON.stringify(outcome)).not.toBe('short')
    }),
    { numRuns: countRuns(300) },
  )
})
