import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { askEverybody } from '../../../src/things/policies/reading/ask-everybody.ts'
import { policyRequest } from '../../../src/things/policies/requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../../../src/things/policies/thing.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { admin, findToken, member, openPages } from '../../app/pages/world.ts'
import { startMailServer } from '../notices/mail-server.ts'

const organizationId = 'acme'
const dayMs = 86_400_000

/** A published policy, and somebody without an account who reads letters. */
async function openWithLetters(
  mailOptions: Partial<NonNullable<RuntimeOptions['mail']>> = {},
  serverOptions: Parameters<typeof startMailServer>[0] = {},
) {
  const { mail, mails } = await startMailServer(serverOptions)
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const world = await openPages({ mail: { ...mail, ...mailOptions }, clock, worker: { pollMs: 10 } })
  const { runtime, visitor, get, ask } = world
  await runtime.people.setRole({ organizationId, userId: 'ada', role: 'admin' })
  const values = { name: 'Acceptable use', reviewEveryDays: 365 }
  const { id: policyId } = await runtime.serviceOf(policy).create({ organizationId, values })
  const versions = runtime.serviceOf(policyVersion)
  const publish = async (text: string) => {
    const { id } = await versions.create({ organizationId, userId: 'ada', values: { policyId, changes: 'New', text } })
    return versions.act.publish({ organizationId, id, userId: 'ada' })
  }
  const request = (email: string) =>
    runtime.serviceOf(policyRequest).create({ organizationId, userId: 'ada', values: { email, policyId } })
  const waitForLink = async (number: number) => {
    await expect.poll(() => mails.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(number)
    const url = new URL(/https:\/\/\S+/.exec(mails[number - 1]?.text ?? '')?.[0] ?? '')
    return { path: url.pathname, whole: `${url.pathname}${url.search}`, token: url.searchParams.get('token') ?? '' }
  }
  const listAcknowledgements = () => runtime.serviceOf(policyAcknowledgement).list({ organizationId, limit: 100 })
  /** As somebody who is not signed in. */
  const open = async (whole: string, headers: Record<string, string> = {}) => {
    visitor.person = undefined
    const shown = await get(whole, headers)
    visitor.person = admin
    return shown
  }
  /** Of the form on the page of a link that works. */
  const findForm = async (whole: string) => findToken((await open(whole)).text)
  const press = async ({ path, token }: { path: string; token: string }, form: string) => {
    visitor.person = undefined
    const answer = await ask(path, {
      method: 'POST',
      body: new URLSearchParams({ _token: form, token }),
      headers: { origin: new URL(runtime.publicUrl).origin },
    })
    visitor.person = admin
    return { status: answer.status, text: await answer.text() }
  }
  return {
    ...world,
    clock,
    mails,
    policyId,
    publish,
    request,
    waitForLink,
    listAcknowledgements,
    open,
    findForm,
    press,
  }
}

test('a letter has a link by which somebody without an account reads a version and acknowledges exactly it, once', async () => {
  const { runtime, publish, request, waitForLink, open, findForm, press, listAcknowledgements } =
    await openWithLetters()
  const version = await publish('# Lock your screen')
  const { id } = await request('grace@example.com')
  const link = await waitForLink(1)

  const [shown, again, german] = [
    await open(link.whole),
    await open(link.whole),
    await open(link.whole, { 'accept-language': 'de' }),
  ]
  const before = await listAcknowledgements()
  const form = await findForm(link.whole)
  const done = await press(link, form)
  const used = await press(link, form)
  const unknown = await press({ ...link, token: 'x'.repeat(43) }, form)

  expect([shown.status, again.status, done.status, used.status]).toEqual([200, 200, 200, 403])
  expect(shown.text).toContain('<h3>Lock your screen</h3>')
  expect(german.text).toContain('Ich habe Fassung 1 gelesen und halte mich daran')
  expect(before, 'to open a link acknowledges nothing').toEqual([])
  const all = await listAcknowledgements()
  expect(all.map(({ values }) => values)).toEqual([
    {
      email: 'grace@example.com',
      directoryId: null,
      userId: null,
      policyId: version.values.policyId,
      versionId: version.id,
      number: 1,
      way: 'link',
      requestId: id,
      acknowledgedAtMs: expect.any(Number),
    },
  ])
  expect(used.text).toContain('This link acknowledges nothing')
  expect([unknown.status, unknown.text]).toEqual([used.status, used.text])
  const asked = await runtime.serviceOf(policyRequest).get({ organizationId, id })
  expect([asked?.state, asked?.values.tokenHash]).toEqual(['acknowledged', expect.not.stringContaining(link.token)])
})

test('of a link that is pressed twice at once, one acknowledges', async () => {
  const { publish, request, waitForLink, findForm, press, listAcknowledgements } = await openWithLetters()
  await publish('# One')
  await request('grace@example.com')
  const link = await waitForLink(1)
  const form = await findForm(link.whole)

  const ends = await Promise.all([press(link, form), press(link, form)])

  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(await listAcknowledgements()).toHaveLength(1)
})

test('a link that was used, one that has ended, one of nobody and one with the token of another get the same answer', async () => {
  const { publish, request, waitForLink, open, findForm, press, clock } = await openWithLetters()
  await publish('# One')
  await request('grace@example.com')
  const used = await waitForLink(1)
  await request('bob@example.com')
  const other = await waitForLink(2)
  await press(used, await findForm(used.whole))
  const read = async (whole: string) => {
    const { status, text } = await open(whole)
    return [status, text.replaceAll(/value="[^"]*"|\/acknowledge\/[^"]*/g, '')]
  }
  const nobody = await read(`/acknowledge/nobody?token=${other.token}`)

  const swapped = await read(`${used.path}?token=${other.token}`)
  const without = await read(other.path)
  const after = await read(used.whole)
  clock.advance(14 * dayMs + 1)
  const ended = await read(other.whole)

  expect(new Set([nobody, swapped, without, after, ended].map((each) => JSON.stringify(each))).size).toBe(1)
  expect(nobody[0]).toBe(403)
})

