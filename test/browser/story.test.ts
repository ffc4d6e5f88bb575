import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startAcmeWorld } from './acme-world.ts'
import { expectFit, openPage } from './browser.ts'

/** A folder for screenshots, which `npm run screenshots` makes for the README. @default none are made */
const shots = process.env.CHECKWRIGHT_SHOTS

test('from an empty store to results: an administrator sets up, connects by OAuth, runs, filters, accepts a risk, takes the evidence', async () => {
  const world = await startAcmeWorld()
  const { page, complaints } = await openPage()
  const see = async (name: string) => {
    if (shots !== undefined) {
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: `${shots}/story-${name}.png` })
    }
    await expectFit(page)
  }

  await page.goto(await world.signInUrl())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Connect your first system' }).waitFor()
  await see('empty')

  await page.getByRole('link', { name: 'Set up OAuth apps' }).click()
  await page.getByRole('link', { name: 'Acme' }).click()
  await page.getByLabel('Client id').fill(world.vendor.app.clientId)
  await page.getByLabel('Client secret').fill(world.vendor.app.clientSecret)
  await page.getByLabel('Address of the API').fill(world.vendor.settings.api_url)
  await page.getByLabel('Address of the sign-in page').fill(world.vendor.settings.authorize_url)
  await page.getByLabel('Address for tokens').fill(world.vendor.settings.token_url)
  await see('setup')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The OAuth app was saved.').waitFor()
  expect(await page.content()).not.toContain(world.vendor.app.clientSecret)

  await page.locator('summary', { hasText: 'Set up connectors' }).click()
  await page.getByRole('link', { name: 'Connect a system' }).click()
  await page.getByRole('link', { name: 'Acme' }).click()
  await see('connect')
  await page.getByRole('button', { name: 'Continue to Acme' }).click()
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await page.waitForURL(new RegExp(`^${world.url}/connections/`))
  await see('connected')

  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('heading', { name: '3 findings, 1 check could not tell, 1 check needs review' }).waitFor()
  await see('run')
  await page.getByLabel('Status').selectOption('fail')
  await page.getByLabel('Search').fill('alan')
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(await page.locator('.result').count()).toBe(1)
  await page.getByText('Administrator without a second factor').click()
  await see('filtered')
  await page.getByRole('link', { name: 'Accept this risk…' }).click()
  await page.getByLabel('Reason').fill('Alan leaves at the end of the month.')
  await page.getByLabel('Last day').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
  await see('waive')
  await page.getByRole('button', { name: 'Accept risk' }).click()
  await page.getByText('The risk is accepted and no longer counts.').waitFor()
  await see('finding')
  await page.getByRole('link', { name: 'this run' }).click()
  const [bundle] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Signed evidence (ZIP)' }).click(),
  ])

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: '2 checks failing, 1 check could not tell, 1 check needs review' }).waitFor()
  await see('overview')

  expect(bundle.suggestedFilename()).toMatch(/^run-.*\.zip$/)
  expect(complaints).toEqual([])
})
