import { expect, test } from 'vitest'
import type { Thing } from '../../../src/service/fields/define-thing.ts'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import { openApiHost } from '../../app/host/world.ts'
import { describePostgres } from '../../setup/postgres.ts'
import { SharedDatabase } from '../../setup/shared-database.ts'
import { drawRows } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createSample } from './create-samples.ts'

const organizationId = 'acme'
const userId = 'ada'
const strange = ['nobody', '\0', 'a\0b', "' or 1=1 --", '\u{1f4a5}', '%', '_', 'x'.repeat(300)]
const text = 'Zürich \u{1f600} \\ % _ \u0301 ‮'

/** What a store answers for records of a thing, whatever ids it makes: each verb, state, filter and action, and ids of nobody. */
async function transcribe(thing: Thing, store: string): Promise<readonly string[]> {
  const { runtime, clock, ask } = await openApiHost({}, { store })
  const service = runtime.serviceOf(thing)
  const told: string[] = []
  const ids = new Map<string, string>()
  const write = (value: unknown) =>
    (JSON.stringify(value) ?? 'undefined')
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`)
        return ids.get(id) ?? ''
      })
      // What is sealed, which no key of another store makes again.
      .replaceAll(/v1\.xc20p\.[\w.-]+/g, 'sealed')
      // Addresses that nobody can guess, and ids of requests.
      .replaceAll(/[\w-]{43}/g, 'secret')
  const tell = async (what: string, doing: () => Promise<unknown>) => {
    const outcome = await doing().catch((error: { readonly code?: string }) => `problem: ${error.code ?? error}`)
    told.push(`${what}: ${write(outcome)}`)
  }
  const records = []
  for (let number = 0; number < 3; number++) {
    clock.advance(1)
    records.push(await createSample(runtime, organizationId, thing))
  }
  const [first, second, third] = records
  if (!first || !second || !third) throw new Error('There are three.')
  const pages = async () => {
    await tell('list', () => service.list({ organizationId, limit: 10 }))
    await tell('page', () => service.list({ organizationId, limit: 1, before: second }))
    await tell('counts', () => service.countByState({ organizationId }))
    for (const state of thing.stateNames) await tell(state, () => service.list({ organizationId, limit: 10, state }))
  }
  await pages()
  for (const [name, { kind }] of Object.entries(thing.all))
    if (kind === 'id' || kind === 'text')
      for (const value of [first.values[name], ...strange])
        if (typeof value === 'string')
          await tell(`where ${name}`, () => service.list({ organizationId, limit: 10, where: { [name]: value } }))
  for (const id of strange) {
    await tell('get', () => service.get({ organizationId, id }))
    await tell('versions', () => service.versions({ organizationId, id, atMs: clock.nowMs() }))
    await tell('delete', () => service.delete({ organizationId, id }))
    const path = `${thing.path}/${encodeURIComponent(id)}`
    await tell('over the API', async () => (await ask('GET', path)).status)
    await tell('change over the API', async () => (await ask('PATCH', path, { body: {} })).status)
  }
  if (thing.verbs.includes('change'))
    for (const [name, { kind }] of Object.entries(thing.fields))
      if (kind === 'text')
        for (const value of [text, 'a\0b', '\ud800', ' ', 'x'.repeat(40_000)])
          await tell(`change ${name}`, () =>
            service.change({ organizationId, id: second.id, userId, changes: { [name]: value } as never }),
          )
  for (const name of Object.keys(thing.actions)) {
    clock.advance(1)
    await tell(name, async () => service.act[name]?.({ organizationId, id: third.id, userId }))
  }
  await pages()
  await tell('delete', () => service.delete({ organizationId, id: first.id, userId }))
  await tell('versions', () => service.versions({ organizationId, atMs: clock.nowMs() + 1_000 }))
  await tell('past', () => service.list({ organizationId, limit: 10, within: { fromMs: 0, toMs: clock.nowMs() - 1 } }))
  await tell('others', () => service.list({ organizationId: 'other', limit: 10 }))
  await pages()
  return told
}

const shared = new SharedDatabase()

describePostgres('SQLite and PostgreSQL', () => {
  test.for(
    drawRows(
      declaredThings.map((thing) => [thing.plural, thing] as const),
      2,
    ),
  )('say the same of %s', async ([, thing]) => {
    const onSqlite = await transcribe(thing, `sqlite:${createTempFolder()}/store.db`)

    const onPostgres = await transcribe(thing, await shared.empty())

    expect(onPostgres).toEqual(onSqlite)
    // Nothing from inside a database gets out.
    expect(onSqlite.filter((line) => /problem: (?!API_|RECORD_|NOT_FOUND|STORE_CONFLICT)|: 5\d\d$/.test(line))).toEqual(
      [],
    )
  })
})
