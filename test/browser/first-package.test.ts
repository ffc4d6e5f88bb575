import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDoors } from './doors-world.ts'

const systems = ['Headquarters', 'Warehouse', 'Shop', 'Workshop', 'Garage']

test('from nothing to a package with five systems takes at most 30 clicks', async () => {
  const world = await startDoors()
  const { page, complaints } = await world.signIn()
  // The button of the sign-in page was one.
  let clicks = 1
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }

  for (const [number, system] of systems.entries()) {
    if (number === 0) await click(page.getByRole('link', { name: /^(?:Choose|Connect) a system$/ }).first())
    else {
      await click(page.locator('details.menu summary'))
      await click(page.locator('.menu').getByRole('link', { name: 'Connect a system' }))
    }
    await click(page.getByRole('link', { name: 'Doors', exact: true }))
    await page.locator('[name="name"]').fill(system)
    await page.locator('[name="credentials.api_key"]').fill('door-key-5f1c')
    await click(page.getByRole('button', { name: 'Connect Doors' }))
    await page.waitForURL(/\/connections\//)
  }
  await click(page.getByRole('link', { name: 'Controls' }))
  await click(page.getByRole('link', { name: 'Packages' }))
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('First day').fill(today)
  await page.getByLabel('Last day').fill(today)
  await click(page.getByRole('button', { name: 'Create package' }))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    click(page.getByRole('link', { name: 'Download' }).first()),
  ])

  const runs = await world.runtime.runs.list({ organizationId: world.organizationId })
  const schedules = await world.runtime.schedules.list({ organizationId: world.organizationId })
  expect(download.suggestedFilename()).toBe(`package-soc2-${today}-${today}.zip`)
  expect(clicks).toBeLessThanOrEqual(30)
  expect([runs.length, schedules.length]).toEqual([5, 0])
  expect(complaints).toEqual([])
})
