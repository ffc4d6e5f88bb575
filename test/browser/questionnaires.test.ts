import { buffer as readBuffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readOfficeFile } from '../../src/office/files/office-file.ts'
import { formatRows, makeXlsx } from '../office/make-files.ts'
import { startAcmeWorld } from './acme-world.ts'
import { expectFit, openPage } from './browser.ts'

test('a questionnaire comes in, is answered from the knowledge base and by hand, and goes back in its own file', {
  timeout: 180_000,
}, async () => {
  const { url, signInUrl } = await startAcmeWorld()
  const { page, complaints } = await openPage({ acceptDownloads: true })
  const fitEverywhere = async () => {
    await expectFit(page)
    await page.setViewportSize({ width: 360, height: 800 })
    await expectFit(page, ['wcag2aa'])
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const rows = [
    ['No', 'Question', 'Answer'],
    ['1', 'Is stored data encrypted?'],
    ['2', 'Which colour is your door?'],
  ]
  const buffer = await makeXlsx([{ name: 'Security', xml: formatRows(rows) }])
  await page.goto(await signInUrl())
  await page.getByRole('button', { name: /^Sign in as/ }).click()
  await page.goto(`${url}/knowledge-base/new`)
  await page.getByRole('textbox', { name: 'Question' }).fill('Is data encrypted at rest?')
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, with AES-256.')
  await click('Save')

  await page.goto(`${url}/questionnaires`)
  await page.locator('#name').fill('Example Bank 2026')
  await page.locator('#fileIdFile').setInputFiles({ name: 'bank.xlsx', mimeType: 'application/octet-stream', buffer })
  await click('Add a questionnaire')
  await page.getByRole('link', { name: 'Example Bank 2026' }).click()
  await page.getByRole('heading', { name: 'Example Bank 2026' }).waitFor()
  const at = page.url()
  await fitEverywhere()
  await page.getByRole('link', { name: 'Choose the columns yourself' }).click()

  await page.getByLabel('Column of the questions').waitFor()
  await fitEverywhere()
  await click('Add the questions of these columns')
  await page.getByText('The questions were added.').waitFor()
  await click('Put in the best proposals')
  await page.getByText('The best proposals stand').waitFor()
  await page.getByRole('table').getByRole('link', { name: 'Is stored data encrypted?' }).click()
  await page.getByText('Yes, with AES-256.').first().waitFor()
  await fitEverywhere()
  const accepted = page.waitForResponse((response) => response.url().endsWith('/accept'))
  await click('Accept')
  await accepted
  await page.goto(at)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the file with accepted answers' }).click()
  const download = await downloading
  const [table] = await readOfficeFile({
    name: 'bank.xlsx',
    bytes: await readBuffer(await download.createReadStream()),
  })

  expect(download.suggestedFilename()).toBe('bank.xlsx')
  expect(table?.rows.map(({ cells }) => cells.find(({ column }) => column === 3)?.text)).toEqual([
    'Answer',
    'Yes, with AES-256.',
    undefined,
  ])
  expect(complaints).toEqual([])
})
