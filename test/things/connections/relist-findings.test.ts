import { expect, test } from 'vitest'
import { relistFindings } from '../../../src/things/connections/relist-findings.ts'
import { UnfinishedWork } from '../../../src/things/parts/unfinished-work.ts'
import { endRun } from '../all-stores/kept-runs.ts'
import { openMemoryStore } from '../all-stores/memory-store.ts'
import { createConnection, createCredentials } from '../all-stores/records.ts'

const ignore = () => undefined
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

test('relistFindings() does one piece at once, the others while its caller goes on, and none when the process ends', async () => {
  const store = await openMemoryStore()
  await store.connections.insert(createConnection('c1'), createCredentials())
  const results = Array.from({ length: 60 }, (_, n) => [`u${n}`, 'fail'] as const)
  await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results } } })
  const changes = { state: 'disconnected' } as const
  await store.connections.wipeCredentials('c1', { changes, nowMs: 2_000 })
  const count = () => store.findings.count({ organizationId: 'acme' })
  const [closing, unfinished] = [new AbortController(), new UnfinishedWork()]
  expect(await count()).toBe(0)

  closing.abort()
  await relistFindings({ store, logger, closing: closing.signal, unfinished }, 'c1')
  expect(await store.findings.relist(4, 'other')).toEqual({ rows: 0, gone: 0 })
  expect(await store.findings.relist(4, 'c1')).toEqual({ rows: 4, gone: 0 })
  await relistFindings({ store, logger, closing: new AbortController().signal, unfinished }, 'c1')
  expect(await count()).toBe(0)
  await unfinished.waitForAll()

  expect(await store.findings.relist(4)).toEqual({ rows: 0, gone: 0 })
  expect(await count()).toBe(0)
})