test('a link to a version that was replaced acknowledges nothing and names the version that holds', async () => {
  const { publish, request, waitForLink, open, findForm, press, listAcknowledgements } = await openWithLetters()
  await publish('# One')
  await request('grace@example.com')
  const link = await waitForLink(1)
  const form = await findForm(link.whole)
  await publish('# Two')

  const [shown, pressed] = [await open(link.whole), await press(link, form)]

  expect([shown.status, pressed.status]).toEqual([409, 409])
  expect(pressed.text).toContain('version 2 has replaced it')
  expect(await listAcknowledgements()).toEqual([])
})

test('who may not read people sees no addresses that were asked, nor the button that asks', async () => {
  const { visitor, get, publish, request, policyId } = await openWithLetters()
  await publish('# One')
  await request('grace@example.com')

  const { text: ofAdmin } = await get(`/policies/${policyId}`)
  visitor.person = member
  const { text: ofMember } = await get(`/policies/${policyId}`)
  const list = await get('/policy-requests')

  for (const words of ['grace@example.com', 'Ask everybody']) {
    expect(ofAdmin).toContain(words)
    expect(ofMember).not.toContain(words)
  }
  expect(list.status).toBe(403)
})

test.each([
  ['no address', 'no address'],
  ['two addresses', 'a@example.com, b@example.com'],
  ['a header', 'a@example.com\r\nbcc: b@example.com'],
])('a request to %s is refused', async (_, email) => {
  const { publish, request } = await openWithLetters()
  await publish('# One')

  await expect(request(email)).rejects.toMatchObject({ code: 'RECORD_INVALID' })
})

test('a request for a policy that is not published waits, and its letter asks for the version that holds then', async () => {
  const { request, publish, waitForLink, open, mails } = await openWithLetters()
  await request('grace@example.com')
  await new Promise((resolve) => setTimeout(resolve, 300))
  const before = mails.length
  await publish('# One')

  const link = await waitForLink(1)

  expect([before, (await open(link.whole)).text]).toEqual([0, expect.stringContaining('<h3>One</h3>')])
})

test('addresses that nobody vouches for get as few letters as others; where the operator names their domain, they count as notices', async () => {
  const strict = await openWithLetters()
  await strict.publish('# One')
  for (let number = 0; number < 3; number++) await strict.request('grace@example.com')
  await strict.waitForLink(2)

  const named = await openWithLetters({ domains: ['example.com'] })
  await named.publish('# One')
  for (let number = 0; number < 3; number++) await named.request('grace@example.com')
  await named.request('grace@elsewhere.example')
  await named.waitForLink(3)

  expect(strict.mails).toHaveLength(2)
  expect(named.mails.map(({ to }) => to[0])).toEqual(Array.from({ length: 3 }, () => 'grace@example.com'))
})

test('askEverybody() asks who works here by the directory, has an address and has not acknowledged, and each of them once', async () => {
  const { runtime, publish, policyId, request, waitForLink, findForm, press, mails, listAcknowledgements } =
    await openWithLetters()
  await publish('# One')
  await runtime.inventories.setKeeping({ organizationId, keepsInventories: true })
  const people = [
    'id,name,email,kind,status,startsAt,endsAt',
    '1,Grace,grace@example.com,employee,active,2020-01-01,none',
    '2,Bob,bob@example.com,employee,active,2020-01-01,none',
    '3,Eve,eve@example.com,employee,left,2020-01-01,2025-01-01',
    '4,Nobody,none,employee,active,2020-01-01,none',
  ]
  await runtime.directory.importPeople({ organizationId, covers: 'both', bytes: Buffer.from(people.join('\n')) })
  await request('Grace@example.com')
  const link = await waitForLink(1)
  await press(link, await findForm(link.whole))

  const [acknowledged] = await listAcknowledgements()
  const ask = () => askEverybody(runtime, { organizationId, userId: 'ada', policyId })
  const [asked, again] = [await ask(), await ask()]
  await waitForLink(2)

  expect([asked, again]).toEqual([1, 0])
  expect(acknowledged?.values.directoryId).toMatch(/\/1$/)
  expect(mails.map(({ to }) => to[0])).toEqual(['Grace@example.com', 'bob@example.com'])
})

test('a letter that the mail server refuses, whoever sends it, is sent when it no longer does', async () => {
  const refusals: number[] = []
  const { publish, request, waitForLink } = await openWithLetters(
    {},
    {
      onMailFrom: (_address, _session, done) => {
        const isFirst = refusals.push(530) === 1
        done(isFirst ? Object.assign(new Error('Authentication required'), { responseCode: 530 }) : null)
      },
    },
  )
  await publish('Lock your screen.')

  await request('eve@contractor.example')

  expect((await waitForLink(1)).path).toMatch(/acknowledge/)
  expect(refusals.length).toBeGreaterThan(1)
})
