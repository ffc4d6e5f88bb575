import { expect, test } from 'vitest'
import { vendor } from '../../../src/things/vendors/thing.ts'
import { openPages } from './world.ts'

test('no text of anybody turns round or ends what stands behind it on a page', async () => {
  const { runtime, get } = await openPages()
  const hostile = 'A\u202e<b>\u0007\u001b[31m\u2067"\u0000'.replace('\u0000', '')
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: hostile, email: 'ada@example.com' })
  const values = { name: hostile, criticality: 'high', reviewEveryDays: 30, ownerId: 'ada' } as const
  const { id } = await runtime.serviceOf(vendor).create({ organizationId: 'acme', values })

  for (const path of ['/', '/vendors', `/vendors/${id}`]) {
    const { status, text } = await get(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('A&lt;b&gt;')
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  }
})
