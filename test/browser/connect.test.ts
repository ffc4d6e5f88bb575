import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawRows } from '../setup/short-form.ts'
import { ada, apiKey, app, bob, startAcmePages } from './acme-pages.ts'
import { expectFit, openPage } from './browser.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB+w==\n-----END CERTIFICATE-----'

/** Waits for the page of a connection, and gives its id. */
async function arrived(page: Page): Promise<string> {
  await page.waitForURL(/\/connections\/[^/?]+\?notice=/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test.each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])(
  'a form of all seven types connects, tells what is wrong where it is, and loses nothing but secrets, $mode',
  async ({ javaScriptEnabled }) => {
    const { url, runtime, typed, visitor } = await startAcmePages()
    visitor.person = bob
    const { page, complaints } = await openPage({ javaScriptEnabled })

    await page.goto(`${url}/connect`)
    if (javaScriptEnabled) await expectFit(page)
    await page.getByRole('link', { name: 'Vault' }).click()
    await page.getByLabel('API Key').fill('wrong-key-in-its-form')
    await page.getByLabel('Account').fill('NO')
    await page.getByLabel('Tier').fill('platinum')
    await page.getByLabel('Number of boxes').fill('12.5')
    await page.getByLabel('Portal').fill('not a url')
    await page.getByLabel('Certificate').fill(certificate)
    await page.getByRole('button', { name: 'Connect Vault' }).click()
    await page.getByText('3 fields need your attention').waitFor()
    if (javaScriptEnabled) await expectFit(page)
    const focused = await page.locator('#errors:focus').count()
    const account = page.getByLabel('Account')
    const told = {
      account: [await account.inputValue(), await account.getAttribute('aria-invalid')],
      described: await page.locator(`[id="${await account.getAttribute('aria-describedby')}"]`).textContent(),
      tier: await page.getByLabel('Tier').inputValue(),
      boxes: await page.getByLabel('Number of boxes').inputValue(),
      portal: await page.getByLabel('Portal').inputValue(),
      secrets: [await page.getByLabel('API Key').inputValue(), await page.getByLabel('Certificate').inputValue()],
    }
    const source = await page.content()
    await page.getByLabel('API Key').fill(apiKey)
    await account.fill('acme-eu')
    await page.getByLabel('Region').selectOption({ label: 'Europe' })
    await page.getByLabel('Portal').fill('https://portal.example/')
    await page.getByLabel('Certificate').fill(certificate)
    await page.getByRole('button', { name: 'Connect Vault' }).click()
    const connection = await runtime.connections.get(await arrived(page))

    expect(focused).toBe(javaScriptEnabled ? 1 : 0)
    expect(told).toEqual({
      account: ['NO', 'true'],
      described: 'The value does not have the right format. Example: acme-eu',
      tier: 'platinum',
      boxes: '12.5',
      portal: 'not a url',
      secrets: ['', ''],
    })
    expect(source).toContain('Secrets are not shown again. Enter the value again.')
    expect(source).not.toMatch(/wrong-key-in-its-form|MIIB/)
    expect(typed).toEqual([
      {
        api_key: apiKey,
        account: 'acme-eu',
        region: 'eu',
        tier: 'platinum',
        boxes: 12.5,
        portal: 'https://portal.example/',
        certificate,
      },
    ])
    expect(connection).toMatchObject({ connector: 'vault', state: 'active', userId: 'bob' })
    const [entry] = await runtime.audit.list({ organizationId: 'acme' })
    expect(entry).toMatchObject({
      action: 'connection.create',
      target: connection?.id,
      actor: { id: 'bob' },
      status: 303,
    })
    expect(complaints).toEqual([])
  },
)

