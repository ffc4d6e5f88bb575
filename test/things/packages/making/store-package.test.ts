import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { shippedFrameworks } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { publicKeyOf } from '../../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../../src/evidence/package/verify-package.ts'
import { makeKeyText } from '../../../../src/service/store/keys/parse-keys.ts'
import { writePackage } from '../../../../src/things/packages/making/store-package.ts'
import { catchError } from '../../../http/support.ts'
import { testStore } from '../../../setup/store.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { openRuntimeWith } from '../../runtime/world.ts'
import { dayMs, judge, openAuditedWorld, organizationId, upload } from '../audited-world.ts'

test('retention deletes no run while a package is made that may name it', async () => {
  const folder = createTempFolder()
  const place = { store: await testStore(`sqlite:${join(folder, 'store.db')}`), keys: makeKeyText() }
  const { runtime, clock, connections, run } = await openAuditedWorld(['one'], place)
  const runs: string[] = []
  for (let day = 0; day < 6; day++) {
    runs.push(await run('one'))
    clock.advance(dayMs)
  }
  await upload(runtime, 'minutes', 'We read it.')
  const judgement = { decision: 'accepted', expires: '2026-02-01', files: ['minutes'] } as const
  await judge(runtime, { connectionId: connections.get('one') ?? '', ...judgement })
  const sweep = async () => {
    const other = await openRuntimeWith({
      connectors: [],
      clock,
      ...place,
      retention: { runs: { maxPerConnection: 1 } },
    })
    const listMessages = () => other.lines.map(({ message }) => message)
    await vi.waitFor(() => expect(listMessages()).toContain('Retention applied'), 30_000)
    await other.runtime.close()
    return (await runtime.runs.list({ organizationId })).map(({ id }) => id).toSorted()
  }
  const framework = await shippedFrameworks.soc2()
  const target = join(folder, 'audit.zip')
  const order = { organizationId, framework, from: '2026-01-03', to: '2026-01-07', target }
  let during: readonly string[] = []
  // All verdicts are known and no run is kept yet when it reads what people uploaded.
  const { objects } = runtime.workspace
  const uploads = {
    ...objects,
    get: async (of: Parameters<typeof objects.get>[0]) => {
      during = await sweep()
      return objects.get(of)
    },
  }

  const made = await writePackage(runtime, { ...order, uploads })

  expect(during).toEqual(runs)
  expect(made.runIds.toSorted()).toEqual(runs.slice(2))
  const trusted = { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
  expect(await verifyPackage(target, trusted)).toMatchObject({ verified: true, bundles: 4, uploads: 1 })
})

test('a place that is taken is refused before anything is judged', async () => {
  const { runtime, clock, run } = await openAuditedWorld(['one'])
  await run('one')
  clock.advance(dayMs)
  const framework = await shippedFrameworks.soc2()
  const target = join(createTempFolder(), 'audit')
  const order = { organizationId, framework, from: '2026-01-01', to: '2026-01-01', target }

  await writePackage(runtime, order)
  const again = await catchError(writePackage(runtime, order))

  expect(again).toMatchObject({ code: 'BUNDLE_INVALID', message: expect.stringContaining('contains') })
  expect(await runtime.packages.list({ organizationId })).toHaveLength(1)
})
