import { expect, test } from 'vitest'
import { member, openPages } from '../../../app/pages/world.ts'
import { createListedConnector, toPeopleFile } from '../listed-systems.ts'

test('an administrator answers for a domain on the list of people, and takes it back in the settings; a member and a forged form do not', async () => {
  const accounts = [{ id: 'u1', name: 'Zoe Archer', email: 'zoe@acme.example' }]
  const pages = await openPages({
    connectors: [createListedConnector('code', { accounts, devices: [], isCutOff: false })],
  })
  const { get, post, runtime, visitor } = pages
  const { id: connection } = await runtime.connections.create({
    connector: 'code',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-7301' },
  })
  const bytes = toPeopleFile('id,name,email,kind,status', '1,Zoe Archer,zoe@acme.example,employee,active')
  await runtime.directory.importPeople({ organizationId: 'acme', covers: 'both', bytes })
  await (await runtime.runs.start({ connectionId: connection })).result
  const send = (path: string, domain: string, answer = '', from = '/settings/directory') =>
    post(from, `/people/domains/${connection}${path}`, { domain, answer })

  const asked = (await get('/people')).text
  const forged = await send('', 'gmail.com', 'yes')
  const admin = visitor.person
  visitor.person = member
  const byMember = await send('', 'acme.example', 'yes', '/connect/code')
  visitor.person = admin
  const answered = await send('', 'acme.example', 'yes')
  const after = (await get('/people')).text
  const settings = (await get('/settings/directory')).text
  const undone = await send('/undo', 'acme.example')
  const again = (await get('/people')).text
  const entries = await runtime.audit.list({ organizationId: 'acme', limit: 20 })

  expect(asked).toContain('Is acme.example yours?')
  expect(asked).toContain('1 account in Code has an address of people in your directory')
  expect([forged.status, byMember.status, answered.status, undone.status]).toEqual([400, 403, 303, 303])
  expect(after).not.toContain('Is acme.example yours?')
  expect(settings).toContain('Code is trusted for acme.example.')
  expect(again).toContain('Is acme.example yours?')
  expect(
    entries.filter(({ action, target }) => action === 'directory.update' && target === connection).length,
  ).toBeGreaterThanOrEqual(2)
})
