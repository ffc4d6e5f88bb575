import { expect, test } from 'vitest'
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
