import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startAcmeWorld } from './acme-world.ts'
import { expectFit, openPage } from './browser.ts'

const shots = process.env.CHECKWRIGHT_SHOTS

test('on a phone in the dark every page of results fits, is fit for assistive technology and leads on', async () => {
  const world = await startAcmeWorld()
  const { id } = await world.connect()
  await (await world.runtime.runs.start({ connectionId: id })).result
  const { page, complaints } = await openPage({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' })
  await page.goto(await world.signInUrl())
  await page.getByRole('button', { name: 'Sign in' }).click()
  const see = async (name: string) => {
    if (shots !== undefined) {
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: `${shots}/phone-${name}.png`, fullPage: true })
    }
    await expectFit(page)
  }

  await page.getByText('Show as a table: Checks by day').click()
  await see('overview')
  await page.getByRole('link', { name: 'Acme', exact: true }).first().click()
  await page.locator('summary', { hasText: 'Cron expression' }).click()
  await see('connection')
  // With evidence, which the run before did not keep.
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('heading', { name: '3 findings, 1 check could not tell, 1 check needs review' }).waitFor()
  await page.getByText('Administrator without a second factor').first().click()
  await see('run')
  await page
    .getByRole('link', { name: /^Exchange \d+$/ })
    .first()
    .click()
  await page
    .getByText(/^Headers/)
    .first()
    .click()
  await see('exchange')
  await page.goto(`${world.url}/controls?framework=soc2&state=not_satisfied`)
  await page.getByText('Logical access security').click()
  await see('controls')
  await page.goto(`${world.url}/connections/${id}/disconnect`)
  await see('disconnect')

  expect(complaints).toEqual([])
})
