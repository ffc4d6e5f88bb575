import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { holdLease } from '../../../src/auth/lease.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { type CheckContext, systemClock } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createObjectMemory } from '../../../src/service/store/objects/object-memory.ts'
import { toEvidenceLease } from '../../../src/things/runs/evidence-lease.ts'
import { startRetention } from '../../../src/things/runs/retention.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createToldRun } from '../all-stores/kept-runs.ts'
import { openMemoryStore } from '../all-stores/memory-store.ts'
import { createConnection, createCredentials, run } from '../all-stores/records.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000
const check = (id: string) => ({
  id,
  title: id,
  connectorId: 'acme',
  run: async (ctx: CheckContext) =>
    ctx.fail({ resource: { type: 'user', id: 'u1' }, title: 'Off', remediation: 'Turn it on.' }),
})
const connector = {
  ...createConnectorWith({ baseUrl: 'https://api.acme.example' }),
  checks: [check('mfa'), check('keys')],
}

test('retention deletes old runs and audit entries at start, and leaves what tells how things stand', async () => {
  const clock = fixedClock('2026-05-01T00:00:00Z')
  const folder = createTempFolder()
  const place = { store: `sqlite:${join(folder, 'store.db')}`, keys: makeKeyText() }
  const first = await openRuntimeWith({ connectors: [connector], clock, ...place })
  const { id: connectionId } = await first.runtime.connections.create({
    connector: 'acme',
    organizationId: 'acme',
    credentials: { api_key: secretKey },
  })
  const ran = async (checks: string[]) => {
    const run = await first.runtime.runs.start({ connectionId, checks, evidence: true })
    await run.result
    clock.advance(dayMs)
    return run.id
  }
  const [, keys, , newest] = [await ran(['mfa']), await ran(['keys']), await ran(['mfa']), await ran(['mfa'])]
  await first.runtime.close()
  clock.advance(90 * dayMs)

  const { runtime, lines } = await openRuntimeWith({
    connectors: [connector],
    clock,
    ...place,
    retention: { runs: { maxAgeMs: 30 * dayMs }, audit: { maxAgeMs: 30 * dayMs } },
  })
  await vi.waitFor(() => expect(lines.map(({ message }) => message)).toContain('Retention applied'), 5_000)

  const left = await runtime.runs.list({ organizationId: 'acme' })
  const [finding] = await runtime.findings.list({ organizationId: 'acme', checkId: 'mfa' })
  const audit = await runtime.audit.list({ organizationId: 'acme' })
  expect(left.map(({ id }) => id)).toEqual([newest, keys])
  // With a run goes its bundle.
  expect(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[\da-f]{64}-/.test(name)),
  ).toHaveLength(2)
  expect(finding).toMatchObject({ state: 'open', runId: newest, result: { title: 'Off' } })
  expect(finding?.firstSeenAtMs).toBe(Date.parse('2026-05-01T00:00:00Z'))
  expect(audit).toEqual([])
})

test('a package is made while retention deletes what takes long', async () => {
  const store = await openMemoryStore()
  await store.connections.insert(createConnection('c1'), createCredentials())
  for (let index = 0; index < 200; index++) {
    const told = { id: `r${index}`, atMs: index + 1, checks: { mfa: { results: [['u1', 'pass']] } } } as const
    await store.runs.insert(run(told.id, { startedAtMs: told.atMs }))
    const bundle = {
      name: 'run.zip',
      type: 'application/zip',
      sizeBytes: 9,
      objectKey: told.id,
      manifestSha256: '1'.repeat(64),
      sha256: 'f'.repeat(64),
    }
    const end = { status: 'pass', finishedAtMs: told.atMs, run: createToldRun(told), bundle } as const
    await store.runs.finish(told.id, end)
  }
  const begun = Promise.withResolvers<void>()
  const objects = createObjectMemory()
  const closing = new AbortController()
  const retention = startRetention({
    store,
    clock: systemClock,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    closing: closing.signal,
    options: {
      connectors: [],
      store: 'memory:',
      publicUrl: 'https://a.example',
      retention: { runs: { maxAgeMs: dayMs } },
    },
    objects: {
      ...objects,
      delete: async (ref) => {
        begun.resolve()
        await systemClock.sleep(20)
        await objects.delete(ref)
      },
    },
  })
  await begun.promise

  const left = await holdLease(store.leases, systemClock, toEvidenceLease('acme'), () =>
    store.runs.list({ organizationId: 'acme' }),
  )

  expect(left.length).toBeGreaterThan(1)
  expect(left.length).toBeLessThan(200)
  closing.abort()
  await retention.stop()
})

test.each([
  [{ runs: { maxAgeMs: 0 } }, 'runs.maxAgeMs'],
  [{ runs: { maxPerConnection: 1.5 } }, 'runs.maxPerConnection'],
  [{ audit: { maxAgeMs: -1 } }, 'audit.maxAgeMs'],
])('createRuntime() refuses retention %j before anything is opened', async (retention, name) => {
  const creating = createRuntime({ connectors: [], store: 'memory:', publicUrl: 'https://a.example', retention })

  await expect(creating).rejects.toThrow(name)
})
