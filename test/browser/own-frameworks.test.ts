import { expect, test } from 'vitest'
import { startAcmeWorld } from './acme-world.ts'
import { expectFit, openPage } from './browser.ts'

const file = (id: string) => `id: acme-baseline
title: Acme baseline
version: '3'
reader: Ada
read: '2026-04-01'
controls:
  - { id: A1, title: Unused accounts are removed, group: Access }
  - { id: ${id}, title: Everybody has a second factor, group: Access }
mappings:
  - { control: 'acme-baseline:A1', statement: unused-accounts-removed, needed: true }
`

test('an administrator uploads a framework with a mistake, mends it, looks at it, takes it and sees its controls', async () => {
  const { url, signInUrl } = await startAcmeWorld()
  const { page, complaints } = await openPage()
  const upload = async (text: string) => {
    await page.goto(`${url}/settings/own-frameworks`)
    const buffer = Buffer.from(text)
    await page.locator('input[name="file"]').setInputFiles({ name: 'acme.yaml', mimeType: 'text/yaml', buffer })
    await page.getByRole('button', { name: 'Add a framework' }).click()
  }
  await page.goto(await signInUrl())
  await page.getByRole('button', { name: /^Sign in as/ }).click()

  await upload(file('A1'))
  expect(await page.getByRole('alert').textContent()).toContain('acme.yaml:8:11')
  await upload(file('A2'))
  await page.getByText('asks for 1 statement').waitFor({ state: 'attached' })
  await page.setViewportSize({ width: 360, height: 800 })
  await expectFit(page, ['wcag2aa'])
  await page.getByRole('button', { name: 'Use this framework' }).click()
  await page.goto(`${url}/controls?framework=acme-baseline`)

  await page.getByRole('heading', { name: 'Acme baseline, 3' }).waitFor()
  await expectFit(page)
  expect(complaints).toEqual([])
})
