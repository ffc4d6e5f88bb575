import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatPem } from '../../../src/evidence/bundle/signer.ts'
import { createCheck, createResult, createRun, ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { expectFitEverywhere } from '../browser.ts'
import { choose, expectEveryFlipFound, openAuditorPage, readArchiveBytes, trust } from './auditor.ts'

test('an auditor sees that a bundle is genuine, finds a result and looks at the exchange behind it', async () => {
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await choose(opened, ['bundle.zip', await readArchiveBytes()])
  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain('you have not entered whose signature you trust')
  await expectFitEverywhere(page)
  await trust(opened)
  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain(`Every byte is exactly as ${ownKey.fingerprint} signed it.`)

  await page.getByLabel('Search results').fill('u2@acme')
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
  await trust(opened, formatPem(ownKey.der))
  await expectEveryFlipFound(opened, Buffer.from(await readArchiveBytes()))
})

test('a changed result is marked at its place', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  await trust(opened)
  const bytes = Buffer.from(await readArchiveBytes())
  const at = bytes.indexOf('Enrol one.')
  bytes.write('Enrol two.', at)
  await choose(opened, ['bundle.zip', bytes])

  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain('The content does not match what a key that you trust signed')
  const marked = page.locator('details.result[open]', { hasText: 'u2@acme.example' })
  expect(await marked.locator('summary').first().textContent()).toContain('remediation was changed to "Enrol two."')
})

test('a waiver, and why a check could not tell, read as in every report; what has another form stays JSON', async () => {
  const waived = { approver: 'grace@acme.example', expires: '2026-12-31', justification: 'Replaced in June.' }
  const error = { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', message: 'Acme answered 403.', retryable: true }
  const run = createRun({
    checks: [
      createCheck('told', { results: [createResult('u1', { status: 'fail', waived })] }),
      createCheck('untold', { status: 'error', error: { ...error, kind: 'permission' } }),
      createCheck('odd', { results: [createResult('u2', { title: 7 as unknown as string })] }),
    ],
  })
  const opened = await openAuditorPage()
  const { page } = opened
  await trust(opened)
  await choose(opened, ['bundle.zip', await readArchiveBytes({ run })])
  await page.locator('.verdict').waitFor()
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")

  const text = await page.locator('main').innerText()
  expect(text).toContain('Waived by grace@acme.example until 2026-12-31\n\nReplaced in June.')
  expect(text).toContain('Permission missing\n\nAcme answered 403.')
  expect(text).toContain('HTTP_PERMISSION_DENIED · Running it again may help.')
  expect(text).toContain('"title": 7')
})

test('a key that nobody gave is not trusted, whatever the bundle says of it', async () => {
  const opened = await openAuditorPage()
  const { page } = opened
  await choose(opened, ['bundle.zip', await readArchiveBytes()])
  await trust(opened, `SHA256:${'A'.repeat(43)}`)

  await expect.poll(() => page.locator('.verdict').textContent()).toContain('signed by a key that you do not trust')
  await trust(opened, 'no key')
  await expect.poll(() => page.getByText('This is neither an Ed25519 public key').count()).toBe(1)
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
