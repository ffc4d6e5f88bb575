import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { systemClock } from '../../src/define/index.ts'
import type { Role } from '../../src/service/rights/permissions.ts'
import { createFolder, runCheckwright } from '../app/command.ts'
import { codeAccounts, openReviewWorld } from '../things/access-reviews/world.ts'
import { expectFitEverywhere, openPage } from './browser.ts'
import { startServed } from './served.ts'

/** The pages over two systems whose accounts were read. */
async function startReviewPages() {
  const server = await startServed()
  const world = await openReviewWorld({ publicUrl: server.url, clock: systemClock })
  const session = new SignInLinks(world.runtime)
  server.answer(createHost({ runtime: world.runtime, session }).fetch)
  await world.runtime.users.put({ organizationId: 'acme', id: 'otto', name: 'Otto', email: 'otto@audit.example' })
  const signIn = async (page: Page, userId: string, role: Exclude<Role, 'operator'>) => {
    await page.context().clearCookies()
    await page.goto((await session.create({ organizationId: 'acme', userId, role })).url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  }
  return { ...world, signIn, url: server.url }
}

test('a review over two systems: started, decided in bulk by the keyboard, signed, verified, and its removal seen done', async () => {
  const { runtime, signIn, url, code, run, ids } = await startReviewPages()
  const { page, complaints } = await openPage()

  await signIn(page, 'ada', 'admin')
  await page.goto(`${url}/access`)
  await page.getByRole('link', { name: 'Start access review' }).click()
  await page.getByLabel('Title').fill('Second quarter')
  for (const name of ['Code host', 'Chat', 'Rita Reviewer']) await page.getByLabel(name, { exact: true }).check()
  await expectFitEverywhere(page)
  await page.getByRole('button', { name: 'Start review' }).click()
  await page.getByText('The access review has started').waitFor()
  const place = page.url().replace(/\?.*/, '')

  await signIn(page, 'rita', 'member')
  await page.goto(place)
  await expectFitEverywhere(page)
  await page.getByText('This is your own account, so another reviewer decides.').waitFor()
  // Bob by the keyboard: the search, the next row, its tick, the second decision.
  await page.goto(`${place}?q=bob`)
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.keyboard.press('2')
  await page.keyboard.type('Changed the team.')
  await page.keyboard.press('Enter')
  await page.getByText('Your decision was saved.').waitFor()
  await page.goto(place)
  await page.getByLabel('Select all on this page').check()
  await page.getByLabel('Keep', { exact: true }).check()
  await page.getByLabel('Reason').fill('Needs it for the work.')
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('4 of 5 accounts decided').waitFor()

  await signIn(page, 'ada', 'admin')
  await page.goto(place)
  await page.getByLabel('Rita Reviewer in Code host').check()
  await page.getByLabel('Reason').fill('Reviews access.')
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByRole('button', { name: 'Finish and sign' }).click()
  await page.getByText('The access review is finished and signed as evidence.').waitFor()
  await page.getByText('waiting for the next list').waitFor()
  await expectFitEverywhere(page)

  await signIn(page, 'otto', 'viewer')
  await page.goto(`${url}/access`)
  await page.getByRole('link', { name: 'Second quarter' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download signed evidence' }).click()
  const file = join(createFolder(), 'review.zip')
  await (await downloading).saveAs(file)
  const [key] = await runtime.signing.keys()
  const verify = (path: string) => runCheckwright(['verify', path, '--key', key?.fingerprint ?? ''])
  const whole = await verify(file)
  const tampered = `${file.replace('.zip', '')}-2.zip`
  writeFileSync(tampered, readFileSync(file, 'latin1').replace('"is":"remove"', '"is":"removf"'), 'latin1')
  const changed = await verify(tampered)

  code.accounts = codeAccounts.filter(({ id }) => id !== 'c-bob')
  await run(ids.code)
  await signIn(page, 'ada', 'admin')
  await page.goto(`${place}?show=removals`)
  await page.getByText('The account is no longer in the complete list.').waitFor()
  await page.goto(`${url}/controls?framework=soc2&control=CC6.3`)
  await page.getByRole('link', { name: 'Access is reviewed' }).first().waitFor()

  expect([whole.exitCode, whole.stdout]).toEqual([0, expect.stringContaining('Not included: exchanges.har')])
  expect(changed.exitCode).not.toBe(0)
  expect(changed.stdout).toContain('evidence.decision.is')
  expect(complaints).toEqual([])
})
