import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { shippedFrameworks } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { createStatusSite } from '../../../src/things/packages/making/create-status-site.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { dayMs, openAuditedWorld, organizationId } from '../../things/packages/audited-world.ts'
import { expectFitEverywhere, openPage } from '../browser.ts'

/** The site of three days; on the second nobody has a second factor. */
async function writeSite(): Promise<string> {
  const { runtime, clock, change, run } = await openAuditedWorld(['one'])
  for (const mfa of [true, false, true]) {
    change('one', { users: [{ id: 'ada', mfa }] })
    await run('one')
    clock.advance(dayMs)
  }
  const folder = createTempFolder()
  const [target, site] = [join(folder, 'audit.zip'), join(folder, 'site')]
  const period = { from: '2026-01-01', to: '2026-01-03' }
  await makePackage(runtime, { organizationId, framework: await shippedFrameworks.soc2(), ...period, target })
  const signer = await runtime.signing.signer()
  const trusted = { keys: [publicKeyOf(signer.publicKey)] }
  const { files } = await createStatusSite(target, { hide: ['CC6.2'], trusted, signer })
  mkdirSync(site)
  for (const [name, text] of files) writeFileSync(join(site, name), text)
  return site
}

test('the status page is fit for everybody, with the history in words and the digests a click away', async () => {
  const site = await writeSite()
  const { page, complaints } = await openPage({ offline: true })
  await page.goto(pathToFileURL(join(site, 'index.html')).href)

  const said = await page.locator('h1 + p').textContent()
  expect(said).toContain('On 2026-01-03, 0 controls of 60 were satisfied, with signed evidence for every check.')
  expect(said).toContain('0 were not satisfied. Nobody can tell about 1. 59 were not checked.')
  const control = page.getByRole('row').filter({ hasText: 'CC6.1' })
  expect(await control.getByRole('img').getAttribute('aria-label')).toContain('not satisfied 2026-01-02 to 2026-01-02')
  await control.locator('summary').click()
  expect(await control.locator('.digest').allTextContents()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: /^CC6\.2 / })
      .count(),
  ).toBe(0)
  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})
