import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiKey, bob, startAcmePages } from './acme-pages.ts'
import { expectFit, expectFitEverywhere, openPage } from './browser.ts'
import { startHostPage } from './host-page.ts'

type Heard = readonly (string | { readonly asked?: string; readonly token?: string; readonly connectionId?: string })[]

/** What the page of the host has heard so far. */
async function readHeard(page: Page): Promise<Heard> {
  return JSON.parse((await page.locator('#heard').textContent()) || '[]')
}

test('a host shows the dialog in a frame of another site: a person without an account goes to the vendor and back, and the host hears the id', async () => {
  const host = await startHostPage()
  const world = await startAcmePages({}, { frameOrigins: [host.url] })
  await host.serve(world)
  await world.enterApp()
  await world.runtime.appearance.set({ organizationId: 'acme', changes: { name: 'Acme Trust', colour: '#ffe600' } })
  world.visitor.person = undefined
  const { page, complaints } = await openPage()
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Connect a system' }).click()
  const dialog = page.frameLocator('iframe')

  await dialog.getByRole('link', { name: 'Acme' }).first().click()
  const asks = await dialog.locator('.lead').first().textContent()
  const brand = await dialog.locator('.brand').textContent()
  await dialog.getByRole('button', { name: 'Continue to Acme' }).click()
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Open Acme' }).click()
  const vendor = await opening
  await vendor.getByRole('heading', { name: 'Connect Acme for acme?' }).waitFor()
  await expectFitEverywhere(vendor)
  await vendor.getByRole('button', { name: 'Continue to Acme' }).click()
  await vendor.getByRole('button', { name: 'Sign in and allow' }).click()
  await vendor.getByRole('heading', { name: 'Connected' }).waitFor()
  await dialog.getByRole('heading', { name: 'Acme is connected' }).waitFor()
  const [asked, made] = await readHeard(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  const heard = await readHeard(page)

  expect(asks).toContain('“acme” asks you to connect')
  expect(brand).toBe('Acme Trust')
  expect(made).toEqual({ connectionId: expect.any(String), connector: 'acme' })
  const [connection, ...others] = await world.runtime.connections.list({ organizationId: 'acme' })
  expect([connection?.id, connection?.state, connection?.userId, others]).toEqual([
    Object(made).connectionId,
    'active',
    'usr_7',
    [],
  ])
  expect(await world.runtime.connectSessions.get({ id: Object(asked).asked, organizationId: 'acme' })).toMatchObject({
    state: 'connected',
    connectionId: connection?.id,
    display: 'frame',
  })
  expect(heard.at(-1)).toBe('closed')
  expect(complaints).toEqual([])
})

test('where framing is off, the dialog is a window: it tells what is wrong, connects once, and its token opens nothing again', async () => {
  const host = await startHostPage()
  const world = await startAcmePages()
  await host.serve(world)
  world.visitor.person = bob
  const { page, complaints } = await openPage()
  await page.goto(`${host.url}/?connector=vault`)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect a system' }).click()
  const dialog = await opening

  await dialog.getByRole('heading', { name: 'Connect Vault' }).waitFor()
  await expectFitEverywhere(dialog)
  const isSignedIn = await dialog.getByRole('navigation', { name: 'Main' }).count()
  await dialog.getByLabel('API Key').fill('a-key-that-nobody-knows')
  await dialog.getByLabel('Account').fill('acme-eu')
  await dialog.getByLabel('Region').selectOption('eu')
  await dialog.getByRole('button', { name: 'Connect Vault' }).click()
  const refusal = await dialog.getByRole('alert').textContent()
  await dialog.getByLabel('API Key').fill(apiKey)
  await dialog.getByRole('button', { name: 'Connect Vault' }).click()
  await dialog.getByRole('heading', { name: 'Vault is connected' }).waitFor()
  await expectFit(dialog)
  const [asked, made] = await readHeard(page)
  const again = await openPage()
  await again.page.goto(`${world.url}/connect-dialog#${Object(asked).token}`)
  await again.page.getByRole('heading', { name: 'This dialog has expired' }).waitFor()

  expect(isSignedIn).toBe(0)
  expect(refusal).toContain('Vault')
  const connections = await world.runtime.connections.list({ organizationId: 'acme' })
  expect(connections.map(({ id, userId }) => [id, userId])).toEqual([[Object(made).connectionId, 'usr_7']])
  expect(dialog.url()).not.toContain(Object(asked).token)
  expect(complaints).toEqual([])
})

test('a named origin may frame daily work, and nothing that administers; another origin frames nothing', async () => {
  const [host, stranger] = [await startHostPage(), await startHostPage()]
  const world = await startAcmePages({}, { frameOrigins: [host.url] })
  await host.serve(world)
  await stranger.serve(world)
  const { page } = await openPage()
  const frame = async (from: string, path: string) => {
    await page.goto(`${from}/frame?${encodeURIComponent(`${world.url}${path}`)}`)
    return page.frameLocator('iframe').locator('body').innerText()
  }

  const shown = {
    findings: await frame(host.url, '/findings'),
    settings: await frame(host.url, '/settings/people'),
    setup: await frame(host.url, '/setup/acme'),
    strange: await frame(stranger.url, '/findings'),
  }

  expect(shown.findings).toContain('Findings')
  for (const blocked of [shown.settings, shown.setup, shown.strange])
    expect(blocked).not.toMatch(/People|Acme|Findings/)
})
