import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Ask, addBundles, dialects, fill } from '../../../bench/retention/fill.ts'
import type { CheckContext } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { describePostgres, queryPostgres, testPostgres } from '../../setup/postgres.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const kills = isSoak ? 30 : 2
const runs = isSoak ? 5_000 : 80
const resultsOfEach = 3
const pastRuns = `select count(*) as n from runs where id like 'past-%'`
// Each sweep is a process that reads the sources anew.
const patience = { timeout: 60_000 }
const timeout = 5 * 60_000
const program = await locateChild(import.meta.url, '../runtime/children/apply-retention.ts')

describe('retention on one SQLite file', () => {
  goesOn('sqlite', async () => {
    const file = join(createTempFolder(), 'store.db')
    const ask: Ask = async (text) => {
      const database = new DatabaseSync(file, { timeout: 10_000 })
      try {
        return database.prepare(text).all()
      } finally {
        database.close()
      }
    }
    return { url: `sqlite:${file}`, ask }
  })
})

describePostgres('retention on one PostgreSQL', () => {
  goesOn('postgres', async () => {
    const url = await testPostgres()
    return { url, ask: (text) => queryPostgres(url, text) }
  })
})

function goesOn(kind: keyof typeof dialects, locate: () => Promise<{ readonly url: string; readonly ask: Ask }>): void {
  test('two processes begin at once, and one does the work', { timeout }, async () => {
    const place = await writeOldRuns(kind, await locate())
    const both = [startSweep(place), startSweep(place)]
    await vi.waitUntil(() => both.some(({ said }) => said.length > 1), patience)
    await Promise.all(both.map(({ end }) => end('SIGTERM')))

    const swept = both.flatMap(({ said }) => said.slice(1).map((line) => JSON.parse(line)))
    expect(swept).toMatchObject([{ runs }])
    expect(await place.count(pastRuns)).toBe(0)
  })

  test(`it is killed ${kills} times at any moment, leaves nothing half, and goes on to its end`, {
    timeout,
  }, async () => {
    const place = await writeOldRuns(kind, await locate())
    let seed = 4711
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const left = [runs]
    for (let kill = 0; kill < kills; kill++) {
      const sweep = startSweep(place)
      const before = left.at(-1) ?? 0
      await vi.waitUntil(async () => sweep.said.length > 1 || (await place.count(pastRuns)) < before, patience)
      await sleep(random() * 200)
      await sweep.end('SIGKILL')
      // A reader finds all results of a run or none, and no row without that which it belongs to.
      const shown = 'select count(*) as n from result_sets s where head is not null and'
      const results = '(select count(*) from results r where r.set_id = s.id)'
      expect(await place.count(`${shown} ${results} <> ${resultsOfEach}`)).toBe(0)
      expect(await place.count(orphans('results', 'set_id', 'result_sets'))).toBe(0)
      expect(await place.count(orphans('result_sets', 'run_id', 'runs'))).toBe(0)
      expect(await place.count(orphans('evidence_uploads', 'file_id', 'files'))).toBe(0)
      left.push(await place.count(pastRuns))
      // As if the time of the leases of the dead were over.
      await place.ask('delete from leases')
    }
    const last = startSweep(place)
    await vi.waitUntil(() => last.said.length > 1, patience)
    await last.end('SIGTERM')

    expect(left).toEqual(left.toSorted((a, b) => b - a))
    expect(left.at(-1)).toBeLessThan(runs)
    expect(JSON.parse(last.said[1] ?? '')).toMatchObject({ runs: left.at(-1) })
    const rows = ['runs', 'result_sets', 'results', 'evidence_uploads', 'files'].map((table) =>
      place.count(`select count(*) as n from ${table}`),
    )
    expect(await Promise.all(rows)).toEqual([1, 1, resultsOfEach, 0, 0])
  })
}

function orphans(table: string, column: string, parent: string): string {
  return `select count(*) as n from ${table} t where not exists (select 1 from ${parent} p where p.id = t.${column})`
}

/** Old runs of one connection, some with bundles, and one of today that stays. */
async function writeOldRuns(kind: keyof typeof dialects, { url, ask }: { readonly url: string; readonly ask: Ask }) {
  const keys = makeKeyText()
  const check = {
    id: 'mfa',
    title: 'Second factor',
    connectorId: 'acme',
    run: async (ctx: CheckContext) => {
      for (let n = 0; n < resultsOfEach; n++) ctx.pass({ resource: { type: 'user', id: `u${n}` }, title: 'On' })
    },
  }
  const connector = { ...createConnectorWith({ baseUrl: 'https://api.acme.example' }), checks: [check] }
  const { runtime } = await openRuntimeWith({ connectors: [connector], store: url, keys })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'acme',
    organizationId: 'acme',
    credentials: { api_key: secretKey },
  })
  const run = await runtime.runs.start({ connectionId })
  await run.recorded
  await runtime.close()
  await fill(ask, dialects[kind], { templateId: run.id, connections: 1, runs })
  const store = await openStore(url)
  await addBundles(ask, store, 30)
  await store.close()
  return { url, keys, ask, count: async (text: string) => Number((await ask(text))[0]?.n) }
}

/** A process that applies retention, and the lines that it has said. */
function startSweep({ url, keys }: { readonly url: string; readonly keys: string }) {
  const child = spawn(process.execPath, [program, url, keys], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  createInterface(child.stdout).on('line', (line) => said.push(line))
  const end = async (signal: NodeJS.Signals) => {
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }
  return { said, end }
}
