import { expect, test } from 'vitest'
import { faults } from '../../../../src/author/testing/index.ts'
import { openBoxesWorld } from '../../../app/pages/boxes.ts'
import { isSoak } from '../../../setup/short-form.ts'

test('the variables form offers every type, the choices that the vendor has, and keeps what was set', async () => {
  const { get, post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const before = (await get(`${at}?choices=yes`)).text

  const sent = { 'variable.owner': 'Ada', 'variable.most': '4', 'variable.strict': 'on', 'variable.team': 'red' }
  const domains = 'acme.example\r\nAcme-Labs.example'
  const { status } = await post(at, `${at}/variables`, {
    ...sent,
    'variable.floors': '1',
    'variable.domains': domains,
  })
  const after = (await get(`${at}?choices=yes`)).text

  expect(before).toMatch(/<option value="red">Red &quot;&gt;&lt;img/)
  expect(before).toMatch(/name="variable.most" type="number" step="any" min="0" max="9" value="3"/)
  expect(status).toBe(303)
  const stored = await runtime.connections.get(connectionId)
  expect(stored?.variables).toEqual({
    owner: 'Ada',
    most: 4,
    strict: true,
    team: 'red',
    floors: ['1'],
    domains: ['acme.example', 'acme-labs.example'],
  })
  expect(after).toMatch(/<textarea [^>]*name="variable.domains"[^>]*>acme.example\nacme-labs.example<\/textarea>/)
  expect(after).toMatch(/<option value="red" selected="">/)
  expect(after).toMatch(/name="variable.floors" value="1" checked=""/)
})

test('a variable that is refused is marked where it was entered, and nothing that was typed is lost', async () => {
  const { post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`

  const { status, text } = await post(at, `${at}/variables`, { 'variable.owner': 'Ada', 'variable.most': '99' })

  expect(status).toBe(400)
  expect(text).toMatch(
    /id="variable-most" name="variable.most" aria-describedby="wrong-most" aria-invalid="true"[^>]*value="99"/,
  )
  expect(text).toMatch(/name="variable.owner"[^>]*value="Ada"/)
  expect((await runtime.connections.get(connectionId))?.variables).toEqual({})
  // The script would load the form again, with what is stored.
  expect(text).not.toContain('data-load')
})

test('where the vendor does not say what there is to choose, the value can be typed and the reason is told', async () => {
  const { get, state, connectionId } = await openBoxesWorld()
  state.teams = { status: 403, json: { message: 'no' } }

  const { status, text } = await get(`/connections/${connectionId}?choices=yes`)

  expect(status).toBe(200)
  expect(text).toContain('The possible values could not be loaded')
  expect(text).toMatch(/id="variable-team"[^>]*type="text"/)
})

test('no page waits for a vendor that does not answer: choices come later, and without them the value is typed', async () => {
  const { get, post, state, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const silence = Promise.withResolvers<Awaited<typeof state.teams>>()
  state.teams = silence.promise
  const ended: string[] = []

  const asked = get(`${at}?choices=yes`).finally(() => ended.push('choices'))
  const page = await get(at)
  const saved = await post(at, `${at}/variables`, { 'variable.owner': 'Ada', 'variable.team': 'red' })
  const lists = await Promise.all(['/', '/connections', '/schedules'].map((path) => get(path)))
  ended.push('pages')
  // Under soak, the page itself gives up; else the vendor answers at last.
  if (!isSoak) silence.resolve({ status: 200, json: [{ id: 'blue', name: 'Blue' }] })
  const choices = await asked

  expect(ended).toEqual(['pages', 'choices'])
  expect([page.status, saved.status, ...lists.map(({ status }) => status)]).toEqual([200, 303, 200, 200, 200])
  expect(page.text).toContain(`data-load="${at}?choices=yes"`)
  expect((await runtime.connections.get(connectionId))?.variables).toMatchObject({ team: 'red' })
  expect(choices.text).toContain(
    isSoak ? 'The vendor did not answer within 8 seconds. Enter the value yourself.' : '<option value="blue"',
  )
})

test('pause, resume, test and disconnect do what they say, and a disconnected connection offers to reconnect', async () => {
  const { get, post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const stateNow = async () => (await runtime.connections.get(connectionId))?.state
  const press = async (verb: string) => (await post(at, `${at}/${verb}`)).headers.get('location')

  const tested = await press('test')
  await press('pause')
  const paused = [await stateNow(), (await get(at)).text.includes('Run now')]
  const german = [(await get(at, { 'accept-language': 'de' })).text]
  await press('resume')
  const resumed = await stateNow()
  const asked = (await get(`${at}/disconnect`)).text
  await press('disconnect')
  german.push((await get(at, { 'accept-language': 'de' })).text)

  // The sentence of the program is English, and says no more than the catalogue does.
  for (const text of german) expect(text).not.toContain('by a person')
  expect(tested).toBe(`${at}?notice=tested`)
  expect([paused, resumed, await stateNow()]).toEqual([['paused', false], 'active', 'disconnected'])
  expect(asked).toContain('permanently deletes its credentials')
  expect((await get(at)).text).toContain('Reconnect')
})

test('a test that the vendor refuses, or does not answer, is told as it is, with a way on', async () => {
  const { get, post, connectionId, vendor } = await openBoxesWorld()
  const press = async () => (await post(`/connections/${connectionId}`, `/connections/${connectionId}/test`)).text
  vendor.fail('GET /me', faults.status(401))

  const refused = await press()
  const page = (await get(`/connections/${connectionId}`)).text
  await vendor.close()
  const silent = await press()

  expect(refused).toContain('The vendor did not accept the credentials')
  expect(page).toContain('The credentials may not work')
  expect(page.match(new RegExp(`action="/connections/${connectionId}/test"`, 'g'))).toHaveLength(2)
  expect(silent).toContain('The vendor has a problem')
  expect(silent).toContain('It is not known whether the credentials work.')
})

test('where no check could tell for one cause, the page says whose turn it is', async () => {
  const { get, connectionId, vendor, run } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  await run()
  const partly = (await get(at)).text
  vendor.fail('GET /boxes', faults.status(403))
  vendor.fail('GET /audits', faults.status(403))
  await run()

  expect(partly).not.toContain('id="cause"')
  expect((await get(at)).text).toContain('New credentials with the same rights do not help.')
  expect((await get(at, { 'accept-language': 'de' })).text).toContain(
    'Neue Zugangsdaten mit denselben Rechten helfen nicht.',
  )
})

test('refused credentials are told with their remedy, in the language of the reader', async () => {
  const { get, connectionId, vendor, run } = await openBoxesWorld()
  for (const path of ['GET /boxes', 'GET /audits']) vendor.fail(path, faults.status(401))
  await run()

  const german = (await get(`/connections/${connectionId}`, { 'accept-language': 'de' })).text

  expect(german).toContain('Der Anbieter lehnt die Zugangsdaten ab. Verbinden Sie erneut, mit gültigen Zugangsdaten.')
})

test('a schedule is set, shown with its next time, and taken away; a cron expression that is none is told at its field', async () => {
  const { get, post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const schedule = () => runtime.schedules.get({ connectionId, organizationId: 'acme' })

  await post(at, `${at}/schedule`, { rhythm: '0 6 * * *', 'time-zone': 'Europe/Berlin' })
  const daily = await schedule()
  const shown = (await get(at)).text
  const wrong = await post(at, `${at}/schedule`, { rhythm: 'own', cron: 'every now and then', 'time-zone': 'UTC' })
  await post(at, `${at}/schedule`, { rhythm: '' })

  expect(daily).toMatchObject({ cron: '0 6 * * *', timeZone: 'Europe/Berlin' })
  expect(shown).toMatch(/Next run <time datetime="/)
  expect([wrong.status, wrong.text.includes('value="every now and then"')]).toEqual([400, true])
  expect(await schedule()).toBeUndefined()
})

test('what is wrong with a schedule is told above its form, and what was chosen stays chosen', async () => {
  const { post, connectionId } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const save = (fields: Record<string, string>) => post(at, `${at}/schedule`, fields)

  const noZone = (await save({ rhythm: '0 * * * *', 'time-zone': 'Europe/Brelin' })).text
  const empty = (await save({ rhythm: 'own', cron: '', 'time-zone': 'UTC' })).text
  const known = (await save({ rhythm: 'own', cron: '0 6 * * *', 'time-zone': 'Nowhere' })).text

  for (const page of [noZone, empty, known])
    expect(page).toMatch(/<div class="alert" role="alert"><p id="wrong-schedule">The schedule/)
  expect(noZone).toMatch(/<option value="0 \* \* \* \*" selected/)
  expect(noZone).toMatch(/id="time-zone"[^>]*value="Europe\/Brelin"[^>]*aria-invalid="true"/)
  for (const page of [empty, known]) expect(page).toMatch(/<option value="own" selected.*<details open/)
  expect(known).toMatch(/id="cron"[^>]*value="0 6 \* \* \*"/)
})

test('every change that a page makes is in the audit log, with the names of fields and no value', async () => {
  const { post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`

  await post(at, `${at}/variables`, { 'variable.owner': 'Ada Secret' })
  await post(at, `${at}/pause`)

  const entries = await runtime.audit.list({ organizationId: 'acme' })
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['connection.pause', 'connection.variables']),
  )
  expect(JSON.stringify(entries)).not.toContain('Ada Secret')
})

