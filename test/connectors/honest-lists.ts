import { join } from 'node:path'
import { type AnyConnector, defineQuestion, type InventoryOutcome } from 'checkwright'
import { keepRun } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { toInventoryId } from '../../src/define/index.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { replayBundle } from '../../src/evidence/replay/replay.ts'
import { ownSigner } from '../evidence/bundle.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { note } from './note.ts'
import { watchUses } from './watch-uses.ts'

type Json = Readonly<Record<string, unknown>>
/** A connector that takes further checks. */
type Extensible = AnyConnector & { with(...checks: readonly never[]): AnyConnector }

/** Where the vendor writes a member of a record. */
interface MemberPlace {
  readonly member: string
  /** Dotted path in an item of the list: `profile.email`. */
  readonly at: string
  /** Path of the request whose answer has it. @default that of the list */
  readonly of?: string
  /** The vendor's null says that there is none. @default it says nothing */
  readonly isNullSaid?: true
  /** Several values of the vendor decide, so that no single reason is given for a value of another type. */
  readonly isDerived?: true
  /** Where the member is absent, the vendor says something by that. @default it is undefined, or the word unknown */
  readonly absent?: unknown
}

/** One inventory of a connector. */
interface HonestList {
  /** `inventory:account` */
  readonly id: string
  /** The records that the world holds, in the order of their ids. */
  readonly records: readonly object[]
  /** Path of the request that lists its records. */
  readonly path: string
  /** Member of the answer with the items. @default the answer itself */
  readonly items?: string
  readonly members: readonly MemberPlace[]
  /** The members that it says of its first record if its facts are asked for. */
  readonly facts?: Json
  /** Paths of the requests of facts. */
  readonly factPath?: RegExp
}

interface HonestListsOptions {
  /** The vendor with at least two records in each list. */
  readonly start: (pageSize?: number) => Promise<FakeVendor>
  readonly credentials: Json
  readonly settings?: Readonly<Record<string, string>>
  readonly now: string
  readonly lists: readonly HonestList[]
}

type Fetch = FakeVendor['fetch']

