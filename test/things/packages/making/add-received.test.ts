import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../src/define/index.ts'
import { publicKeyOf } from '../../../../src/evidence/bundle/signer.ts'
import { tellOtherFile } from '../../../../src/evidence/package/check-received.ts'
import { verifyPackage } from '../../../../src/evidence/package/verify-package.ts'
import { replayReceivedBundle } from '../../../../src/evidence/replay/replay-received.ts'
import { yieldOnce } from '../../../../src/service/files/keep-file.ts'
import { makePackage } from '../../../../src/things/packages/making/make-package.ts'
import { reliance } from '../../../../src/things/reliances/thing.ts'
import { openPages } from '../../../app/pages/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { loadSoc2 } from '../audited-world.ts'

const organizationId = 'acme'
const nowMs = Date.parse('2026-07-10T12:00:00Z')

function prowler(code: string, at: string): string {
  return JSON.stringify([
    {
      metadata: { event_code: 'mfa', product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
      class_uid: 2004,
      status_code: code,
      finding_info: { title: '=Second factor' },
      resources: [{ uid: 'u1', type: 'user' }],
      time_dt: at,
    },
  ])
}

/** A period in which two tools sent files, one of which somebody relies on. */
async function packageReceived({ mayReadPeople = true } = {}) {
  let atMs = nowMs
  const { runtime } = await openPages({ clock: { ...systemClock, nowMs: () => atMs } })
  const take = async (source: string, text: string, day: string) => {
    atMs = Date.parse(`${day}T12:00:00Z`)
    return runtime.imports.take({ organizationId, source, name: `${day}.json`, bytes: yieldOnce(Buffer.from(text)) })
  }
  const first = await take('Relied', prowler('FAIL', '2026-07-10T00:00:00Z'), '2026-07-10')
  await take('Other', prowler('PASS', '2026-07-10T00:00:00Z'), '2026-07-11')
  const expires = '2026-12-31'
  const values = { source: first.source.id, checks: ['mfa'], controls: ['soc2:CC6.1'], listed: 'account', expires }
  await runtime.serviceOf(reliance).create({
    organizationId,
    values: { ...values, listed: 'account', listedBy: first.source.id, reason: 'Our own Prowler.' },
  })
  await take('Relied', prowler('PASS', '2026-07-01T00:00:00Z'), '2026-07-12')
  atMs = Date.parse('2026-07-13T12:00:00Z')
  const target = join(createTempFolder(), 'package')
  const period = { from: '2026-07-11', to: '2026-07-12' }
  await makePackage(runtime, { organizationId, framework: await loadSoc2(), ...period, target, mayReadPeople })
  const content = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  const keys = [publicKeyOf((await runtime.signing.signer()).publicKey)]
  return { target, content, keys, runId: first.runId }
}

test('a package has the files of other tools apart, with the file where somebody relied on it, and no state rests on them', async () => {
  const { target, content, keys, runId } = await packageReceived()

  const read = (name: string) => readFileSync(join(target, name), 'utf8')
  const { results, 'back-matter': matter } = JSON.parse(read('oscal/assessment-results.json'))['assessment-results']
  expect(await verifyPackage(target, { keys })).toMatchObject({ verified: true, bundles: 1 })
  expect(content.received).toMatchObject([
    { runId, relied: true, evidence: 'kept', tool: { name: 'Prowler' }, counts: { fail: 1 } },
    { file: { name: '2026-07-11.json' }, counts: { pass: 1 } },
    { file: { name: '2026-07-12.json' }, setAside: 'older' },
  ])
  expect(content.received.map(({ evidence }: { evidence?: string }) => evidence)).toEqual([
    'kept',
    undefined,
    undefined,
  ])
  expect(content.controls.find(({ id }: { id: string }) => id === 'CC6.1')).toMatchObject({ state: 'uncovered' })
  expect(content.records).toMatchObject([{ thing: 'reliance', history: [{ state: 'holds' }] }])
  expect(await replayReceivedBundle(join(target, `runs/${runId}.zip`))).toMatchObject({ same: true })
  expect(read('index.html')).toContain('Received from other tools, not observed')
  expect(matter.resources.slice(1)).toHaveLength(3)
  expect(results[0].observations).toBeUndefined()
})

test('a reader who may not know people gets the digest of a file, and not the file', async () => {
  const { target, content, keys } = await packageReceived({ mayReadPeople: false })

  expect(await verifyPackage(target, { keys })).toMatchObject({ verified: true, bundles: 0 })
  expect(content.received[0]).toMatchObject({ relied: true, file: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })
})

test('a package that says something else of a file than its bundle is refused', async () => {
  const { content } = await packageReceived()
  const [claim] = content.received
  const { runId, field = 'line 9', evidence, digest, ...received } = claim

  expect(tellOtherFile({ ...claim, field }, received)).toBeUndefined()
  expect(tellOtherFile({ ...claim, field, counts: { ...claim.counts, fail: 0 } }, received)).toContain('another counts')
  expect(tellOtherFile({ ...claim, field }, undefined)).toContain('does not')
  expect([runId, evidence, digest]).not.toContain(undefined)
})
