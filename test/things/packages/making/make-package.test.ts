import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shippedFrameworks } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { makePackage } from '../../../../src/things/packages/making/make-package.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { dayMs, openAuditedWorld, organizationId } from '../audited-world.ts'

test('a deleted bundle and a deleted run are gaps, and what a deleted run said is not known', async () => {
  const folder = createTempFolder()
  const { runtime, clock, run } = await openAuditedWorld(['one'], { store: `sqlite:${join(folder, 'store.db')}` })
  const runs: string[] = []
  for (let day = 0; day < 4; day++) {
    runs.push(await run('one'))
    clock.advance(dayMs)
  }
  const [, second = '', third = ''] = runs
  const file = await runtime.workspace.files.find(second)
  await runtime.workspace.objects.delete({ organizationId, key: file?.objectKey ?? '' })
  // The log has the run, once its entries have their places.
  await runtime.log.head(organizationId)
  const database = new DatabaseSync(join(folder, 'store.db'))
  database.exec('pragma foreign_keys = off')
  database.prepare('delete from runs where id = ?').run(third)
  database.close()

  const target = join(folder, 'package')
  const period = { from: '2026-01-01', to: '2026-01-04' }
  await makePackage(runtime, { organizationId, framework: await shippedFrameworks.soc2(), ...period, target })

  const said = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  const control = said.controls.find(({ id }: { id: string }) => id === 'CC6.1')
  const { history } = control.checks.find(({ id }: { id: string }) => id === 'mfa')
  expect(history).toMatchObject([
    { from: '2026-01-01', to: '2026-01-01', state: 'satisfied', evidence: 'kept' },
    { from: '2026-01-02', to: '2026-01-02', state: 'satisfied', evidence: 'deleted', runId: second },
    {
      from: '2026-01-03',
      to: '2026-01-03',
      state: 'undetermined',
      evidence: 'deleted',
      because: 'its run was deleted',
    },
    { from: '2026-01-04', to: '2026-01-04', state: 'satisfied', evidence: 'kept' },
  ])
  const gaps = said.gaps.filter(
    ({ check, kind }: { check: string; kind: string }) => check === 'mfa' && kind === 'deleted',
  )
  expect(gaps.map(({ runId }: { runId: string }) => runId)).toEqual([second, third])
})

test('a package without a folder for temporary files leaves nothing at its place', async () => {
  const folder = createTempFolder()
  const { runtime } = await openAuditedWorld(['one'], { store: `sqlite:${join(folder, 'store.db')}` })
  const place = join(folder, 'out')
  mkdirSync(place)
  vi.stubEnv('TMPDIR', join(folder, 'removed'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const order = { organizationId, framework: await shippedFrameworks.soc2(), from: '2026-01-01', to: '2026-01-01' }

  await expect(makePackage(runtime, { ...order, target: join(place, 'package') })).rejects.toMatchObject({
    code: 'RESULTS_NOT_KEPT',
  })

  expect(readdirSync(place)).toEqual([])
})