test('credentials that the vendor refuses are corrected in the same form, and leave no connection behind', async () => {
  const { url, runtime } = await startAcmePages()
  const { page } = await openPage()
  await page.goto(`${url}/connect/vault`)
  await page.getByLabel('Connection name').fill('Vault of the office')
  await page.getByLabel('API Key').fill('a-key-that-nobody-knows')
  await page.getByLabel('Account').fill('acme-eu')
  await page.getByLabel('Region').selectOption('us')

  await page.getByRole('button', { name: 'Connect Vault' }).click()
  const refusal = await page.getByRole('alert').textContent()
  await expectFit(page)
  const shown = {
    name: await page.getByLabel('Connection name').inputValue(),
    apiKey: await page.getByLabel('API Key').inputValue(),
    account: await page.getByLabel('Account').inputValue(),
    region: await page.getByLabel('Region').inputValue(),
  }
  const afterRefusal = await runtime.connections.list({ organizationId: 'acme' })
  await page.getByLabel('API Key').fill(apiKey)
  await page.getByRole('button', { name: 'Connect Vault' }).click()
  const id = await arrived(page)

  expect(refusal).toContain('Vault')
  expect(shown).toEqual({ name: 'Vault of the office', apiKey: '', account: 'acme-eu', region: 'us' })
  expect(afterRefusal).toEqual([])
  const connections = await runtime.connections.list({ organizationId: 'acme' })
  expect(connections.map((each) => [each.id, each.name, each.state])).toEqual([[id, 'Vault of the office', 'active']])
})

test.each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])('one click leads to the vendor and back to a connection that works, $mode', async ({ javaScriptEnabled }) => {
  const { url, runtime, enterApp } = await startAcmePages()
  await enterApp()
  const { page, complaints } = await openPage({ javaScriptEnabled })

  await page.goto(`${url}/connect/acme`)
  if (javaScriptEnabled) await expectFit(page)
  const scopes = await page.locator('.scopes li').allTextContents()
  await page.getByRole('button', { name: 'Continue to Acme' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  const connection = await runtime.connections.get(await arrived(page))

  expect(scopes).toEqual([
    'users:readFor: Administrators sign in with a second factor · Accounts of leavers are closed',
    'devices:readFor: Disks of company devices are encrypted',
    'audit:readFor: Accounts of leavers are closed',
  ])
  expect(connection).toMatchObject({ connector: 'acme', state: 'active', userId: 'ada', organizationId: 'acme' })
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith('cw_'))
  expect(cookies).toEqual([expect.objectContaining({ name: 'cw_form', httpOnly: true })])
  expect(complaints).toEqual([])
})

test('a connection is connected again by the same page, and stays the same', async () => {
  const { url, runtime, enterApp } = await startAcmePages()
  await enterApp()
  const { page } = await openPage()
  const goThrough = async (at: string) => {
    await page.goto(at)
    await page.getByRole('button', { name: 'Continue to Acme' }).click()
    await page.getByRole('button', { name: 'Sign in and allow' }).click()
    return arrived(page)
  }

  const first = await goThrough(`${url}/connect/acme`)
  await page.context().clearCookies()
  const second = await goThrough(`${url}/connect/acme?connection=${first}`)

  expect(second).toBe(first)
  expect(new URL(page.url()).searchParams.get('notice')).toBe('reconnected')
  expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(1)
})

test('an app that is granted access itself is connected by a button', async () => {
  const { url, runtime, vendor } = await startAcmePages({
    clients: [{ ...app, redirectUris: [] }],
  })
  await runtime.oauthApps.set({ connector: 'machine', ...app })
  const { page } = await openPage()

  await page.goto(`${url}/connect/machine`)
  await page.getByRole('button', { name: 'Connect Machine' }).click()
  const connection = await runtime.connections.get(await arrived(page))

  expect(connection?.state).toBe('active')
  expect(vendor.tokenRequests).toHaveLength(1)
})

test('a connector without its app says who has to do what, to each in their own words', async () => {
  const { url, visitor } = await startAcmePages()
  const { page } = await openPage()

  await page.goto(`${url}/connect/acme`)
  const toAdmin = await page.getByRole('link', { name: 'Set up Acme' }).count()
  visitor.person = bob
  await page.reload()
  await expectFit(page)
  const toMember = await page.getByText('Ask an administrator to set it up first').count()
  const links = await page.getByRole('link', { name: 'Set up' }).count()

  expect([toAdmin, toMember, links]).toEqual([1, 1, 0])
})

/** How a person comes to a page that says that nothing was connected. */
const failures: Readonly<
  Record<
    string,
    {
      readonly title: string
      readonly wayOn: string
      readonly fail: (page: Page, world: Awaited<ReturnType<typeof startAcmePages>>) => Promise<Page | undefined>
    }
  >
> = {
  'the person cancels': {
    title: 'You did not grant access',
    wayOn: 'Try to connect Acme again',
    fail: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      return undefined
    },
  },
  'it takes longer than ten minutes': {
    title: 'This sign-in has expired',
    wayOn: 'Try to connect Acme again',
    fail: async (page, { clock }) => {
      clock.advance(10 * 60_000 + 1)
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      return undefined
    },
  },
  'another browser comes back': {
    title: 'This sign-in did not start in this browser',
    wayOn: 'Connect a system',
    fail: async (page, { back }) => {
      const { promise: callback, resolve } = Promise.withResolvers<string>()
      back.meanwhile = async (url) => {
        back.meanwhile = async (unchanged) => unchanged
        resolve(url)
        return new Response('held')
      }
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      const { page: other } = await openPage()
      await other.goto(await callback)
      return other
    },
  },
  'they come back twice': {
    title: 'This sign-in did not start in this browser',
    wayOn: 'Connect a system',
    fail: async (page, { back }) => {
      const { promise: callback, resolve } = Promise.withResolvers<string>()
      back.meanwhile = async (url) => {
        resolve(url)
        return url
      }
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      await arrived(page)
      await page.goto(await callback)
      return undefined
    },
  },
  'the vendor does not take the app': {
    title: 'The OAuth app is not set up correctly',
    wayOn: 'Check the OAuth app of Acme',
    fail: async (page, { runtime }) => {
      const { clientId } = app
      await runtime.oauthApps.set({
        connector: 'acme',
        clientId,
        clientSecret: 'typo',
        settings: { workspace: 'blue' },
      })
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      return undefined
    },
  },
  'the vendor does not take the code': {
    title: 'The sign-in was not accepted',
    wayOn: 'Try to connect Acme again',
    fail: async (page, { back }) => {
      back.meanwhile = async (url) => url.replace(/code=[^&]+/, 'code=altered')
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      return undefined
    },
  },
  'the vendor does not answer': {
    title: 'The vendor does not respond at the moment',
    wayOn: 'Try to connect Acme again',
    fail: async (page, { back, vendor }) => {
      back.meanwhile = async (url) => {
        await vendor.close()
        return url
      }
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      return undefined
    },
  },
  'the vendor gives neither a code nor an error': {
    title: 'Not connected',
    wayOn: 'Try to connect Acme again',
    fail: async (page, { back }) => {
      back.meanwhile = async (url) => url.replace(/code=[^&]+&/, '')
      await page.getByRole('button', { name: 'Sign in and allow' }).click()
      return undefined
    },
  },
}

