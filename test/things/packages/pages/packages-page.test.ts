import { expect, test } from 'vitest'
import { formatDay } from '../../../../src/text/calendar-day.ts'
import { auditPeriod } from '../../../../src/things/audit-periods/thing.ts'
import { openPages } from '../../../app/pages/world.ts'

const path = '/packages'

test('what was chosen for a package stays in the form when its days have to be corrected', async () => {
  const { post } = await openPages()
  const chosen = { framework: 'hipaa', from: '2026-04-01', strict: 'yes' }

  const backwards = await post(path, path, { ...chosen, to: '2026-03-01' })
  const future = await post(path, path, { ...chosen, to: '2999-03-01' })
  const missing = await post(path, path, { ...chosen, to: '' })

  expect([backwards.status, future.status, missing.status]).toEqual([400, 400, 400])
  expect(backwards.text).toContain('before it begins')
  expect(future.text).toContain('which is not here yet')
  for (const { text } of [backwards, future, missing]) {
    expect(text).toMatch(/<option value="hipaa" selected/)
    expect(text).toMatch(/id="from"[^>]*value="2026-04-01"/)
    expect(text).toMatch(/name="strict" value="yes" checked/)
  }
})

test('an auditor who has made none reads which packages of their days there are to ask for, and no link to them', async () => {
  const { get, runtime, visitor } = await openPages()
  const keep = (periodFrom: string, periodTo: string) =>
    runtime.packages.keep({
      organizationId: 'acme',
      framework: 'soc2',
      periodFrom,
      periodTo,
      userId: 'ada',
      manifestSha256: 'a'.repeat(64),
      gaps: 0,
      isWhole: true,
      runIds: [],
    })
  const { id } = await keep('2026-01-01', '2026-03-31')
  await keep('2026-01-01', '2026-06-30')
  const auditor = { userId: 'aud', organizationId: 'acme', role: 'viewer' } as const
  visitor.person = { ...auditor, periodFrom: '2026-01-01', periodTo: '2026-03-31' }

  const { text } = await get(path)

  expect(text).toContain('You have not created a package yet.')
  expect(text).toContain('<li>SOC 2, 2026-01-01 to 2026-03-31</li>')
  expect(text).not.toContain('2026-06-30')
  expect(text).not.toContain(id)
})

test('a package that an auditor may have is found among hundreds that they may not', async () => {
  const { get, runtime, visitor } = await openPages()
  const keep = (periodTo: string) =>
    runtime.packages.keep({
      organizationId: 'acme',
      framework: 'soc2',
      periodFrom: '2026-01-01',
      periodTo,
      userId: 'ada',
      manifestSha256: 'a'.repeat(64),
      gaps: 0,
      isWhole: true,
      runIds: [],
    })
  await keep('2026-03-31')
  for (let number = 0; number < 210; number++) await keep('2026-06-30')
  visitor.person = {
    userId: 'aud',
    organizationId: 'acme',
    role: 'viewer',
    periodFrom: '2026-01-01',
    periodTo: '2026-03-31',
  }

  const { text } = await get(path)

  expect(text).toContain('<li>SOC 2, 2026-01-01 to 2026-03-31</li>')
})

test('the form proposes the days of an audit period as far as the reader may know them', async () => {
  const { get, runtime, visitor } = await openPages()
  const nowMs = runtime.workspace.clock.nowMs()
  const [today, yesterday] = [formatDay(nowMs), formatDay(nowMs - 86_400_000)]
  const values = { name: 'Audit', framework: 'soc2', firstDay: '2025-01-01', lastDay: '2027-12-31' } as const
  const period = await runtime.serviceOf(auditPeriod).create({ organizationId: 'acme', values })

  const { text: whole } = await get(`${path}?period=${period.id}`)
  const auditor = { userId: 'aud', organizationId: 'acme', role: 'viewer' } as const
  visitor.person = { ...auditor, periodFrom: '2025-02-01', periodTo: yesterday }
  const { text: limited } = await get(`${path}?period=${period.id}`)

  expect(whole).toMatch(new RegExp(`id="to"[^>]*value="${today}"`))
  expect(limited).toMatch(/id="from"[^>]*value="2025-02-01"/)
  expect(limited).toMatch(new RegExp(`id="to"[^>]*value="${yesterday}"`))
})