test('a connection is called by the name that a person or a program gave it, on every page, until it is taken away', async () => {
  const { get, post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const rename = (name: string) => post(at, `${at}/name`, { name })

  const { status } = await rename('  Production <EU> ')
  const page = (await get(at)).text
  const overview = (await get('/')).text
  await runtime.connections.update(connectionId, { name: 'Staging' })
  const renamed = (await get(at)).text
  const tooLong = await rename('x'.repeat(101))
  const refused = [tooLong.status, (await rename('two\u2028lines')).status]
  const kept = (await runtime.connections.get(connectionId))?.name
  await rename(' ')

  expect(status).toBe(303)
  expect(page).toContain('<h1>Production &lt;EU&gt;</h1>')
  expect(overview).toContain('>Production &lt;EU&gt;</a>')
  expect(renamed).toContain('<h1>Staging</h1>')
  expect([refused, kept]).toEqual([[400, 400], 'Staging'])
  expect(tooLong.text).toContain(`value="${'x'.repeat(101)}"`)
  expect(tooLong.text).toContain('id="wrong-name">The name must be one line of at most 100 characters.')
  expect((await runtime.connections.get(connectionId))?.name).toBeUndefined()
  await expect(runtime.connections.update(connectionId, { name: '\n' })).rejects.toThrow('one line of 1 to 100')
  const entries = await runtime.audit.list({ organizationId: 'acme' })
  expect(entries.filter(({ fields }) => fields.includes('name')).map(({ action }) => action)).toContain(
    'connection.update',
  )
})

test('the question before a connection is disconnected says which one, by its own name', async () => {
  const { get, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}/disconnect`
  const unnamed = (await get(at)).text
  await runtime.connections.update({ id: connectionId, organizationId: 'acme' }, { name: 'Boxes of Berlin' })

  expect(unnamed).not.toContain('Berlin')
  expect((await get(at)).text).toContain('<h1>Disconnect Boxes of Berlin?</h1>')
})

/** What the form of an action shows, to send it back. */
function findSeen(text: string, action: string): string {
  return new RegExp(`action="[^"]*${action}"[^>]*>[\\s\\S]*?name="seen" value="([^"]+)"`).exec(text)?.[1] ?? ''
}

test('of two tabs with a form of variables, the second is told what the first has saved, and replaces it only on purpose', async () => {
  const { get, post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const opened = findSeen((await get(at)).text, '/variables')
  const save = (seen: string, fields: Record<string, string>) => post(at, `${at}/variables`, { ...fields, seen })

  const mistaken = await save(opened, { 'variable.owner': 'Bob', 'variable.most': '99' })
  const first = await save(opened, { 'variable.owner': 'Ada', 'variable.strict': 'on' })
  const second = await save(findSeen(mistaken.text, '/variables'), { 'variable.owner': 'Bob' })
  const between = await runtime.connections.get(connectionId)
  const third = await save(findSeen(second.text, '/variables'), { 'variable.owner': 'Bob' })

  expect([mistaken.status, first.status, second.status, third.status]).toEqual([400, 303, 400, 303])
  expect(second.text).toContain('Somebody else saved a change after you opened this page')
  expect(second.text).toContain('<dt>Owner</dt><dd>Ada</dd>')
  expect(second.text).not.toContain('data-load')
  expect(second.text).toContain('<dt>Strict</dt><dd>Yes</dd>')
  expect(second.text).toMatch(/name="variable.owner"[^>]* value="Bob"/)
  expect(between?.variables).toMatchObject({ owner: 'Ada', strict: true })
  expect((await runtime.connections.get(connectionId))?.variables).toMatchObject({ owner: 'Bob' })
})

test('of two tabs with the form of a schedule, the second is told what the first has saved, and replaces it only on purpose', async () => {
  const { get, post, connectionId, runtime } = await openBoxesWorld()
  const at = `/connections/${connectionId}`
  const opened = findSeen((await get(at)).text, '/schedule')
  const save = (rhythm: string, seen: string, cron = '') =>
    post(at, `${at}/schedule`, { rhythm, cron, 'time-zone': 'Europe/Berlin', work: 'all', seen })

  const mistaken = await save('own', opened, 'now and then')
  const first = await save('0 6 * * *', opened)
  const second = await save('0 6 1 * *', findSeen(mistaken.text, '/schedule'))
  const between = await runtime.schedules.get({ connectionId, organizationId: 'acme' })
  const third = await save('0 6 1 * *', findSeen(second.text, '/schedule'))
  const removal = await save('', opened)

  expect([mistaken.status, first.status, second.status, third.status, removal.status]).toEqual([
    400, 303, 400, 303, 400,
  ])
  expect(second.text).toContain('<dt>Frequency</dt><dd>Every day at 6:00, Europe/Berlin</dd>')
  expect(second.text).toContain('value="0 6 1 * *" selected')
  expect(between?.cron).toBe('0 6 * * *')
  expect((await runtime.schedules.get({ connectionId, organizationId: 'acme' }))?.cron).toBe('0 6 1 * *')
})