test.each(drawRows(Object.entries(failures), 3))(
  'a page says so and shows the way on when %s',
  async (_, { title, wayOn, fail }) => {
    const world = await startAcmePages()
    await world.enterApp()
    const { page, complaints } = await openPage()
    await page.goto(`${world.url}/connect/acme`)
    await page.getByRole('button', { name: 'Continue to Acme' }).click()
    await page.getByRole('button', { name: 'Sign in and allow' }).waitFor()

    const shown = (await fail(page, world)) ?? page

    await shown.getByRole('heading', { level: 1, name: title }).waitFor()
    await shown.getByRole('link', { name: wayOn }).waitFor()
    if (wayOn.startsWith('Look')) await expectFit(shown)
    expect(await shown.content()).not.toMatch(/the-secret-of-the-app|code_verifier/)
    expect(complaints).toEqual([])
    expect(world.visitor.person).toBe(ada)
  },
)

test('an app that is refused leads an administrator to it, and a member to an administrator', async () => {
  const { url, runtime, visitor } = await startAcmePages()
  const { clientId } = app
  await runtime.oauthApps.set({ connector: 'acme', clientId, clientSecret: 'typo', settings: { workspace: 'blue' } })
  visitor.person = bob
  const { page } = await openPage()

  await page.goto(`${url}/connect/acme`)
  await page.getByRole('button', { name: 'Continue to Acme' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await page.getByRole('heading', { level: 1, name: 'The OAuth app is not set up correctly' }).waitFor()

  expect(await page.getByRole('link', { name: 'Check the OAuth app of Acme' }).count()).toBe(0)
})
