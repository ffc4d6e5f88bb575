import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPem } from '../../../src/evidence/bundle/signer.ts'
import { createCheck, createResult, createRun, ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { expectFitEverywhere } from '../browser.ts'
import { choose, openAuditorPage, readArchiveBytes, trust } from './auditor.ts'

const isSoak = process.env.MODE === 'soak'

test('an auditor sees that a bundle is genuine, finds a result and looks at the exchange behind it', async () => {
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await choose(opened, ['bundle.zip', await readArchiveBytes()])
  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain('you have not said whose signature you trust')
  await expectFitEverywhere(page)
  await trust(opened)
  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain(`Every byte is what ${ownKey.fingerprint} signed.`)

  await page.getByLabel('Search in results').fill('u2@acme')
  await expect.poll(() => page.getByText('1 of 3 results').count()).toBe(1)
  await page.locator('details.result > summary').click()
  await page.getByText('Exchanges (1)').first().click()
  await page
    .getByText(/^Exchange 1/)
    .first()
    .click()
  await expect.poll(() => page.getByText('"mfa": true').count()).toBeGreaterThan(0)

  expect(await page.locator('table').last().textContent()).not.toContain('Differs')
  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})

test('whichever byte was flipped, the page names its file and does not call the bundle genuine', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  await trust(opened, formatPem(ownKey.der))
  const bytes = await readArchiveBytes()
  const spans = findSpans(bytes)
  let turn = 0
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: bytes.byteLength - 1 }), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ mask
      // A name of its own, so that nothing of the bundle before is taken for this one.
      const name = `${++turn}.zip`
      await choose(opened, [name, changed])
      await page.locator('article h3.name', { hasText: name }).waitFor()

      const verdict = await page.locator('.verdict').first().textContent()
      expect(verdict, `byte ${at}`).not.toContain('Every byte')
      const said = await page.locator('.problem').allTextContents()
      const span = spans.find(({ from, to }) => at >= from && at < to)
      expect(said.join('\n'), `byte ${at}`).toContain(span?.name ?? '')
      expect(said.length, `byte ${at}`).toBeGreaterThan(0)
    }),
    { numRuns: isSoak ? 200 : 40 },
  )
})

/** Where the content of each file lies: between its header and the next one. */
function findSpans(bytes: Uint8Array) {
  const archive = Buffer.from(bytes)
  const starts = [...archive.toString('latin1').matchAll(/PK\x03\x04/g)].map(({ index = 0 }) => {
    const length = archive.readUInt16LE(index + 26)
    const from = index + 30 + length
    return { name: archive.toString('latin1', index + 30, from), from, to: from + archive.readUInt32LE(index + 22) }
  })
  return starts
}

test('a changed result is marked at its place', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  await trust(opened)
  const bytes = Buffer.from(await readArchiveBytes())
  const at = bytes.indexOf('Enrol one.')
  bytes.write('Enrol two.', at)
  await choose(opened, ['bundle.zip', bytes])

  await expect.poll(() => page.locator('.verdict').textContent()).toContain('not what a key that you trust signed')
  const marked = page.locator('details.result[open]', { hasText: 'u2@acme.example' })
  expect(await marked.locator('summary').first().textContent()).toContain('remediation was changed to "Enrol two."')
})

test('a key that nobody gave is not trusted, whatever the bundle says of it', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  await choose(opened, ['bundle.zip', await readArchiveBytes()])
  await trust(opened, `SHA256:${'A'.repeat(43)}`)

  await expect.poll(() => page.locator('.verdict').textContent()).toContain('signed by a key that you do not trust')
  await trust(opened, 'no key')
  await expect.poll(() => page.getByText('This is no Ed25519 public key').count()).toBe(1)
})

test('markup, depth and other tricks of a bundle are text and nothing else', async () => {
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const run = createRun({
    checks: [
      createCheck(markup, {
        title: markup,
        controls: [markup],
        results: [createResult(markup, { title: markup, description: markup, remediation: markup, evidence: markup })],
      }),
    ],
  })
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  await choose(opened, [`${markup}.zip`, await readArchiveBytes({ run })])
  await expect.poll(() => page.locator('.verdict').textContent()).toContain('Every byte')
  await page.getByText('Check', { exact: false }).first().waitFor()
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")

  expect(await page.locator('img, main script, iframe').count()).toBe(0)
  expect(await page.title()).toBe('Checkwright · Auditor’s page')

  const folder = await writeSampleBundle()
  writeFileSync(
    join(folder, 'run.json'),
    `{\n"schema":${deep},\n"checks":[\n{"id":"x","evidence":${deep},"results":[\n${deep}\n]}\n],\n"summary":{}\n}\n`,
  )
  await page.getByLabel('A folder').setInputFiles(folder)
  await page.locator('article h3.name', { hasText: 'bundle' }).waitFor()
  await expect.poll(() => page.locator('.problem').first().textContent()).toContain('run.json')
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
  expect(complaints).toEqual([])
})

test('on paper everything that was closed is open, and what can be pressed is gone', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  await trust(opened)
  await choose(opened, ['bundle.zip', await readArchiveBytes()])
  await page.locator('.verdict').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")

  await expect.poll(() => page.getByText('Enrol one.').first().isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Use this key' }).isVisible()).toBe(false)
})
