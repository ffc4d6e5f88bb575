import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/index.ts'
import { leavers } from '../../src/crosscheck/index.ts'
import { crossCheckConnectorId } from '../../src/define/index.ts'
import { publicKeyOf } from '../../src/evidence/bundle/signer.ts'
import { replayCrossCheckBundle } from '../../src/evidence/replay/replay-cross-check.ts'
import { verifyBundle } from '../../src/evidence/verification/verify.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { testStore } from '../setup/store.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { connectSystems, readLists, type Systems, startSystems } from '../things/cross-checks/systems.ts'
import { publicUrl } from '../things/runtime/world.ts'

const organizationId = 'acme'
const ada = { id: 'p1', name: 'Ada', email: 'ada@example.com', status: 'active' } as const
const bob = { id: 'p2', name: 'Bob', email: 'bob@example.com', status: 'active' } as const
const adasAccount = { id: 'ada', name: 'Ada', email: 'ada@example.com' }
const bobsAccount = { id: 'bob', name: 'Bob', email: 'bob@example.com' }

/** On SQLite, and on PostgreSQL where the tests run on it. */
async function openWorld() {
  const systems: Systems = { staff: [ada, bob], code: [adasAccount, bobsAccount], chat: [adasAccount, bobsAccount] }
  const folder = createTempFolder()
  const clock = fixedClock('2026-11-22T10:00:00Z')
  const runtime = await createRuntime({
    connectors: await startSystems(systems),
    store: await testStore(`sqlite:${join(folder, 'flow.db')}`),
    keys: makeKeyText(),
    publicUrl,
    allowPrivateNetwork: true,
    clock,
    evidence: 'kept',
  })
  onTestFinished(() => runtime.close())
  await runtime.organizations.create({ id: organizationId, name: 'Acme' })
  const connections = await connectSystems(runtime)
  await runtime.directory.set({ organizationId, sources: [{ connection: connections.staff, covers: 'both' }] })
  const judge = async () => {
    clock.advance(3_600_000)
    await readLists(runtime, ...Object.values(connections))
    return (await runtime.crossChecks.run({ organizationId, id: 'leavers' })).recorded
  }
  return { runtime, systems, connections, clock, folder, judge }
}

async function saveBundle(runtime: Runtime, runId: string, folder: string): Promise<string> {
  const file = await runtime.workspace.files.find(runId)
  const bytes = await runtime.workspace.objects.get({ organizationId, key: file?.objectKey ?? '' })
  const path = join(folder, `${runId}.zip`)
  await writeFile(path, Buffer.from(await new Response(bytes).arrayBuffer()))
  return path
}

test('somebody leaves: found, accepted for a while, not lost while a system is silent, gone with the access', async () => {
  const { runtime, systems, connections, folder, judge } = await openWorld()
  const findings = (more: object = {}) => runtime.findings.list({ organizationId, ...more })
  const listStates = async (more: object = {}) =>
    (await findings({ state: ['open', 'regressed', 'resolved'], ...more }))
      .map(({ state, result }) => `${result.resource.id} ${state}`)
      .toSorted()

  expect((await judge()).head.status).toBe('pass')

  // Bob left, and nobody closed his accounts.
  systems.staff = [ada, { ...bob, status: 'left', endsAt: '2026-11-10' }]
  const left = await judge()
  const onCode = `${connections.code}/bob`
  const onChat = `${connections.chat}/bob`
  expect(left.head.status).toBe('fail')
  expect(await listStates()).toEqual([`${onChat} open`, `${onCode} open`].toSorted())

  // One of them is accepted for a week.
  await runtime.waivers.create({
    organizationId,
    connector: crossCheckConnectorId,
    check: 'leavers',
    connection: connections.chat,
    justification: 'He hands over.',
    approver: 'Grace',
    expires: '2026-11-29',
  })
  expect((await findings({ waived: true })).map(({ result }) => result.resource.id)).toEqual([onChat])

  // The code host refuses its list. What it does not show is not gone.
  systems.code = undefined
  systems.chat = [adasAccount]
  const untold = await judge()
  expect(untold.head).toMatchObject({ status: 'error', checks: [{ error: { kind: 'permission' } }] })
  expect(untold.head.crossCheck?.scopes).toContainEqual(
    expect.objectContaining({ connectionId: connections.code, complete: false }),
  )
  expect(await listStates()).toEqual([`${onChat} resolved`, `${onCode} open`].toSorted())

  // The access is removed.
  systems.code = [adasAccount]
  const last = await judge()
  expect(last.head.status).toBe('pass')
  expect(await listStates()).toEqual([`${onChat} resolved`, `${onCode} resolved`].toSorted())
  const [resolved] = await findings({ state: 'resolved', text: 'bob' })
  expect((await runtime.findings.get({ id: resolved?.id ?? '', organizationId }))?.history).toMatchObject([
    { change: 'resolved', resolution: 'gone' },
    { change: 'open' },
  ])

  // Every verdict can be proved, and judged again without the service.
  const keys = (await runtime.signing.keys()).map(({ publicKey }) => publicKeyOf(Buffer.from(publicKey, 'base64')))
  for (const run of [left, untold, last]) {
    const path = await saveBundle(runtime, run.head.id, folder)
    expect(await verifyBundle(path, { keys })).toMatchObject({ verified: true })
    expect(await replayCrossCheckBundle(path, leavers)).toMatchObject({ same: true, differences: [] })
  }
})

test('an account of nobody: a person decides, and another organization sees nothing of it', async () => {
  const { runtime, systems, judge } = await openWorld()
  systems.code = [adasAccount, { id: 'deploy', name: 'Deploy', email: 'deploy@example.com' }]
  const run = await judge()
  const [needed, ...others] = await runtime.judgements.listNeeded({ organizationId })
  await runtime.judgements.create({
    organizationId,
    runId: run.head.id,
    findingId: needed?.result.findingId ?? '',
    decision: 'accepted',
    evidenceSha256: needed?.evidenceSha256 ?? '',
    reason: 'The build signs in with it.',
    expires: '2027-01-31',
    judge: { userId: 'grace', name: 'Grace', email: 'grace@example.com' },
  })
  await judge()

  expect(needed?.result.title).toContain('Whose is Deploy')
  expect(others).toEqual([])
  expect(await runtime.judgements.listNeeded({ organizationId })).toEqual([])
  await runtime.organizations.create({ id: 'other', name: 'Other' })
  const other = { organizationId: 'other' }
  expect(await runtime.runs.list(other)).toEqual([])
  expect(await runtime.judgements.list(other)).toEqual([])
  expect(await runtime.runs.kept({ id: run.head.id, ...other })).toBeUndefined()
  await expect(runtime.crossChecks.run({ ...other, id: 'none' })).rejects.toMatchObject({ code: 'CROSS_CHECK_UNKNOWN' })
})
