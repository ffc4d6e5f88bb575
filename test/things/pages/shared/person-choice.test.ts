import { expect, test } from 'vitest'
import { openBoxesWorld } from '../../../app/pages/boxes.ts'
import { member } from '../../../app/pages/world.ts'

const acme = { organizationId: 'acme' }

/** Pages over one run, in an organization of so many people beside Ada, and others of the same name. */
async function openCrowd(size: number) {
  const world = await openBoxesWorld()
  await world.run()
  const { runtime, get } = world
  for (let index = 0; index < size; index++) await runtime.users.put({ ...acme, ...formatPerson(index) })
  for (const id of ['max1', 'max2']) await runtime.users.put({ ...acme, id, name: 'Max Muster', email: '' })
  await runtime.users.put({ ...acme, id: 'gone', name: 'Gone Girl', email: 'gone@acme.example', deactivated: true })
  await runtime.users.put({ organizationId: 'other', id: 'zoe', name: 'Zoe', email: 'zoe@other.example' })
  const [first] = await runtime.findings.list(acme)
  const findingId = first?.id ?? ''
  const at = `/findings/${findingId}`
  const own = async (owner: string, from = at) => world.post(from, '/findings/change', { finding: findingId, owner })
  const ownerOf = async () => (await runtime.findings.get({ ...acme, id: findingId }))?.ownerId
  return { ...world, at, own, ownerOf, findingId, page: async (path: string) => (await get(path)).text }
}

function formatPerson(index: number) {
  return { id: `u${index}`, name: `Person ${index}`, email: `p${index}@acme.example` }
}

/** What stands in the field where one types; undefined: it is a list. */
function readTyped(text: string, name = 'owner'): string | undefined {
  const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(text)?.[0] ?? ''
  return input.includes('type="search"') ? (/ value="([^"]*)"/.exec(input)?.[1] ?? '') : undefined
}

function readOptions(text: string, name = 'owner'): readonly (string | undefined)[] {
  const list = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(text)?.[1] ?? ''
  return [...list.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)
}

test('few people are a list, the reader first, and many are typed, with some proposed', async () => {
  const few = await openCrowd(20)
  const many = await openCrowd(120)

  const list = await few.page(few.at)
  const typed = await many.page(many.at)

  expect(readTyped(list)).toBeUndefined()
  expect(readOptions(list).slice(0, 2)).toEqual(['', 'ada'])
  expect(readOptions(list)).toHaveLength(24)
  expect(readOptions(list)).not.toContain('gone')
  expect(readTyped(typed)).toBe('')
  expect(typed.split('<option').length).toBeLessThan(60)
  expect(typed).toContain('<option value="Ada Lovelace ada@example.com"')
  expect(readTyped(await many.page('/findings'))).toBe('')
})

test('a part of a name or address that one person has chooses them, whoever is proposed', async () => {
  const { own, ownerOf, at, page } = await openCrowd(120)
  const chosen = async (text: string) => [(await own(text)).status, await ownerOf()]

  expect(await chosen('u77')).toEqual([303, 'u77'])
  expect(await chosen('person 118')).toEqual([303, 'u118'])
  expect(await chosen(' P99@ACME ')).toEqual([303, 'u99'])
  // Others have it too, and one is called so.
  expect(await chosen('Person 11')).toEqual([303, 'u11'])
  expect(await chosen('Max Muster · max2')).toEqual([303, 'max2'])
  expect(readTyped(await page(at))).toBe('Max Muster · max2')
  expect(await chosen('nobody')).toEqual([303, null])
  await own('u118')
  expect(readTyped(await page(at))).toBe('Person 118 p118@acme.example')
  expect(await chosen('Person 118 p118@acme.example')).toEqual([303, 'u118'])
  expect(await chosen('')).toEqual([303, null])
})

