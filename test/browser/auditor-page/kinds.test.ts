import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { openEdition } from '../../../src/evidence/bundle/bundle-edition.ts'
import { computeDigests } from '../../../src/evidence/bundle/compute-digests.ts'
import { openBundle } from '../../../src/evidence/bundle/open-bundle.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { PseudonymTable } from '../../../src/evidence/pseudonyms/pseudonym-table.ts'
import { writePseudonymousEdition } from '../../../src/evidence/pseudonyms/write-edition.ts'
import { toCanonicalLine } from '../../../src/inventory/canonical-json.ts'
import { account, openSmall, person } from '../../crosscheck/organization.ts'
import { ownKey, ownSigner } from '../../evidence/bundle.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { ada, decide, openReviewWorld, startReview } from '../../things/access-reviews/world.ts'
import { expectFitEverywhere } from '../browser.ts'
import { choose, expectVerdict, openAuditorPage, trust } from './auditor.ts'

const digest = (records: readonly { readonly id: string }[]) =>
  createHash('sha256')
    .update(
      records
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((each) => `${toCanonicalLine(each)}\n`)
        .join(''),
    )
    .digest('hex')

/** A cross-check over one leaver who still has an account, and one who works. */
async function writeCrossCheck(): Promise<string> {
  const people = [person('ada', { status: 'left', endsAt: '2026-05-01' }), person('bob')]
  const accounts = [account('ada'), account('bob')]
  const { inputs, source } = openSmall({
    people,
    accounts,
    peopleList: { digest: digest(people) },
    accountList: { digest: digest(accounts) },
  })
  await using run = await runCrossCheck(leavers, inputs, source)
  const target = join(createTempFolder(), 'cross-check.zip')
  const draft = await beginBundle(target)
  await draft.finish(run, ownSigner)
  await draft.discard()
  return target
}

test('a cross-check shows its systems, its records and its results; an edition says what it leaves out', async () => {
  const target = await writeCrossCheck()
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened)
  await choose(opened, ['cross-check.zip', readFileSync(target)])
  await expectVerdict(opened, `Every byte is exactly as ${ownKey.fingerprint} signed it.`)
  await expect.poll(() => page.getByText('cross-check, org', { exact: true }).count()).toBe(1)
  await page.getByText('Rules behind the verdicts').click()
  await expect.poll(() => page.getByText('"name": "Acme HR"').count()).toBe(1)
  await expectFitEverywhere(page)
  for (const each of await page.locator('summary', { hasText: /^Records$/ }).all()) await each.click()
  await expect.poll(() => page.getByText('"endsAt": "2026-05-01"').count()).toBe(1)
  await page.getByLabel('Search results').fill('ada (GitHub)')
  await expect
    .poll(() => page.locator('details.result > summary').allTextContents())
    .toEqual([expect.stringMatching(/^Fail .*ada/)])

  const edition = await openEdition(target)
  const bytes = await buffer(edition.bytes)
  await edition.close()
  await choose(opened, ['edition.zip', bytes])
  await expectVerdict(opened, 'Signed but not included: ')
  expect(await page.locator('.verdict').textContent()).toContain('links.jsonl')
  expect(await page.locator('summary', { hasText: /^Records$/ }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a pseudonymous edition names the bundle that it is of, and the code of its run', async () => {
  const whole = await writeCrossCheck()
  const target = join(createTempFolder(), 'pseudonymous.zip')
  const parts = {
    crossCheck: leavers,
    table: PseudonymTable.create('acme'),
    trusted: { keys: [ownKey] },
    signer: ownSigner,
  }
  const { head } = await writePseudonymousEdition(whole, target, parts)
  const opened = await openAuditorPage()
  await trust(opened)
  await choose(opened, ['pseudonymous.zip', readFileSync(target)])
  await expectVerdict(opened, `Every byte is exactly as ${ownKey.fingerprint} signed it.`)
  const source = await openBundle(whole)
  const [manifest] = await computeDigests(source, ['manifest.json'])
  await source.close()
  const tell = (name: string) => opened.page.locator('dl > div').filter({ hasText: name }).locator('dd').textContent()
  expect(await tell('Pseudonymous edition of the bundle')).toBe(manifest?.sha256)
  expect(await tell('Checkwright version')).toBe(head.code?.checkwright)
  expect(await tell('Data and functions')).toBe(head.code?.sha256)
  await choose(opened, ['whole.zip', readFileSync(whole)])
  await opened.page.locator('article h3.name', { hasText: 'whole.zip' }).waitFor()
  expect(await opened.page.getByText('Pseudonymous edition').count()).toBe(0)
})

test('an access review shows who decided what, and about whom', async () => {
  const { runtime, ids } = await openReviewWorld()
  const { id } = await startReview(runtime, ids)
  await decide(runtime, id, ['c-ann', 'h-ann', 'h-guy'], 'keep')
  await decide(runtime, id, ['c-bob'], 'remove', { reason: 'Changed the team.' })
  await decide(runtime, id, ['c-rita'], 'keep', { judge: ada, isAdmin: true })
  await runtime.accessReviews.finish({ id, organizationId: 'acme', by: ada.email })
  const file = await runtime.workspace.files.find(id)
  const stream = file && (await runtime.workspace.objects.get({ organizationId: 'acme', key: file.objectKey }))
  const { fingerprint } = publicKeyOf((await runtime.signing.signer()).publicKey)
  const proof = await runtime.log.prove('acme', { kind: 'review.ended', subject: id })
  const opened = await openAuditorPage()
  const { page, complaints } = opened
  await trust(opened, fingerprint)
  const content = Buffer.from(await new Response(stream).arrayBuffer())
  await choose(opened, ['review.zip', content], ['review.zip.proof.json', proof])
  await expectVerdict(opened, 'of the log checkwright/')
  await expect.poll(() => page.getByText('access review, acme', { exact: true }).count()).toBe(1)
  await page.getByLabel('Search results').fill('Changed the team.')
  await page.locator('details.result > summary').click()
  await expect.poll(() => page.locator('pre', { hasText: 'rita@example.com' }).count()).toBeGreaterThan(0)
  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})
