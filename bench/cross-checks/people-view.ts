import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { defineConnector } from '../../dist/index.js'
import { createRuntime } from '../../dist/runtime/index.js'

/**
 * The list of people of an organization when somebody asks for it first, which stores links, too, and when nothing has changed: time
 * of the processor, and the highest memory above that of the loaded process. It needs Linux.
 *
 *     npm run build && node bench/cross-checks/people-view.ts [people] [systems]
 */
const [people = 10_000, systems = 20] = process.argv.slice(2, 4).map(Number)
const given = process.argv[4]
const organizationId = 'acme'
const ids = Array.from({ length: people }, (_, nth) => `u${String(nth).padStart(6, '0')}`)

const listed = defineConnector({
  id: 'listed',
  name: 'Listed',
  version: '1.0.0',
  baseUrl: 'https://listed.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const accounts = listed.inventory({
  of: 'account',
  tells: ['email', 'emailVerified', 'administrator', 'secondFactor', 'createdAt', 'lastActiveAt'],
  covers: ['members'],
  async *list() {
    for (const [nth, id] of ids.entries())
      yield {
        id,
        name: `Person Number ${nth}`,
        kind: 'person',
        status: nth % 20 === 0 ? 'suspended' : 'active',
        email: `${id}@acme.example`,
        emailVerified: true,
        administrator: nth % 50 === 0,
        secondFactor: nth % 30 !== 0,
        createdAt: '2022-05-04T10:00:00Z',
        lastActiveAt: '2026-05-30T10:00:00Z',
      }
  },
})
const hired = defineConnector({
  id: 'hired',
  name: 'Hired',
  version: '1.0.0',
  baseUrl: 'https://hired.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const persons = hired.inventory({
  of: 'person',
  tells: ['email', 'startsAt', 'endsAt'],
  covers: ['people'],
  async *list() {
    for (const [nth, id] of ids.entries())
      yield {
        id,
        name: `Person Number ${nth}`,
        kind: 'employee',
        status: nth % 20 === 0 ? 'left' : 'active',
        email: `${id}@acme.example`,
        startsAt: '2021-03-01',
        endsAt: nth % 20 === 0 ? '2026-05-01' : null,
      }
  },
})

/** @param worker false: lists that were read anew start no cross-checks, which would take time of the processor, too */
const open = ({ store, keys }: { readonly store: string; readonly keys: string }, worker: boolean) =>
  createRuntime({
    worker,
    connectors: [listed.with(accounts), hired.with(persons)],
    store,
    keys,
    publicUrl: 'http://127.0.0.1',
  })

if (given === undefined) await fillAndMeasure()
else await measure(JSON.parse(given))

async function fillAndMeasure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-bench-'))
  const place = { store: `sqlite:${join(folder, 'view.db')}`, keys: `v1:${randomBytes(32).toString('base64')}` }
  try {
    const runtime = await open(place, true)
    await runtime.organizations.create({ id: organizationId, name: 'Acme' })
    for (let system = 0; system <= systems; system++) {
      const made = await runtime.connections.create({
        connector: system === 0 ? 'hired' : 'listed',
        organizationId,
        name: `System ${system}`,
        credentials: { api_key: 'key' },
      })
      await (await runtime.runs.start({ connectionId: made.id, organizationId })).result
      if (system === 0)
        await runtime.directory.set({ organizationId, sources: [{ connection: made.id, covers: 'both' }] })
    }
    await runtime.close()
    const args = [...process.execArgv, fileURLToPath(import.meta.url), String(people), String(systems)]
    const { stdout } = await promisify(execFile)(process.execPath, [...args, JSON.stringify(place)])
    console.table(JSON.parse(stdout))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(place: Parameters<typeof open>[0]): Promise<void> {
  const runtime = await open(place, false)
  await runtime.connections.list({ organizationId })
  const loadedMB = readPeakMB()
  const told: Record<string, object> = {}
  const note = async (what: string) => {
    const cpu = process.cpuUsage()
    for (;;) {
      const read = await runtime.peopleView.head({ organizationId }).catch(() => undefined)
      if (read && !read.isOld) break
      await setTimeout(500)
    }
    const { user, system } = process.cpuUsage(cpu)
    told[what] = {
      'CPU ms': Math.round((user + system) / 1_000),
      'peak MB above loaded': Math.round(readPeakMB() - loadedMB),
    }
  }
  await note('first')
  await note('again')
  console.log(JSON.stringify(told))
  await runtime.close()
}

/** Of this program alone: what getrusage says begins with the memory of the process that started it. */
function readPeakMB(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
