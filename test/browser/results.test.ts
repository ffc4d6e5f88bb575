import { expect, test } from 'vitest'
import { acmeWorld } from './acme-world.ts'
import { expectFit, openPage } from './browser.ts'

const shots = process.env.CHECKWRIGHT_SHOTS

test('a person runs a connection, watches it, and reads what fails, why, and what the vendor answered', async () => {
  const world = await acmeWorld()
  const { id } = await world.connect()
  const { page, complaints } = await openPage()
  await page.goto(await world.signInUrl())
  await page.getByRole('button', { name: 'Sign in' }).click()
  const shot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
    await expectFit(page)
  }

  await page.goto(`${world.url}/connections/${id}`)
  await shot('connection-new')
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('heading', { name: '3 findings, 1 check could not tell' }).waitFor()
  await shot('run')
  await page.getByText('Administrator without a second factor').first().click()
  await shot('run-open')
  const exchange = page.getByRole('link', { name: /^exchange \d+$/ }).first()
  await exchange.click()
  await shot('exchange')
  await page.goBack()
  await page.goto(`${world.url}/connections/${id}`)
  await shot('connection')
  await page.goto(`${world.url}/`)
  await shot('overview')
  await page.goto(`${world.url}/controls`)
  await shot('controls')

  expect(complaints).toEqual([])
})
