import { expect, test } from 'vitest'
import { openPages } from '../world.ts'

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