test('what several have is asked again as a list of these, and what nobody has is said', async () => {
  const { own, ownerOf } = await openCrowd(120)
  await own('u5')

  const several = await own('max muster')
  const very = await own('person')
  const nobody = await own('<zoe>')
  const others = await own('zoe')
  const gone = await own('gone@acme.example')

  expect([several, very, nobody, others, gone].map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(several.text).toContain('2 people have “max muster” in their name or email address.')
  expect(readOptions(several.text)).toEqual(['=', '', 'max1', 'max2'])
  expect(very.text).toContain('100+ people have')
  expect(readOptions(very.text)).toHaveLength(102)
  expect(nobody.text).toContain('Nobody has “&lt;zoe&gt;” in their name or email address.')
  expect(readTyped(nobody.text)).toBe('&lt;zoe&gt;')
  expect(await ownerOf()).toBe('u5')
})

test('an owner who was deactivated stays, named, and cannot be chosen', async () => {
  const { own, ownerOf, at, page, runtime } = await openCrowd(120)
  await own('u7')
  await runtime.users.put({ ...acme, ...formatPerson(7), deactivated: true })

  const shown = readTyped(await page(at)) ?? ''

  expect(shown).toBe('Person 7 p7@acme.example')
  expect((await own(shown)).status).toBe(303)
  expect(await ownerOf()).toBe('u7')
  await own('u8')
  expect((await own(shown)).status).toBe(400)
  expect(await ownerOf()).toBe('u8')
})

test('the list of findings is filtered by an owner who was typed, and says who it may be', async () => {
  const { own, page, findingId, visitor } = await openCrowd(120)
  await own('u118')
  const rowsOf = (text: string) => [...text.matchAll(/href="\/findings\/([0-9a-f-]{36})"/g)].map(([, id]) => id)

  const typed = await page('/findings?owner=person+118')
  const several = await page('/findings?owner=max')
  const unknown = await page('/findings?owner=who')

  expect(rowsOf(typed)).toEqual([findingId])
  expect(readTyped(typed)).toBe('Person 118 p118@acme.example')
  expect(typed).toContain('/findings.csv?owner=u118')
  expect(several).toContain('The list shows everybody. 2 people have “max”')
  expect(several).toContain('href="/findings?owner=max1"')
  expect(rowsOf(several)).toEqual([findingId])
  expect([rowsOf(unknown), readTyped(unknown)]).toEqual([[], 'who'])
  expect(unknown).toContain('Nobody has “who”')
  expect(rowsOf(await page('/findings?owner=me'))).toEqual([])
  visitor.person = { ...member, role: 'viewer' }
  const ofAuditor = await page('/findings?owner=u118')
  expect([rowsOf(ofAuditor), readOptions(ofAuditor)]).toEqual([[findingId], ['', '-', 'u118']])
})

test('an obligation gets an owner who was typed, and keeps what else was entered when nobody is', async () => {
  const { post, page, runtime } = await openCrowd(120)
  const fields = { title: 'Restore', everyDays: '31', statements: 'yes' }

  const refused = await post('/tasks/add', '/tasks/add', { ...fields, owner: 'who' })
  const several = await post('/tasks/add', '/tasks/add', { ...fields, owner: 'max' })
  const added = await post('/tasks/add', '/tasks/add', { ...fields, owner: 'person 118' })

  expect([refused.status, several.status, added.status]).toEqual([400, 400, 303])
  expect(refused.text).toContain('value="Restore"')
  expect(readTyped(refused.text)).toBe('who')
  expect(readOptions(several.text)).toEqual(['', 'max1', 'max2'])
  const [task] = await runtime.tasks.list(acme)
  expect(task?.ownerId).toBe('u118')
  const at = `/tasks/${task?.id}`
  const seen = String(task?.changedAtMs)
  const same = { ...fields, owner: readTyped(await page(at)) ?? '', due: task?.firstDueDay ?? '', seen }
  expect(same.owner).toBe('Person 118 p118@acme.example')
  expect((await post(at, `${at}/change`, same)).status).toBe(303)
  expect((await runtime.tasks.get({ ...acme, id: task?.id ?? '' }))?.ownerId).toBe('u118')
  expect(await page('/tasks')).toContain('Person 118')
})

test('reviewers are ticked among few, and of many the others are typed, one a line', async () => {
  const { ask, page } = await openCrowd(120)
  const form = await page('/access/start')
  const start = (fields: Readonly<Record<string, string>>) => {
    const token = /name="_token" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const body = new URLSearchParams({ _token: token, title: 'T', due: '2999-05-31', reviewer: 'ada', ...fields })
    return ask('/access/start', { method: 'POST', body, headers: { origin: 'https://checks.example.com' } })
  }

  const several = await (await start({ others: 'person 118\nmax' })).text()
  const resolved = await (await start({ others: 'person 118\n\n p99@acme ' })).text()

  expect([...form.matchAll(/name="reviewer" value="([^"]+)"/g)].map(([, id]) => id)).toEqual(['ada'])
  expect(several).toContain('2 people have “max”')
  expect(several).toContain('Max Muster · max1')
  expect(several).toMatch(/<textarea[^>]*>\s*person 118/)
  // The people are clear, and a system is missing.
  expect(resolved).not.toContain('people have')
})

test('the audit log is filtered by a person or a key that was typed, and names those of the page', async () => {
  const { runtime, page } = await openCrowd(120)
  const { id: keyId } = await runtime.apiKeys.create({ ...acme, name: 'Nightly', scopes: ['integrations:read'] })
  for (const [id, type] of [
    ['u118', 'user'],
    [keyId, 'api-key'],
    ['forgotten', 'user'],
  ] as const)
    await runtime.workspace.audit.insert({
      id: `e-${id}`,
      organizationId: 'acme',
      atMs: Date.now(),
      requestId: 'req',
      fields: [],
      status: 200,
      actor: { type, id },
      action: 'waiver.create',
      target: 'u7',
    })
  const rowsOf = (text: string) => [...text.matchAll(/data-label="Actor">([^<]*)</g)].map(([, who]) => who)
  const ask = async (actor: string) => {
    const text = await page(`/settings/audit?action=waiver&actor=${encodeURIComponent(actor)}`)
    return [rowsOf(text), readTyped(text, 'actor')]
  }

  const all = await page('/settings/audit?action=waiver')

  expect(rowsOf(all).toSorted()).toEqual(['API key Nightly', 'Person 118', 'user forgotten'])
  expect(all).toContain('Person 7<')
  expect(await ask('person 118')).toEqual([['Person 118'], 'Person 118 p118@acme.example'])
  expect((await ask('nightly'))[0]).toEqual(['API key Nightly'])
  expect(await ask('forgotten')).toEqual([['user forgotten'], 'forgotten'])
  const typed = await page('/settings/audit?action=waiver&actor=person+118')
  expect(typed).toContain('/settings/audit.csv?action=waiver&amp;actor=u118')
})