test('a person makes the status page of a package by one button, with the groups of controls that they choose', async () => {
  const { get, post, runtime } = await openPages()
  const today = new Date().toISOString().slice(0, 10)
  await post(path, path, { framework: 'soc2', from: today, to: today })
  const [made] = await runtime.packages.list({ organizationId: 'acme', limit: 1 })
  const page = `${path}/${made?.id}/status`

  const listed = await get(path)
  const form = await get(page)
  const some = await post(page, page, { name: 'Acme Trust', group: 'Availability' })
  const none = await post(page, page, { name: '' })
  const entries = await runtime.audit.list({ organizationId: 'acme', limit: 2 })

  expect(listed.text).toContain(`href="${page}"`)
  expect(form.text).toContain('value="Availability" checked')
  expect(some.status).toBe(200)
  expect(some.headers.get('content-disposition')).toBe(`attachment; filename=status-soc2-${today}.zip`)
  for (const name of ['index.html', 'status.json', 'statement.intoto.jsonl']) expect(some.text).toContain(name)
  expect(some.text).toContain('Acme Trust')
  expect(some.text).toContain('"id": "A1.1"')
  expect(some.text).not.toContain('"id": "CC6.1"')
  expect(none.status).toBe(400)
  expect(entries[1]).toMatchObject({ action: 'package.status', target: made?.id })
})

test('a package that was made for an auditor is in their list alone, without lists of people, and only for days of their period', async () => {
  const { get, post, runtime, visitor } = await openPages()
  const of = { organizationId: 'acme', role: 'viewer' } as const
  const period = { periodFrom: '2026-01-01', periodTo: '2026-03-31' }
  for (const userId of ['aud', 'eve']) {
    await runtime.users.put({ organizationId: 'acme', id: userId, name: userId, email: `${userId}@audit.example` })
    await runtime.people.setRole({ ...of, ...period, userId })
  }
  const make = (fields: Record<string, string>) =>
    post(path, path, { framework: 'soc2', from: '2026-01-01', ...fields })

  const outside = await make({ to: '2026-04-30', for: 'aud' })
  const unknown = await make({ to: '2026-03-31', for: 'nobody' })
  const made = await make({ to: '2026-03-31', for: 'aud' })
  const [record] = await runtime.packages.list({ organizationId: 'acme' })
  const ofAdmin = (await get(path)).text
  const listOf = async (userId: string) => {
    visitor.person = { ...of, ...period, userId }
    return [(await get(path)).text, (await get(`${path}/${record?.id}/file`)).status] as const
  }
  const [own, ownFile] = await listOf('aud')
  const [others, othersFile] = await listOf('eve')
  const byAuditor = await make({ to: '2026-03-31', for: 'eve' })

  expect([outside.status, unknown.status, made.status, byAuditor.status]).toEqual([400, 400, 303, 403])
  expect(outside.text).toContain('2026-01-01 to 2026-03-31')
  expect(record).toMatchObject({ forUserId: 'aud', isWhole: false })
  expect(ofAdmin).toContain('For aud')
  expect(own).toContain('Made for you')
  expect(others).not.toContain(record?.id)
  expect([ownFile, othersFile]).toEqual([200, 404])
})

test('a package for an auditor has lists of people where an administrator granted those, and is theirs as long as the grant lasts', async () => {
  const { get, post, runtime, visitor } = await openPages()
  const aud = { organizationId: 'acme', userId: 'aud', role: 'viewer' } as const
  await runtime.users.put({ organizationId: 'acme', id: 'aud', name: 'aud', email: 'aud@audit.example' })
  await runtime.people.setRole({ ...aud, readsPeople: true })
  await post(path, path, { framework: 'soc2', from: '2026-01-01', to: '2026-03-31', for: 'aud' })
  await post(path, path, { framework: 'soc2', from: '2026-01-01', to: '2026-03-31' })
  const [ofAdmin, record] = await runtime.packages.list({ organizationId: 'acme' })
  const open = async (id = '') => (await get(`${path}/${id}/file`)).status

  visitor.person = { ...aud, readsPeople: true }
  const listed = (await get(path)).text
  const granted = [await open(record?.id), await open(ofAdmin?.id)]
  visitor.person = aud
  const withdrawn = await open(record?.id)

  expect(record).toMatchObject({ forUserId: 'aud', isWhole: true })
  expect(listed).toContain(record?.id)
  // What an administrator made for themselves has the names of connections too.
  expect(listed).not.toContain(ofAdmin?.id)
  expect([granted, withdrawn]).toEqual([[200, 404], 404])
})
