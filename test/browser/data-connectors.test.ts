import { expect, onTestFinished, test } from 'vitest'
import { formatSmallFile, formatSmallRecording, startSmallVendor } from '../things/connectors/small-file.ts'
import { startAcmeWorld } from './acme-world.ts'
import { expectFit, openPage } from './browser.ts'

test('an operator pastes a file with a mistake, mends it, tries, publishes, moves, undoes and retires', {
  timeout: 180_000,
}, async () => {
  const [vendor, { url, signInUrl, runtime, organizationId }] = [await startSmallVendor(), await startAcmeWorld()]
  onTestFinished(() => vendor.close())
  const { page, complaints } = await openPage()
  const fitEverywhere = async () => {
    await expectFit(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 800 })
    await expectFit(page, ['wcag2aa'])
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  const more = `posts: [/search]
inventories:
  - of: account
    covers: [members]
    list: { path: /search, body: { active: true }, items: users, next: none }
    record: { id: item.id, kind: { of: item.type, words: { human: person } }, status: { of: item.state, words: { on: active } } }`
  const file = (change: object = {}) => formatSmallFile({ id: 'tiny', baseUrl: vendor.url, more, ...change })
  const paste = async (text: string, button = 'Add') => {
    await page.goto(`${url}/connectors`)
    await page.getByLabel('Or paste the text').fill(text)
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  await page.goto(await signInUrl())
  await page.getByRole('button', { name: /^Sign in as/ }).click()

  await paste(file().replace('pass: body', 'pas: body'))
  expect(await page.getByRole('alert').textContent()).toMatch(/Line \d+, column \d+/)
  await fitEverywhere()
  await paste(file(), 'Only check')
  await page.getByRole('heading', { name: 'The file has no problems' }).waitFor()
  await fitEverywhere()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'tiny.connector.yaml', mimeType: 'application/yaml', buffer: Buffer.from(file()) })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Acme 1.0.0' }).waitFor()
  await fitEverywhere()

  await page.getByLabel('Recording', { exact: true }).setInputFiles({
    name: 'r.json',
    mimeType: 'application/json',
    buffer: Buffer.from(formatSmallRecording({ id: 'tiny', baseUrl: vendor.url })),
  })
  await page.getByRole('button', { name: 'Try' }).click()
  expect(await page.getByRole('region', { name: 'Results with the recording' }).textContent()).toContain('fail')
  await fitEverywhere()

  await page.getByLabel('/search').check()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('The version was published. New connections use it.').waitFor()
  await page.goto(`${url}/connect/tiny`)
  await page.getByLabel('API Key').fill('key-canary-7')
  await page.getByRole('button', { name: /^Connect/ }).click()
  await page.getByText(/The vendor accepts the credentials/).waitFor()
  const [connection] = await runtime.connections.list({ organizationId, connector: 'tiny' })

  await paste(file({ version: '1.1.0', title: 'Sign-on is demanded' }))
  await page.getByLabel('/search').check()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Move connections to this version' }).click()
  await page.getByText('The connections were moved.').waitFor()
  const moved = await runtime.connections.get(connection?.id ?? '')
  await fitEverywhere()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The connections are back').waitFor()
  const back = await runtime.connections.get(connection?.id ?? '')

  await paste(file({ version: '2.0.0', baseUrl: 'https://api.other.example' }))
  expect(await page.getByText('Secrets are sent to other places than by the published version').isVisible()).toBe(true)
  await fitEverywhere()
  await page.goto(`${url}/connectors/tiny`)
  await page.getByRole('button', { name: 'Retire connector' }).click()
  await page.getByText('The connector was retired.').waitFor()

  expect(moved?.connectorSha256).not.toBe(connection?.connectorSha256)
  expect(back?.connectorSha256).toBe(connection?.connectorSha256)
  expect(vendor.keys.every((key) => key === 'key-canary-7')).toBe(true)
  expect(complaints).toEqual([])
})