/** Holds the inventories of a connector to what they promise: nothing is invented, nothing is lost in silence. */
export function expectHonestLists(connector: Extensible, options: HonestListsOptions): void {
  const { start, lists } = options

  test('every inventory is held to this', () => {
    expect(lists.map(({ id }) => id).sort()).toEqual(connector.inventories.map((each) => toInventoryId(each)).sort())
  })

  describe.each(lists)('$id', (list) => {
    const read = (fetch: Fetch) => readList(connector, list, fetch, options)

    test('gives the records of the vendor', async () => {
      await using vendor = await start()

      const { outcome, records } = await read(vendor.fetch)

      expect(outcome.error).toBeUndefined()
      expect(outcome.complete).toBe(true)
      expect(records).toEqual(list.records)
    })

    test('gives the same records from pages of one record, and again', async () => {
      await using whole = await start()
      await using cut = await start(1)

      const [first, second, again] = [await read(whole.fetch), await read(cut.fetch), await read(cut.fetch)]

      expect(second.outcome.digest).toBe(first.outcome.digest)
      expect(again.outcome.digest).toBe(first.outcome.digest)
    })

    test('says that it is incomplete where the vendor refuses it', async () => {
      await using vendor = await start()

      const { outcome } = await read(refuse(vendor, ({ pathname }) => pathname === list.path))

      expect(outcome).toMatchObject({ complete: false, error: { kind: 'permission' } })
      expect(outcome.error?.missingScopes).toEqual(
        connector.inventories.find((each) => toInventoryId(each) === list.id)?.scopes,
      )
    })

    test('says that it is incomplete where its second page is lost', async () => {
      await using vendor = await start(1)
      let pages = 0

      const { outcome } = await read(refuse(vendor, ({ pathname }) => pathname === list.path && ++pages === 2, 500))

      expect(pages).toBeGreaterThan(1)
      expect(outcome).toMatchObject({ complete: false, error: { kind: 'upstream' } })
    })

    test('says that it is incomplete where any of its requests is refused', async () => {
      await using vendor = await start()
      const paths = new Set<string>()
      await read((url, init) => {
        paths.add(new URL(String(url)).pathname)
        return vendor.fetch(url, init)
      })

      for (const path of paths) {
        const { outcome } = await read(refuse(vendor, ({ pathname }) => pathname === path))
        expect({ path, complete: outcome.complete }).toEqual({ path, complete: false })
      }
    })

    test('counts what comes twice once', async () => {
      await using vendor = await start()
      const twice = changeItems(vendor, list.path, list.items, (items) => [...items, ...structuredClone(items)])

      const { outcome } = await read(twice)

      expect(outcome).toMatchObject({ complete: true, count: list.records.length })
    })

    test('is incomplete where an item has no id', async () => {
      await using vendor = await start()
      const idAt = list.members.find(({ member }) => member === 'id')?.at ?? 'id'
      const nameless = changeItems(vendor, list.path, list.items, (items) => items.map((item) => without(item, idAt)))

      expect((await read(nameless)).outcome).toMatchObject({ complete: false, error: { kind: 'schema_drift' } })
    })

    const told = list.members.filter(({ member }) => member !== 'id')
    describe.each(told)('$member at $at', ({ member, at, of = list.path, isNullSaid, isDerived, absent }) => {
      const readWith = async (change: (item: Json) => Json) => {
        await using vendor = await start()
        const items = of === list.path ? list.items : undefined
        const { outcome, records } = await read(changeItems(vendor, of, items, (all) => all.map(change)))
        expect(outcome.error).toBeUndefined()
        return records as readonly Json[]
      }
      const isUnknown = (record: Json) => record[member] === undefined || record[member] === 'unknown'

      test('is not known where it is absent', async () => {
        for (const record of await readWith((item) => without(item, at)))
          if (absent === undefined) expect(record).toSatisfy(isUnknown)
          else expect(record[member]).toEqual(absent)
      })

      test(isNullSaid ? 'is null where it is null' : 'is not known where it is null', async () => {
        for (const record of await readWith((item) => withValue(item, at, null)))
          if (isNullSaid) expect(record[member]).toBeNull()
          else if (absent === undefined) expect(record).toSatisfy(isUnknown)
          else expect(record[member]).toEqual(absent)
      })

      test.each([[{ odd: true }], [-3.5]])('is not known where it is %j, with the reason', async (odd) => {
        for (const record of await readWith((item) => withValue(item, at, odd))) {
          expect(record).toSatisfy(isUnknown)
          if (!isDerived) expect((record.unknown as Json)[member]).toMatch(/^The vendor's value is /)
        }
      })
    })

    if (list.facts) {
      test('asks for facts where a check reads them', async () => {
        await using vendor = await start()

        const { outcome, records } = await readList(connector, list, vendor.fetch, { ...options, facts: true })

        expect(outcome).toMatchObject({ complete: true, facts: Object.keys(list.facts ?? {}) })
        expect(records[0]).toMatchObject(list.facts ?? {})
      })

      test('stays complete where facts are refused, and does not know them', async () => {
        await using vendor = await start()
        const refused = refuse(vendor, ({ pathname }) => list.factPath?.test(pathname) ?? false)

        const { outcome, records } = await readList(connector, list, refused, { ...options, facts: true })

        expect(outcome).toMatchObject({ complete: true, refused: {} })
        for (const member of Object.keys(list.facts ?? {}))
          for (const record of records as readonly Json[]) {
            expect(record[member]).toBeUndefined()
            expect((record.unknown as Json)[member]).toEqual(expect.any(String))
          }
      })
    }
  })

  test('a run of all checks replays with the same records and results', async () => {
    await using vendor = await start(1)
    const extended = withFacts(connector)
    const bundle = join(createTempFolder(), 'bundle.zip')
    const draft = await beginBundle(bundle)
    const { credentials, settings, now } = options
    await using run = await keepRun(extended, {
      credentials,
      settings,
      fetch: vendor.fetch,
      clock: fixedClock(now),
      exchanges: { file: draft.exchangesFile },
    })
    await draft.finish(run, ownSigner)
    await draft.discard()
    const asked = vendor.requests.map(({ method, path }) => `${method} ${path}`)

    const replay = await replayBundle(bundle, extended)

    expect(run.head.inventories?.map(({ complete }) => complete)).toEqual(lists.map(() => true))
    expect(replay.inventories.filter(({ same }) => !same)).toEqual([])
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
    expect(replay.same).toBe(true)
    expect(vendor.requests).toHaveLength(asked.length)
    // What checks and lists have in common is asked once.
    expect(asked.filter((request, at) => asked.indexOf(request) < at)).toEqual([])
  })
}

interface ReadOptions extends Pick<HonestListsOptions, 'credentials' | 'now' | 'settings'> {
  readonly facts?: boolean
}

/** Reads one list of a connector. */
export async function readList(
  connector: Extensible,
  { id }: Pick<HonestList, 'id'>,
  fetch: Fetch,
  { credentials, settings, now, facts = false }: ReadOptions,
): Promise<{ readonly outcome: InventoryOutcome; readonly records: readonly object[] }> {
  const inventory = id.slice('inventory:'.length)
  const asked = new Set<string>()
  const listening: Fetch = (url, init) => {
    asked.add(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`)
    return fetch(url, init)
  }
  const watched = watchUses(facts ? withFacts(connector) : connector)
  await using run = await keepRun(watched.connector, {
    credentials,
    settings,
    fetch: listening,
    clock: fixedClock(now),
    checks: facts ? [nameFactCheck(id)] : undefined,
    inventories: facts ? undefined : [inventory],
  })
  watched.end()
  const [outcome] = run.head.inventories ?? []
  if (!outcome) throw new Error('The run has no inventory.')
  // For the page of the connector.
  note({ connector: connector.id, check: id, seen: [], requests: [...asked] })
  return { outcome, records: run.records ? await Array.fromAsync(run.records(id)) : [] }
}

/** The connector with checks that read every fact. */
function withFacts(connector: Extensible): AnyConnector {
  const checks = connector.inventories.flatMap((inventory) => {
    const members = Object.keys(inventory.facts ?? {})
    if (members.length === 0) return []
    return defineQuestion(inventory, {
      id: nameFactCheck(toInventoryId(inventory)),
      title: 'Facts',
      members,
      async run(ctx) {
        for await (const record of ctx.inventory(inventory))
          ctx.pass({ resource: { type: 'record', id: record.id }, title: 'Seen', evidence: { ...record } as never })
      },
    })
  })
  return connector.with(...(checks as never[]))
}

function nameFactCheck(inventoryId: string): string {
  return `facts-of-${inventoryId.slice('inventory:'.length).replace('.', '-')}`
}

function refuse(vendor: FakeVendor, isRefused: (url: URL) => boolean, status = 403): Fetch {
  return async (url, init) =>
    isRefused(new URL(String(url))) ? Response.json({ message: 'Refused' }, { status }) : vendor.fetch(url, init)
}

/** The same vendor, whose lists at a path are changed on the way. */
function changeItems(
  vendor: FakeVendor,
  path: string,
  items: string | undefined,
  change: (items: readonly Json[]) => readonly Json[],
): Fetch {
  return async (url, init) => {
    const response = await vendor.fetch(url, init)
    if (new URL(String(url)).pathname !== path || !response.ok) return response
    const body = (await response.json()) as Record<string, unknown>
    const list = items === undefined ? (body.value ?? body) : body[items]
    const changed = Array.isArray(list) ? change(list) : list
    const name = items ?? (Array.isArray(body) ? undefined : 'value')
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return Response.json(name === undefined ? changed : { ...body, [name]: changed }, { headers })
  }
}

function without(item: Json, at: string): Json {
  return changeAt(item, at, (parent, name) => {
    const { [name]: _, ...rest } = parent
    return rest
  })
}

function withValue(item: Json, at: string, value: unknown): Json {
  return changeAt(item, at, (parent, name) => ({ ...parent, [name]: value }))
}

function changeAt(item: Json, at: string, change: (parent: Json, name: string) => Json): Json {
  const [name = '', ...rest] = at.split('.')
  if (rest.length === 0) return change(item, name)
  const inner = item[name]
  if (typeof inner !== 'object' || inner === null) return item
  return { ...item, [name]: changeAt(inner as Json, rest.join('.'), change) }
}
