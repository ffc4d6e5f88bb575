import { expect, onTestFinished, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { addDays, formatDay } from '../../src/text/calendar-day.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { startMailServer } from '../things/notices/mail-server.ts'
import { expectFitEverywhere, openPage } from './browser.ts'
import { startServed } from './served.ts'

const today = formatDay(Date.now())

/** A service that sends letters, and Ada, who is alone in her organization and has no terminal. */
async function signIn() {
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
  const { url: signInUrl } = await session.create({ organizationId, userId: 'ada', role: 'admin' })
  const { page, complaints } = await openPage()
  await page.goto(signInUrl)
  await page.getByRole('button', { name: /^Sign in as/ }).click()
  const waitForLink = async () => {
    await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1)
    return /https?:\/\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
  }
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  /** Below a heading: a part of a record has a form of its own. */
  const unfold = (name: string) => page.locator('summary', { hasText: name }).click()
  const fill = async (values: Readonly<Record<string, string>>, within = page.locator('main')) => {
    for (const [label, value] of Object.entries(values)) {
      const control = within.getByLabel(label, { exact: true })
      if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value)
      else await control.fill(value)
    }
  }
  const part = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  return { page, complaints, url: server.url, click, unfold, fill, part, waitForLink }
}

test('a person adds a vendor with a document that ends, states a review of it and accepts it alone', {
  timeout: 240_000,
}, async () => {
  const { page, complaints, url, click, unfold, fill, part } = await signIn()
  await page.goto(`${url}/vendors`)
  await fill({ Name: 'Acme Cloud', Website: 'https://acme.example', Criticality: 'high', 'Review every (days)': '365' })
  await click('Add a vendor')
  await page.getByRole('link', { name: 'Acme Cloud' }).click()
  await unfold('Add a document')
  await fill({ Document: 'Certificate', 'Valid until': addDays(today, 30) }, part('Documents'))
  await click('Add a document')
  await unfold('State a review')
  await fill({ Review: 'Read the report.', 'Done on': today }, part('Reviews of vendors'))
  await click('State a review')
  await page.getByRole('link', { name: 'Read the report.' }).click()
  await click('Accept')
  await page.goto(`${url}/vendors?state=reviewed`)
  await page.getByRole('link', { name: 'Acme Cloud' }).click()
  await page.getByRole('link', { name: 'Certificate' }).waitFor()

  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})

test('a person adds a risk, sees it in the picture, and what its controls leave of it', {
  timeout: 240_000,
}, async () => {
  const { page, complaints, url, click, fill } = await signIn()
  await page.goto(`${url}/risks`)
  await fill({
    Risk: 'Lost laptop',
    Likelihood: '4',
    Impact: '5',
    Treatment: 'mitigate',
    Controls: 'soc2:CC6.1 likelihood 2',
    'Review every (days)': '180',
  })
  await click('Add a risk')
  await expectFitEverywhere(page)
  await page.getByRole('link', { name: 'Lost laptop' }).first().click()
  await page.getByText('soc2:CC6.1').first().waitFor()

  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})

test('a person writes and publishes a policy, acknowledges it, and asks somebody without an account, who does so by a link', {
  timeout: 240_000,
}, async () => {
  const { page, complaints, url, click, unfold, fill, part, waitForLink } = await signIn()
  await page.goto(`${url}/policies`)
  await fill({ Name: 'Acceptable use', 'Review every (days)': '365' })
  await click('Add a policy')
  await page.getByRole('link', { name: 'Acceptable use' }).click()
  const policy = page.url()
  await unfold('Write a version')
  await fill({ 'What is new': 'First version', 'Text (Markdown)': '# Lock your screen' }, part('Versions of policies'))
  await click('Write a version')
  await page.getByRole('link', { name: 'First version' }).click()
  await click('Publish')
  await page.goto(policy)
  await click('I have read version 1 and keep to it')
  await page.getByText('You have acknowledged this version.').waitFor()
  await unfold('Ask an address')
  await fill({ 'Email address': 'grace@example.com' }, part('Requests to acknowledge'))
  await click('Ask an address')
  const link = await waitForLink()
  const { page: visitor, complaints: ofVisitor } = await openPage()
  await visitor.goto(link)
  await visitor.getByRole('heading', { name: 'Lock your screen' }).waitFor()
  await expectFitEverywhere(visitor)
  await visitor.getByRole('button', { name: 'I have read version 1 and keep to it' }).click()
  await visitor.getByRole('heading', { name: 'You have acknowledged the policy' }).waitFor()
  await page.goto(policy)
  await page.getByText('By a link sent to this address').waitFor()

  await expectFitEverywhere(page)
  expect([complaints, ofVisitor]).toEqual([[], []])
})

test('a person adds a penetration test and a finding, which a retest ends', { timeout: 240_000 }, async () => {
  const { page, complaints, url, click, unfold, fill, part } = await signIn()
  await page.goto(`${url}/pentests`)
  await fill({
    Name: 'Web application',
    Provider: 'Acme Security',
    Scope: 'The web application.',
    'First day': addDays(today, -9),
    'Last day': addDays(today, -1),
  })
  await click('Add a penetration test')
  await page.getByRole('link', { name: 'Web application' }).click()
  const pentest = page.url()
  await unfold('Add a finding')
  await fill(
    { Finding: 'Stored script', Severity: 'high', 'Due date': addDays(today, 30) },
    part('Findings of penetration tests'),
  )
  await click('Add a finding')
  await page.goto(pentest)
  await expectFitEverywhere(page)
  await page.getByRole('link', { name: 'Stored script' }).click()
  await click('A retest no longer finds it')
  await page.goto(`${url}/pentests?state=done`)
  await page.getByRole('link', { name: 'Web application' }).waitFor()

  expect(complaints).toEqual([])
})
