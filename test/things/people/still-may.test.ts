import { expect, test } from 'vitest'
import { stillMay } from '../../../src/things/people/still-may.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const eve = { organizationId: 'acme', userId: 'eve' }

test('stillMay() follows the present role of a person, and of two actions asks for both', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const { workspace, people, users } = runtime
  await users.put({ organizationId: 'acme', id: 'eve', name: 'Eve', email: 'eve@acme.example' })
  await users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@acme.example' })
  for (const userId of ['ada', 'eve']) await people.setRole({ ...eve, userId, role: 'admin' })
  const ask = async () => [
    await stillMay(workspace, eve, 'people:write'),
    await stillMay(workspace, eve, 'comments:read'),
    await stillMay(workspace, eve, 'comments:read', 'people:write'),
  ]

  const admin = await ask()
  await people.setRole({ ...eve, role: 'member' })
  const member = await ask()
  await people.setRole({ ...eve, role: 'viewer', periodFrom: '2026-01-01' })
  const viewer = await ask()
  await people.setRole({ ...eve, role: 'admin' })
  await people.setActive({ ...eve, active: false })
  const deactivated = await ask()
  await people.setActive({ ...eve, active: true })
  await people.remove(eve)

  expect({ admin, member, viewer, deactivated, removed: await ask() }).toEqual({
    admin: [true, true, true],
    member: [false, true, false],
    viewer: [false, false, false],
    deactivated: [false, false, false],
    removed: [false, false, false],
  })
})

test('stillMay() leaves what the machine made, and somebody whom only the sign-in of the host knows, their rights', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const ofMachine = await stillMay(runtime.workspace, { ...eve, userId: null }, 'people:write')

  expect([ofMachine, await stillMay(runtime.workspace, eve, 'people:write')]).toEqual([true, true])
})
