import { expect, test } from 'vitest'
import { expectFit } from './browser.ts'
import { startDoors } from './doors-world.ts'

test('the question of an auditor, how a criterion stood and what proves it, takes at most six clicks, and ends at what was asked and answered', async () => {
  const world = await startDoors()
  await world.connect('Production')
  const { page, complaints } = await world.signIn({}, { userId: 'max', role: 'viewer' })
  let clicks = 0
  const click = async (target: ReturnType<typeof page.locator>) => {
    await target.click()
    clicks++
  }

  await expectFit(page)
  const fingerprint = await page.locator('#signing-keys + p + ul code').first().textContent()
  await click(page.getByRole('link', { name: 'SOC 2', exact: true }))
  await click(page.locator('details', { hasText: 'CC6.4' }).locator('summary').first())
  await click(page.getByRole('link', { name: 'Doors are locked' }).first())
  await click(page.getByText('Door is open').first())
  await click(page.getByRole('link', { name: 'Exchange 1', exact: true }).first())
  await page.getByRole('heading', { name: 'Exchange 1', level: 1 }).waitFor()
  await expectFit(page)

  expect(clicks).toBeLessThanOrEqual(6)
  expect(await page.getByText('Server room').count()).toBeGreaterThan(0)
  expect(fingerprint).toMatch(/^SHA256:/)
  expect(complaints).toEqual([])
})

test('whoever cares for findings assigns all of a check, and Ctrl-K finds one', async () => {
  const world = await startDoors()
  await world.connect('Production')
  const { page, complaints } = await world.signIn()

  await page.goto(`${world.url}/findings?view=checks`)
  await page.getByLabel('Select Doors are locked, Doors').check()
  await page.getByRole('button', { name: 'Change owner and due date…' }).click()
  await page.getByText('3 findings').waitFor()
  await page.getByLabel('Owner').selectOption('ada')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The change was saved.').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bike')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Door is open' }).click()
  await page.getByRole('heading', { name: 'Door is open', level: 1 }).waitFor()

  const findings = await world.runtime.findings.list({ organizationId: world.organizationId })
  expect(findings.map(({ ownerId }) => ownerId)).toEqual(['ada', 'ada', 'ada'])
  expect(complaints).toEqual([])
})
