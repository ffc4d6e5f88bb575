import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import {
  type AnyConnector,
  defineConnector,
  type Inventory,
  type InventoryKind,
  listMemberForms,
  listMemberWords,
} from '../../src/define/index.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { replayBundle } from '../../src/evidence/replay/replay.ts'
import { parseRecord, toRecordForm } from '../../src/inventory/parse-record.ts'
import { allQuestions } from '../../src/questions/all-questions.ts'
import * as questions from '../../src/questions/index.ts'
import { keepRun } from '../../src/things/runs/run-checks.ts'
import { ownSigner } from '../evidence/bundle.ts'
import { secretKey, serve } from '../http/support.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { daysAgo, judge, now, statusOf } from './judged.ts'

type Json = Readonly<Record<string, unknown>>
const kinds = [...new Set(allQuestions.map(({ of }) => of))]
const makers = questions as unknown as Readonly<Record<string, (inventory: unknown) => never>>

/** A connector that lists records as the vendor sends them, with every question of their kind. */
function createAcme(baseUrl: string, of: InventoryKind): AnyConnector {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const tells = Object.keys(listMemberForms(of))
  const members = [...tells, ...Object.keys(listMemberWords(of))]
  const inventory = acme.inventory({
    of,
    tells,
    covers: ['all'],
    async *list(ctx: { paginate(path: string, options: object): AsyncIterable<Json> }) {
      for await (const record of ctx.paginate('/records', {
        items: 'records',
        next: { page: { param: 'page', first: 1 } },
      }))
        yield { id: record.id, ...Object.fromEntries(members.map((member) => [member, record[member]])) }
    },
  } as never) as unknown as Inventory
  const own = allQuestions.filter((question) => question.of === of).map(({ name }) => makers[name]?.(inventory))
  return (acme as { with(...parts: readonly unknown[]): AnyConnector }).with(inventory, ...own)
}

/** Pages of records that may say anything of their members, drift aside: most values have the right type. */
function generatePages(of: InventoryKind): readonly (readonly Json[])[] {
  const at = fc.oneof(
    fc.integer({ min: -300, max: 900 }).map((days) => daysAgo(days)),
    fc.constantFrom(null, 1_777_888_800, 1_777_888_800_000, '0001-01-01T00:00:00Z', 'soon'),
  )
  const byForm: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    boolean: fc.oneof(
      { weight: 8, arbitrary: fc.boolean() },
      { weight: 1, arbitrary: fc.constantFrom(null, 'true', 1) },
    ),
    email: fc.constantFrom('ada@acme.example', 'eve@evil.example', null, 'nobody'),
  }
  const members = Object.entries(listMemberForms(of)).map(([member, { form }]) => [
    member,
    byForm[form] ?? (/At$|endsAt|startsAt/.test(member) ? at : fc.constantFrom('a', null, ['owner'])),
  ])
  const words = Object.entries(listMemberWords(of)).map(([member, known]) => [
    member,
    fc.constantFrom(...known, known[0], known[0], 'Strange'),
  ])
  const record = fc.record(Object.fromEntries([...members, ...words]) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  })
  const records = fc.sample(record, { numRuns: 12, seed: 20_260_504 })
  const numbered = records.map((each, index): Json => ({ ...each, id: `r${String(index).padStart(2, '0')}` }))
  return [numbered.slice(0, 4), numbered.slice(4, 8), numbered.slice(8)]
}

/** Inventory, questions, bundle, replay. @param refused number of the page that the vendor refuses */
async function run(of: InventoryKind, pages: readonly (readonly Json[])[], refused?: number) {
  const vendor = await serve(({ path }) => {
    const page = Number(new URL(path, 'http://vendor').searchParams.get('page') ?? 1)
    return page === refused
      ? { status: 403, json: {} }
      : { json: pages[page - 1] ? { records: pages[page - 1] } : { records: [], has_more: false } }
  })
  const connector = createAcme(vendor.origin, of)
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  await using kept = await keepRun(connector, {
    credentials: { api_key: secretKey },
    variables: of === 'account' ? { domains: 'acme.example' } : {},
    allowPrivateNetwork: true,
    clock: fixedClock(now.toISOString()),
    exchanges: { file: draft.exchangesFile },
  })
  const checks = []
  for (const { id, status, error, complete, undecided } of kept.head.checks) {
    const results = await Array.fromAsync(kept.results(id))
    checks.push({ id, status, error, complete, undecided, results })
  }
  await draft.finish(kept, ownSigner)
  await draft.discard()
  const { same } = await replayBundle(bundle, connector)
  const parsed = (record: Json) => parseRecord(toRecordForm(connector.inventories[0] as Inventory, now), listed(record))
  const listed = (record: Json) => ({
    ...Object.fromEntries((connector.inventories[0]?.tells ?? []).map((member) => [member, undefined])),
    ...record,
  })
  return { checks, same, asked: vendor.seen.length, record: (each: Json) => parsed(each)?.record ?? {} }
}

const isEach = (name: string) => name !== 'fewAdministrators'

describe.each(kinds)('every question about a list of kind %s', (of) => {
  const pages = generatePages(of)
  const own = allQuestions.filter((question) => question.of === of)

  test('comes in a run to what its table says of each record, and so it does in a replay', async () => {
    const { checks, same, asked, record } = await run(of, pages)

    expect(asked).toBe(pages.length + 1)
    for (const { name, id } of own.filter((question) => isEach(question.name))) {
      const check = checks.find((each) => each.id === id)
      const found = new Map(check?.results.map(({ resource, status }) => [resource.id, status]))
      const undecided = new Set(check?.undecided?.first.map(({ resource }) => resource.id))
      for (const each of pages.flat()) {
        const judged = statusOf(judge(name, record(each), {}, Object.keys(listMemberForms(of))))
        const status = undecided.has(String(each.id)) ? 'undecided' : (found.get(String(each.id)) ?? 'none')
        expect([name, each.id, status.replace('not_applicable', 'notApplicable')]).toEqual([name, each.id, judged])
      }
    }
    expect(same).toBe(true)
  })

  test.each([1, 2, 3, 4])('is cut at page %i: judges what was seen, and cannot tell', async (refused) => {
    const { checks, same } = await run(of, pages, refused)

    const seen = new Set(pages.slice(0, refused - 1).flatMap((page) => page.map(({ id }) => String(id))))
    expect(checks).toHaveLength(own.length)
    for (const { id, status, complete, error, results } of checks) {
      const isSure = id === 'few-administrators' && status === 'fail'
      expect([id, isSure ? 'error' : status, complete]).toEqual([id, 'error', false])
      if (!isSure) expect([id, error?.kind]).toEqual([id, 'permission'])
      if (id !== 'few-administrators') expect(results.filter(({ resource }) => !seen.has(resource.id))).toEqual([])
      if (refused === 1) expect(results).toEqual([])
    }
    expect(same).toBe(true)
  })

  test('is empty and complete: means what the question says, and else could not tell', async () => {
    const { checks, same } = await run(of, [])

    for (const { id, onEmpty } of own) {
      const check = checks.find((each) => each.id === id)
      if (onEmpty !== undefined) expect([id, check?.status]).toEqual([id, onEmpty])
      else expect([id, check?.error?.code]).toEqual([id, 'CHECK_NO_RESULT'])
      expect(check?.results).toEqual([])
    }
    expect(same).toBe(true)
  })
})
