import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { dayMs, judge, loadSoc2, openAuditedWorld, organizationId } from '../../things/packages/audited-world.ts'
import { expectFitEverywhere } from '../browser.ts'
import { choose, expectEveryFlipFound, openAuditorPage, trust } from './auditor.ts'

/** A package of some days; one connection fails on the last of them, by every second person. @param people in each list */
async function makeSamplePackage(days: number, people = 2) {
  const { runtime, clock, connections, change, run } = await openAuditedWorld(['well', 'fails'])
  const listPeople = (hasMfa: (index: number) => boolean) =>
    Array.from({ length: people }, (_, index) => ({ id: `p${index}`, mfa: hasMfa(index) }))
  for (const name of ['well', 'fails']) change(name, { users: listPeople(() => true) })
  for (let day = 0; day < days; day++) {
    if (day === days - 1) change('fails', { users: listPeople((index) => index % 2 === 0) })
    for (const name of ['well', 'fails']) await run(name)
    if (day === 0)
      await judge(runtime, {
        connectionId: connections.get('well') ?? '',
        decision: 'accepted',
        expires: '2026-03-01',
      })
    clock.advance(dayMs)
  }
  const target = join(createTempFolder(), 'audit.zip')
  const to = new Date(Date.parse('2026-01-01') + (days - 1) * dayMs).toISOString().slice(0, 10)
  const framework = await loadSoc2()
  await makePackage(runtime, { organizationId, framework, from: '2026-01-01', to, target })
  const { fingerprint } = publicKeyOf((await runtime.signing.signer()).publicKey)
  return { target, fingerprint }
}

test('an auditor goes from a control of a package to the exchange behind its verdict', async () => {
  const { target, fingerprint } = await makeSamplePackage(2)
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened, fingerprint)
  await page.getByLabel('Files or a .zip file').setInputFiles(target)
  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain(`Every byte is exactly as ${fingerprint} signed it.`)
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(4_000)

  const control = page.locator('details', { hasText: 'Failing' }).first()
  await control
    .getByText(/observed 1 of \d+ statements/)
    .first()
    .waitFor()
  await control.locator('summary').first().click()
  await control.locator('details', { hasText: 'fails' }).first().locator('summary').first().click()
  await control
    .getByText(/^Run 0/)
    .first()
    .click()
  await control.locator('.verdict.genuine').waitFor()
  // At the check that the auditor came from, with what fails first.
  expect(await control.locator('details.result > summary').first().textContent()).toMatch(/^Fail p1/)
  await control.locator('summary', { hasText: 'p1' }).first().isVisible()
  await control
    .locator('.later summary', { hasText: /^Exchanges$/ })
    .first()
    .click()
  await control
    .getByText(/^Exchange 1/)
    .first()
    .click()
  await expect.poll(() => control.getByText('"mfa": false').count()).toBeGreaterThan(0)
  await expectFitEverywhere(page)
  await page.getByLabel('Search in controls').fill('no control has this')
  await control.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])

  const bytes = Buffer.from(readFileSync(target))
  bytes.write('X', bytes.indexOf('p1'))
  await choose(opened, ['audit.zip', bytes])
  await expect.poll(() => page.locator('.verdict.broken').count()).toBeGreaterThan(0)
  expect(await page.locator('.problem').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^runs\/.*\.zip/)]),
  )
  // At its place, from the control down to the result, without a click.
  const changed = page.locator('details[open]', { hasText: 'This bundle was changed after it was signed.' })
  await expect.poll(() => changed.locator('details.result[open] .differs').count()).toBeGreaterThan(0)
})

test('decisions of people are tables that open, with all that the package says of each', async () => {
  const { target, fingerprint } = await makeSamplePackage(2)
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened, fingerprint)
  await page.getByLabel('Files or a .zip file').setInputFiles(target)

  await page.getByText('Judgements: 1', { exact: true }).click()
  const row = page.locator('tr', { hasText: 'Read it.' })
  const cells = await row.locator('td').allTextContents()
  await row.getByText('Details', { exact: true }).click()

  expect(cells).toEqual(expect.arrayContaining(['Accepted', 'Read it.', '2026-03-01']))
  expect(await row.locator('pre').textContent()).toContain('evidenceSha256')
  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})

test('whichever byte of a package was flipped, the page names its file', async () => {
  const { target, fingerprint } = await makeSamplePackage(2)
  const opened = await openAuditorPage()
  await trust(opened, fingerprint)
  await expectEveryFlipFound(opened, readFileSync(target))
})

test.runIf(isSoak)('a package of 50 MB is shown; how long that took is printed (in soak)', async () => {
  const { target, fingerprint } = await makeSamplePackage(6, 17_000)
  const opened = await openAuditorPage()
  const { page } = opened
  await trust(opened, fingerprint)
  // By the page's own clock, because the file takes its time to get to the browser.
  await page.evaluate(`document.addEventListener('change', () => { window.began = performance.now() }, true)
    new MutationObserver(() => {
      if (document.querySelector('.verdict.genuine')) window.took ??= performance.now() - window.began
    }).observe(document.body, { childList: true, subtree: true })`)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const readCpu = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0
  const before = await readCpu()
  await page.getByLabel('Files or a .zip file').setInputFiles(target)
  await page.locator('.verdict.genuine').waitFor({ timeout: 60_000 })
  const cpu = (await readCpu()) - before
  const took = Number(await page.evaluate('window.took'))
  process.stderr.write(
    `${(statSync(target).size / 1e6).toFixed(0)} MB are shown after ${(took / 1000).toFixed(1)} s, of which ${cpu.toFixed(1)} s of the processor\n`,
  )
})
