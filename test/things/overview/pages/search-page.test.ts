import { expect, test } from 'vitest'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { openBoxesWorld } from '../../../app/pages/boxes.ts'

test('the search asks each list as the person: an administrator finds connections, a viewer finds none', async () => {
  const { run, get, connectionId, runtime, visitor } = await openBoxesWorld()
  await run()
  await runtime.connections.update(connectionId, { name: 'Warehouse boxes' })
  const [finding] = await runtime.findings.list({ organizationId: 'acme' })
  const name = finding?.result.resource.name ?? finding?.result.resource.id ?? ''

  const admin = (await get('/search?q=warehouse')).text
  const byFinding = (await get(`/search?q=${encodeURIComponent(name)}`)).text
  visitor.person = { userId: 'aud', organizationId: 'acme', role: 'viewer' } satisfies SessionPerson
  const viewer = (await get('/search?q=warehouse')).text
  const controls = (await get('/search?q=cc6.1')).text

  expect(admin).toContain(`<a href="/connections/${connectionId}">Warehouse boxes</a>`)
  expect(byFinding).toMatch(/<a href="\/findings\/[\da-f-]{36}">/)
  expect(viewer).not.toContain('Warehouse boxes')
  expect(viewer).toContain('Nothing that you may see has these words.')
  expect(controls).toContain('<a href="/controls?framework=soc2&amp;control=CC6.1">SOC 2 CC6.1</a>')
})

test('the search of another organization finds nothing of ours, and what is searched for stays text', async () => {
  const { run, get, visitor } = await openBoxesWorld()
  await run()
  visitor.person = { userId: 'eve', organizationId: 'other', role: 'admin' } satisfies SessionPerson

  const { text, status } = await get('/search?q=boxes')
  const hostile = (await get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text

  expect(status).toBe(200)
  expect(text).not.toMatch(/<a href="\/(?:findings|connections)\/[^"?]/)
  expect(hostile).not.toContain('<script>alert')
})

test('the search finds an obligation among hundreds that are newer', async () => {
  const { get, runtime } = await openBoxesWorld()
  const add = (title: string) => runtime.tasks.add({ organizationId: 'acme', title, everyDays: 30 })
  await add('Test of the restore')
  for (let number = 0; number < 120; number++) await add(`Filler ${number}`)

  const { text } = await get('/search?q=restore+TEST')

  expect(text).toContain('Test of the restore')
})
