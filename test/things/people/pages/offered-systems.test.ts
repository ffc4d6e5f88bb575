import { expect, test } from 'vitest'
import { openPages } from '../../../app/pages/world.ts'
import { connectSystems, startSystems } from '../../cross-checks/systems.ts'

/** Pages over a system of staff, and two that list accounts. */
async function openOffers() {
  const connectors = await startSystems({ staff: [], code: [], chat: [] })
  const pages = await openPages({ connectors })
  const ids = await connectSystems(pages.runtime)
  /** Names of the connections that a part of a page has as choices. */
  const findOffered = async (path: string, part: RegExp) => {
    const text = part.exec((await pages.get(path)).text)?.[0] ?? ''
    return (['staff', 'code', 'chat'] as const).filter((name) => text.includes(`value="${ids[name]}"`))
  }
  return { ...pages, ids, findOffered }
}

test('an access review is offered of systems whose accounts can be read', async () => {
  const { runtime, ids, findOffered } = await openOffers()
  const systems = /<fieldset>[\s\S]*?<\/fieldset>/

  const before = await findOffered('/access/start', systems)
  await runtime.connections.disconnect(ids.chat)
  const after = await findOffered('/access/start', systems)

  expect([before, after]).toEqual([['code', 'chat'], ['code']])
})

test('a system that is disconnected, or lists other things, is no new source of people and nobody signs in by it', async () => {
  const { runtime, ids, findOffered } = await openOffers()
  const source = /<select[^>]*name="connection"[\s\S]*?<\/select>/
  const signsInBy = /<select[^>]*name="signsInBy"[\s\S]*?<\/select>/
  const formOfCode = `/settings/directory?connection=${ids.code}`

  const before = [await findOffered('/settings/directory', source), await findOffered(formOfCode, signsInBy)]
  await runtime.directory.setSystem({
    organizationId: 'acme',
    connectionId: ids.code,
    actor: 'ada@example.com',
    enforcedDomains: [],
    signsInBy: ids.chat,
    exempt: null,
  })
  await runtime.connections.disconnect(ids.staff)
  await runtime.connections.disconnect(ids.chat)
  const after = [await findOffered('/settings/directory', source), await findOffered(formOfCode, signsInBy)]

  expect(before).toEqual([['staff'], ['chat']])
  // No form for a source is left, so the first one is that of the systems of which something can be said. What somebody has chosen
  // stays, until they choose another.
  expect(after).toEqual([['code'], ['chat']])
})

test('of two tabs with what is said of a system, the second is told what the first has saved; a mistake loses no input', async () => {
  const { get, post, runtime, ids } = await openOffers()
  const at = `/settings/directory?connection=${ids.code}`
  const findSeen = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const opened = findSeen((await get(at)).text)
  const save = (fields: Record<string, string>, seen: string) =>
    post(at, `/settings/directory/systems/${ids.code}`, {
      enforcedDomains: '',
      signsInBy: '',
      reason: '',
      expires: '',
      ...fields,
      seen,
    })
  const ours = { enforcedDomains: 'acme.example', signsInBy: ids.chat }

  const mistaken = await save({ ...ours, reason: 'A test', expires: '1999-01-01' }, opened)
  const first = await save({ enforcedDomains: 'first.example' }, opened)
  const second = await save(ours, findSeen(mistaken.text))
  const between = await runtime.directory.systems({ organizationId: 'acme' })
  const third = await save(ours, findSeen(second.text))

  expect([mistaken.status, first.status, second.status, third.status]).toEqual([400, 303, 400, 303])
  expect(mistaken.text).toContain('value="A test"')
  expect(second.text).toContain('<dt>Own domains</dt><dd>first.example</dd>')
  expect(second.text).toContain('value="acme.example"')
  expect(between[0]?.enforcedDomains).toEqual(['first.example'])
  expect(await runtime.directory.systems({ organizationId: 'acme' })).toMatchObject(
    [ours].map(({ signsInBy }) => ({ signsInBy })),
  )
})
