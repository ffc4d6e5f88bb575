import { buffer as readBuffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { trustCentre } from '../../src/things/trust-centre/thing.ts'
import { startMailServer } from '../things/notices/mail-server.ts'
import { createPdf, readPdf } from '../things/trust-centre/marking/pdf-files.ts'
import { expectFit, openPage } from './browser.ts'
import { startServed } from './served.ts'

/** A service that sends letters, with Ada as its administrator. */
async function startTrustWorld() {
  const [server, { mail, mails }] = await Promise.all([startServed(), startMailServer()])
  const runtime = await createRuntime({
    connectors: [],
    store: 'memory:',
    keys: makeKeyText(),
    publicUrl: server.url,
    allowPrivateNetwork: true,
    mail,
    worker: { pollMs: 50 },
  })
  onTestFinished(() => runtime.close())
  const { id: organizationId } = await runtime.organizations.create({ id: 'acme', name: 'Acme Ltd' })
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  const waitForLink = async (part: string) => {
    const find = () => mails.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0]).find((link) => link?.includes(part))
    await expect.poll(find, { timeout: 30_000 }).toContain(part)
    return find() ?? ''
  }
  const { url: signInUrl } = await session.create({ organizationId, userId: 'ada', role: 'admin' })
  return { runtime, organizationId, url: server.url, signInUrl, waitForLink }
}

test('a trust centre is opened, gives a marked document to somebody who agreed, and nothing once it is revoked', {
  timeout: 240_000,
}, async () => {
  const { runtime, organizationId, url, signInUrl, waitForLink } = await startTrustWorld()
  const { page: admin, complaints } = await openPage()
  const { page: visitor, complaints: ofVisitor } = await openPage({ acceptDownloads: true })
  const click = (name: string) => admin.getByRole('button', { name, exact: true }).click()
  await admin.goto(signInUrl)
  await admin.getByRole('button', { name: /^Sign in as/ }).click()
  await admin.goto(`${url}/settings/trust-centres`)
  await admin.locator('#name').fill('Acme Cloud')
  await admin.locator('#agreement').fill('You keep it to yourself.')
  await click('Add a trust centre')
  await admin.getByRole('link', { name: 'Acme Cloud' }).click()
  await admin.getByText('The page is off.').waitFor()
  const [centre] = await runtime.serviceOf(trustCentre).list({ organizationId, limit: 1 })
  const at = `${url}/trust/${centre?.values.slug}`
  const readAnswer = async (address: string) => {
    const answer = await visitor.goto(address)
    return [answer?.status(), await answer?.text()]
  }
  const off = await readAnswer(at)
  const unknown = await readAnswer(`${url}/trust/${'a'.repeat(43)}`)

  await click('Open to the public')
  await admin.goto(`${url}/settings/trust-centres/${centre?.id}`)
  await admin.getByText('Everybody who has this address sees the page:').waitFor()
  await admin.locator('summary', { hasText: 'Add a document to show' }).click()
  await admin.getByLabel('Name of the document').fill('Report 2026')
  await admin.getByLabel('Who gets it').selectOption('request')
  await admin
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await createPdf([0, 90])) })
  await click('Add a document to show')
  await admin.getByRole('link', { name: 'Report 2026' }).waitFor()

  await visitor.goto(at)
  await expectFit(visitor)
  await visitor.getByLabel('Report 2026').check()
  await visitor.getByLabel('Your name').fill('Grace Hopper')
  await visitor.getByLabel('Your email address').fill('grace@example.com')
  await visitor.getByRole('button', { name: 'Send the request' }).click()
  await visitor.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  await visitor.goto(await waitForLink('/agreement/'))
  await visitor.getByText('You keep it to yourself.').waitFor()
  await visitor.setViewportSize({ width: 360, height: 800 })
  await expectFit(visitor)
  await visitor.getByLabel('Type your name to agree').fill('Grace Hopper')
  await visitor.getByRole('button', { name: 'I agree' }).click()
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()

  await admin.goto(`${url}/trust-requests`)
  await admin.getByRole('link', { name: 'Grace Hopper' }).click()
  await admin.getByLabel('Report 2026, until').fill('2099-12-31')
  await click('Grant the document')
  const key = await waitForLink('/grants/')
  await visitor.goto(key)
  await expectFit(visitor)
  const downloading = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Download the document' }).click()
  const { pages } = await readPdf(await readBuffer(await (await downloading).createReadStream()))
  expect(pages).toHaveLength(2)
  for (const { text } of pages) expect(text).toContain('Given by Acme Cloud to Grace Hopper, grace@example.com')

  const grantId = new URL(key).pathname.split('/').at(-1)
  await admin.goto(`${url}/trust-grants/${grantId}`)
  const revoked = admin.waitForResponse((response) => response.url().endsWith('/revoke'))
  await click('Revoke')
  await revoked

  expect(off[0]).toBe(404)
  expect(unknown).toEqual(off)
  expect(await readAnswer(key)).toEqual(off)
  expect(await visitor.context().cookies()).toEqual([])
  expect([...complaints, ...ofVisitor]).toEqual([])
})
