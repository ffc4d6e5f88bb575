import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shippedFrameworks } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { ada, codeAccounts, decide, openReviewWorld, startReview } from '../../things/access-reviews/world.ts'
import { expectFitEverywhere } from '../browser.ts'
import { openAuditorPage, trust } from './auditor.ts'

/** A package with a review that removed Bob, who is gone by now. */
async function makeReviewPackage() {
  const { runtime, ids, code, run, clock } = await openReviewWorld()
  const { id } = await startReview(runtime, ids)
  await decide(runtime, id, ['c-ann', 'h-ann', 'h-guy'], 'keep')
  await decide(runtime, id, ['c-bob'], 'remove', { reason: 'Changed the team.' })
  await decide(runtime, id, ['c-rita'], 'keep', { judge: ada, isAdmin: true })
  await runtime.accessReviews.finish({ id, organizationId: 'acme', by: ada.email })
  code.accounts = codeAccounts.filter((account) => account.id !== 'c-bob')
  await run(ids.code)
  clock.advance(60_000)
  const target = join(createTempFolder(), 'audit.zip')
  const period = { from: '2026-05-01', to: '2026-05-01' }
  await makePackage(runtime, { organizationId: 'acme', framework: await shippedFrameworks.soc2(), ...period, target })
  const { fingerprint } = publicKeyOf((await runtime.signing.signer()).publicKey)
  return { target, fingerprint, id }
}

test('an auditor goes from a control to the access review behind it, and to what became of its removals', async () => {
  const { target, fingerprint, id } = await makeReviewPackage()
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened, fingerprint)
  await page.getByLabel('Files or a .zip file').setInputFiles(target)
  await expect
    .poll(() => page.locator('.verdict').textContent())
    .toContain(`Every byte is exactly as ${fingerprint} signed it.`)

  await page.getByLabel('Search in controls').fill('CC6.2')
  await page.getByText('CC1.1', { exact: true }).waitFor({ state: 'detached' })
  const control = page.locator('details', { hasText: 'CC6.2' }).first()
  await control.locator('summary').first().click()
  await control.locator('details', { hasText: 'access-reviewed' }).first().locator('summary').first().click()
  const open = (name: string) => control.locator('summary', { hasText: name }).first().click()
  await open(`Access review ${id}`)
  await expect.poll(() => control.getByText('access review, acme', { exact: true }).count()).toBe(1)
  await expect.poll(() => control.locator('.verdict.genuine').count()).toBe(1)
  await open(`Removals of the access review ${id}`)
  await expect.poll(() => control.locator('.verdict.genuine').count()).toBe(2)
  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})
