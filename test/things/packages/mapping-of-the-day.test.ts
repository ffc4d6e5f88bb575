import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadFramework } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { readFileText } from '../../../src/evidence/bundle/bundle-source.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { openPackage } from '../../../src/evidence/package/open-package.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { createStatusSite } from '../../../src/things/packages/making/create-status-site.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { dayMs, openAuditedWorld, organizationId } from './audited-world.ts'

const id = 'nist-csf-2.0'
const control = 'PR.AA-03'
const thirdDayMs = Date.parse('2026-01-03T12:00:00Z')
const recompute = fileURLToPath(new URL('../../flow/package/recompute.mjs', import.meta.url))

/** Four days of a second factor that everybody has. On the third day came a mapping by which the control asks for it. */
async function liveFourDays() {
  const folder = createTempFolder()
  const url = await testStore(`sqlite:${join(folder, 'store.db')}`)
  const framework = await loadFramework(id)
  const now = framework?.statements
  if (!framework || !now) throw new TypeError('the framework has a mapping')
  const { [control]: _, ...controls } = now.controls
  const { sha256: _sha256, text: _text, units: _units, ...mapping } = now
  const text = JSON.stringify({ ...mapping, controls })
  const before = { sha256: createHash('sha256').update(text).digest('hex'), text }
  const store = await openStore(url)
  await store.mappingEditions.begin([
    { framework: id, fromMs: 0, ...before },
    { framework: id, fromMs: thirdDayMs, sha256: now.sha256, text: now.text },
  ])
  await store.close()
  const world = await openAuditedWorld(['one'], { store: url })
  for (let day = 0; day < 4; day++) {
    await world.run('one')
    if (day < 3) world.clock.advance(dayMs)
  }
  return { ...world, folder, framework, before, now }
}

async function readPackageText(path: string) {
  const source = await openPackage(path)
  const text = await readFileText(source, 'package.json', 10_000_000).finally(() => source.close())
  return JSON.parse(text ?? '')
}

test('a day is judged by the mapping of that day: what was mapped later satisfies no earlier one', async () => {
  const { runtime, folder, framework, before, now } = await liveFourDays()
  const judge = async (day: string) => {
    const within = { fromMs: 0, toMs: Date.parse(`${day}T23:59:59.999Z`) }
    const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: [id], within })
    const found = frameworks[0]?.controls.find((each) => each.id === control)
    return { state: found?.state, of: found?.statements?.of, ...frameworks[0]?.mapping }
  }

  const states = [await judge('2026-01-02'), await judge('2026-01-03')]

  expect(states).toMatchObject([
    { state: 'uncovered', of: undefined, sha256: before.sha256 },
    { state: 'satisfied', sha256: now.sha256, changedAt: ['2026-01-03T12:00:00.000Z'] },
  ])
  expect(states[0]).not.toHaveProperty('changedAt')

  const target = join(folder, 'package.zip')
  await makePackage(runtime, { organizationId, framework, from: '2026-01-01', to: '2026-01-04', target })
  const signer = await runtime.signing.signer()
  const trusted = { keys: [publicKeyOf(signer.publicKey)] }
  expect(await verifyPackage(target, trusted)).toMatchObject({ verified: true })
  const recomputed = JSON.parse(execFileSync(process.execPath, [recompute, target], { encoding: 'utf8' }))
  expect(recomputed.differences).toEqual([])
  const said = await readPackageText(target)
  expect(said.mapping).toMatchObject({ from: '2026-01-03', sha256: now.sha256, text: now.text })
  expect(said.earlierMappings).toEqual([{ from: '2026-01-01', to: '2026-01-02', ...before }])
  const history = said.controls.find((each: { id: string }) => each.id === control)?.history
  expect(history).toMatchObject([
    { from: '2026-01-01', to: '2026-01-02', state: 'uncovered' },
    { from: '2026-01-03', to: '2026-01-04', state: 'satisfied', statements: { observed: 1 } },
  ])

  const { files, status } = await createStatusSite(target, { hide: [], trusted, signer })
  const earlier = { from: '2026-01-01', to: '2026-01-02', sha256: before.sha256 }
  expect(status).toMatchObject({ mapping: { from: '2026-01-03' }, earlierMappings: [earlier] })
  expect(files.get('index.html')).toContain(before.sha256)
})

test('a framework of your own says nothing about the days before somebody took it', async () => {
  const { runtime } = await openAuditedWorld([])
  const shipped = await loadFramework(id)
  const own = shipped && { ...shipped, id: 'own', statements: undefined, mappings: [], countsFromMs: thirdDayMs }
  const expectations = await runtime.expectations.load({ organizationId })

  const days = await Promise.all(
    [thirdDayMs - 1, thirdDayMs].map(async (atMs) => own && (await expectations.frameworkAt(own, atMs)).mappings),
  )

  expect(days).toEqual([undefined, []])
})
