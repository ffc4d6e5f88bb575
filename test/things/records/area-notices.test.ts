import { expect, test } from 'vitest'
import type { Notice } from '../../../src/service/notices/notice.ts'
import { addDays, formatDay } from '../../../src/text/calendar-day.ts'
import { pentest, pentestFinding } from '../../../src/things/pentests/thing.ts'
import { policy, policyVersion } from '../../../src/things/policies/thing.ts'
import { risk } from '../../../src/things/risks/thing.ts'
import { vendor, vendorDocument } from '../../../src/things/vendors/thing.ts'
import { openApiHost } from '../../app/host/world.ts'

const organizationId = 'acme'
const dayMs = 86_400_000

test('as days pass, each area tells once what is due: documents and findings by record.due, reviews and versions by task.overdue', async () => {
  const notices: Notice[] = []
  const { runtime, clock } = await openApiHost(
    {},
    { worker: { pollMs: 10 }, onEvent: async (notice) => void notices.push(notice) },
  )
  const today = formatDay(clock.nowMs())
  const acme = await runtime.serviceOf(vendor).create({
    organizationId,
    values: { name: 'Acme', criticality: 'low', reviewEveryDays: 20 },
  })
  const document = await runtime.serviceOf(vendorDocument).create({
    organizationId,
    values: { vendorId: acme.id, title: 'Certificate', lastDay: addDays(today, 5) },
  })
  const lost = await runtime.serviceOf(risk).create({
    organizationId,
    values: { title: 'Lost laptop', likelihood: 1, impact: 1, treatment: 'accept', reviewEveryDays: 20 },
  })
  const use = await runtime.serviceOf(policy).create({
    organizationId,
    values: { name: 'Acceptable use', reviewEveryDays: 30 },
  })
  const versions = runtime.serviceOf(policyVersion)
  const written = { policyId: use.id, changes: 'First', text: '# Rules' }
  const { id: versionId } = await versions.create({ organizationId, userId: 'ada', values: written })
  await versions.act.publish({ organizationId, id: versionId, userId: 'bob' })
  const web = await runtime.serviceOf(pentest).create({
    organizationId,
    values: { name: 'Web', provider: 'Acme', scope: 'Web', firstDay: today, lastDay: today },
  })
  const finding = await runtime.serviceOf(pentestFinding).create({
    organizationId,
    values: { pentestId: web.id, title: 'Headers', severity: 'low', dueDay: addDays(today, 10) },
  })
  const tasks = await runtime.tasks.list({ organizationId })
  const findTask = (id: string) => tasks.find(({ satisfiedBy }) => satisfiedBy.record?.id === id)?.id ?? ''
  const listDue = () =>
    notices
      .flatMap(({ type, data }) => (type === 'record.due' || type === 'task.overdue' ? String(data.entityId) : []))
      .toSorted()
  const expected = [
    { afterDays: 6, due: [document.id] },
    { afterDays: 5, due: [finding.id, web.id] },
    { afterDays: 10, due: [findTask(acme.id), findTask(lost.id)] },
    { afterDays: 10, due: [findTask(use.id)] },
  ]

  const all: string[] = []
  for (const { afterDays, due } of expected) {
    clock.advance(afterDays * dayMs)
    all.push(...due)
    await expect.poll(listDue, { timeout: 15_000 }).toEqual(all.toSorted())
  }
  clock.advance(1_000)

  expect(all).toHaveLength(6)
  expect(listDue()).toEqual(all.toSorted())
})
