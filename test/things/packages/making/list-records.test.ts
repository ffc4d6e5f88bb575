import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../../src/evidence/bundle/signer.ts'
import type { RecordHistory } from '../../../../src/evidence/package/package-content.ts'
import { verifyPackage } from '../../../../src/evidence/package/verify-package.ts'
import { makePackage } from '../../../../src/things/packages/making/make-package.ts'
import { vendorReview } from '../../../../src/things/vendors/review.ts'
import { vendor } from '../../../../src/things/vendors/thing.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { dayMs, loadSoc2, openAuditedWorld, organizationId } from '../audited-world.ts'

test('a package has vendors as they stood on each day, also one that was deleted since, and is verified', async () => {
  const { runtime, clock, connections } = await openAuditedWorld(['one'])
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada', email: 'ada@example.com' })
  await runtime.people.setRole({ organizationId, userId: 'ada', role: 'admin' })
  const vendors = runtime.serviceOf(vendor)
  const reviews = runtime.serviceOf(vendorReview)
  const values = { name: 'Acme <Cloud>', criticality: 'high', reviewEveryDays: 2 } as const
  const { id } = await vendors.create({ organizationId, values })
  clock.advance(dayMs)
  const review = await reviews.create({
    organizationId,
    userId: 'bob',
    values: { subjectId: id, text: 'Fine.', doneDay: '2026-01-01' },
  })
  await reviews.act.accept({ organizationId, id: review.id, userId: 'ada' })
  clock.advance(3 * dayMs)
  await vendors.delete({ organizationId, id })
  clock.advance(dayMs)
  const framework = await loadSoc2()
  const order = { organizationId, framework, from: '2026-01-01', to: '2026-01-06' }
  const folder = createTempFolder()

  await makePackage(runtime, { ...order, target: join(folder, 'whole') })
  await makePackage(runtime, { ...order, target: join(folder, 'some'), connections: [...connections.values()] })
  const read = (name: string, file: string) => readFileSync(join(folder, name, file), 'utf8')
  const { records }: { records: readonly RecordHistory[] } = JSON.parse(read('whole', 'package.json'))
  const { publicKey } = await runtime.signing.signer()
  const verification = await verifyPackage(join(folder, 'whole'), { keys: [publicKeyOf(publicKey)] })

  expect(
    records
      .filter(({ thing }) => thing === 'vendor')
      .flatMap(({ history }) => history.map(({ from, to, state, values: of }) => [from, to, state, of.reviewedDay])),
  ).toEqual([
    ['2026-01-01', '2026-01-01', 'never-reviewed', null],
    ['2026-01-02', '2026-01-03', 'reviewed', '2026-01-01'],
    ['2026-01-04', '2026-01-04', 'due', '2026-01-01'],
  ])
  expect(records.map(({ thing }) => thing)).toEqual(['vendor', 'vendor-review'])
  expect(read('whole', 'index.html')).toContain('<td>vendor</td><td>Acme &lt;Cloud&gt;</td>')
  expect(JSON.parse(read('some', 'package.json')).records).toEqual([])
  expect(verification).toMatchObject({ verified: true })
})
