import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../src/app/host/index.ts'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openAuditedWorld, organizationId } from '../../things/packages/audited-world.ts'
import { expectFitEverywhere, openPage } from '../browser.ts'
import { startServed } from '../served.ts'

const today = new Date().toISOString().slice(0, 10)

/** The pages of an organization with one run of today, whose policy nobody has read: a gap. */
async function startPackagePages() {
  const server = await startServed()
  const { runtime, run } = await openAuditedWorld(['one'], { publicUrl: server.url, clock: fixedClock(Date.now()) })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  await run('one')
  const signIn = async (page: Page, userId: string, role: 'admin' | 'viewer') => {
    await runtime.users.put({ organizationId, id: userId, name: userId, email: `${userId}@example.com` })
    const period = role === 'viewer' ? { periodFrom: today, periodTo: today } : {}
    await page.goto((await session.create({ organizationId, userId, role, ...period })).url)
    await page.locator('main button').click()
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    await page.goto(`${server.url}/packages`)
  }
  const verifyDownload = async (page: Page, name: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name }).first().click()
    const path = join(createTempFolder(), 'audit.zip')
    await (await downloading).saveAs(path)
    return verifyPackage(path, { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] })
  }
  return { signIn, verifyDownload }
}

test('an admin makes a package with its gaps counted, is refused one without, and downloads what verify proves', async () => {
  const { signIn, verifyDownload } = await startPackagePages()
  const { page, complaints } = await openPage()
  await signIn(page, 'ada', 'admin')
  await page.getByText('No packages yet.').waitFor()
  const make = async () => {
    for (const name of ['First day', 'Last day']) await page.getByLabel(name).fill(today)
    await page.getByRole('button', { name: 'Create package' }).click()
  }
  await expectFitEverywhere(page)
  await make()
  await page.getByText('61 gaps').waitFor()
  await expectFitEverywhere(page)
  const whole = await verifyDownload(page, 'Download')
  expect(whole).toMatchObject({ verified: true, bundles: 1, editions: 0, gaps: 61 })

  await page.getByLabel('Refuse gaps').check()
  await make()
  await page.getByText('You refused gaps, and the package would have 2 gaps.').waitFor()
  expect(await page.getByRole('row', { name: /^could not tell CC6\.1 vault\/policy/ }).count()).toBe(1)
  await expectFitEverywhere(page)
  await page.getByRole('link', { name: 'Back to packages' }).click()
  expect(await page.getByText('61 gaps').count()).toBe(1)
  expect(complaints).toEqual([])
})

test('an auditor makes a package of the period that is theirs, in German', async () => {
  const { signIn, verifyDownload } = await startPackagePages()
  const { page, complaints } = await openPage({ locale: 'de-DE' })
  await signIn(page, 'otto', 'viewer')
  await page.getByText('Sie haben noch kein Paket erstellt.').waitFor()
  await page.getByText('Die Bündel enthalten keine Listen von Personen').waitFor()
  expect(await page.getByLabel('Erster Tag').inputValue()).toBe(today)
  await page.getByRole('button', { name: 'Paket erstellen' }).click()
  await page.getByText('61 Lücken').waitFor()
  await expectFitEverywhere(page)
  const made = await verifyDownload(page, 'Herunterladen')
  await page.getByLabel('Lücken ablehnen').check()
  await page.getByRole('button', { name: 'Paket erstellen' }).click()
  await page.getByText('Sie haben Lücken abgelehnt, und das Paket hätte 2 Lücken.').waitFor()
  await page.getByRole('row', { name: /^nicht feststellbar CC6\.1 vault\/policy/ }).waitFor()
  expect(made).toMatchObject({ verified: true, bundles: 1, gaps: 61 })
  expect(complaints).toEqual([])
})
