import { join } from 'node:path'
import { expect, test } from 'vitest'
import { destination } from '../../../src/things/destinations/thing.ts'
import { tracker } from '../../../src/things/tickets/thing.ts'
import { createFolder, keys, runCheckwright } from '../../app/command.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { openPages } from '../../app/pages/world.ts'

const github = { name: 'Ours', vendor: 'github', project: 'acme/app', whenResolved: 'close' }

test('the API makes a tracker whose token is in no answer, and refuses a ticket of a finding that is not there', async () => {
  const { ask } = await openApiHost()

  const made = await readAnswer(ask('POST', '/v1/trackers', { body: { ...github, token: 'secret-token' } }))
  const read = await readAnswer(ask('GET', `/v1/trackers/${made.body.id}`))
  const wrong = await readAnswer(ask('POST', '/v1/trackers', { body: { ...github, project: 'acme/../x' } }))
  const spaced = await readAnswer(ask('POST', '/v1/trackers', { body: { ...github, token: 'a\r\nb' } }))
  const wish = { trackerId: made.body.id, findingId: 'nobody' }
  const ticket = await readAnswer(ask('POST', '/v1/tickets', { body: wish }))

  expect(made).toMatchObject({ status: 201, body: { project: 'acme/app', state: 'ready' } })
  expect(JSON.stringify([made, read])).not.toMatch(/secret-token|"token"/)
  expect(wrong).toMatchObject({ status: 400, body: { code: 'RECORD_INVALID' } })
  expect(spaced.status).toBe(400)
  expect(ticket.status).toBe(404)
})

test('a form shows a token empty, and what is left empty stays', async () => {
  const { get, post, runtime } = await openPages()
  const fields = { ...github, site: '', account: '', issueType: '', severity: '' }
  await post(tracker.page, tracker.page, { ...fields, token: 'secret-token' })
  const [made] = await runtime.serviceOf(tracker).list({ organizationId: 'acme', limit: 1 })
  const one = `${tracker.page}/${made?.id}`

  const changed = await post(one, `${one}/change`, { ...fields, name: 'Renamed', token: '' })
  const { text } = await get(one)
  const german = await get(one, { 'accept-language': 'de' })

  expect(changed.status).toBe(303)
  expect((await runtime.serviceOf(tracker).get({ organizationId: 'acme', id: made?.id ?? '' }))?.state).toBe('ready')
  expect(text).toMatch(/<input id="token" name="token"[^>]* type="password"/)
  expect(text).not.toContain('secret-token')
  expect(text).toContain('Nothing was sent yet.')
  expect(german.text).toContain('Noch wurde nichts gesendet.')
})

test('"checkwright push --dry-run" prints what would go, or why nothing would', async () => {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  const run = (...args: string[]) => runCheckwright([...args, '--store', store], { env: { CHECKWRIGHT_KEYS: keys } })
  const settings = [
    '--name',
    'Ours',
    '--vendor',
    'vanta',
    '--region',
    'us',
    '--resource',
    'res1',
    '--automatic',
    'false',
  ]

  const added = JSON.parse((await run('destinations', 'add', ...settings, '--list', 'finding', '--json')).stdout)
  const shown = await run('push', added.id, '--dry-run')
  const missing = await run('push', 'nobody', '--dry-run')

  expect(added).toMatchObject({ list: 'finding', state: 'without-secret' })
  expect(Object.keys(added)).not.toContain('secret')
  expect(shown).toMatchObject({
    exitCode: 0,
    stdout: 'PUT https://api.vanta.com/v1/resources/custom_resource\n{"resourceId":"res1","resources":[]}\n',
  })
  expect(missing.exitCode).not.toBe(0)
})

test('the page of a destination says what a push would send', async () => {
  const { get, runtime } = await openPages()
  const values = {
    name: 'Ours',
    vendor: 'vanta',
    region: 'us',
    list: 'finding',
    resource: 'res1',
    automatic: false,
  } as const
  const { id } = await runtime.serviceOf(destination).create({ organizationId: 'acme', values })

  const { text } = await get(`${destination.page}/${id}`)

  expect(text).toContain('PUT /v1/resources/custom_resource')
  expect(text).toContain('Push now')
})
