import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { computeEvidenceDigest } from '../../../src/checks/judgements/evidence-digest.ts'
import { type Judgements, openJudgements } from '../../../src/checks/judgements/open-judgements.ts'
import { accountsWithoutOwner } from '../../../src/crosscheck/checks/accounts-without-owner.ts'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { openEdition } from '../../../src/evidence/bundle/bundle-edition.ts'
import { replayBundle } from '../../../src/evidence/replay/replay.ts'
import { replayCrossCheckBundle } from '../../../src/evidence/replay/replay-cross-check.ts'
import { account, handLink, link, list, openSmall, person } from '../../crosscheck/organization.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { edit, listBundleProblems, ownSigner, verifySampleBundle } from '../bundle.ts'
import { digestRecords } from '../pseudonyms/digest-records.ts'

const people = [person('ada', { status: 'left', endsAt: '2026-05-01' }), person('bob'), person('cyd')]
const accounts = [account('ada'), account('bob'), account('eve'), account('cyd', { email: undefined })]
const links = [
  link('bob', { is: 'person', personId: 'hris/bob' }),
  handLink('cyd', { is: 'person', personId: 'hris/cyd' }),
]
const waivers = [
  {
    connector: 'cross-check',
    check: 'leavers',
    resource: 'gh/ada',
    connection: 'gh',
    justification: 'Until the handover is over.',
    approver: 'root',
    expires: '2026-07-01',
  },
]

/** Writes the bundle of a run over one leaver, one worker, one account that is nobody's, and one that was linked by hand. */
async function keepBundle(name = 'bundle', target = join(createTempFolder(), name), judgements?: Judgements) {
  const { inputs, source } = openSmall({
    people,
    accounts,
    links,
    peopleList: { digest: digestRecords(people) },
    accountList: { digest: digestRecords(accounts) },
    inputs: { waivers },
  })
  await using run = await runCrossCheck(leavers, inputs, source, { judgements })
  const draft = await beginBundle(target)
  await draft.finish(run, ownSigner)
  await draft.discard()
  return { bundle: target, head: run.head, results: await Array.fromAsync(run.results(leavers.id)) }
}

/** The same, where somebody has accepted the one result that needs review. */
async function keepJudgedBundle() {
  const { results } = await keepBundle()
  const manual = results.find(({ status }) => status === 'manual')
  if (!manual) throw new Error('no result needs review')
  const judgement = {
    id: 'j1',
    decision: 'accepted' as const,
    by: 'ada@example.com',
    at: '2026-06-01T00:00:00Z',
    reason: 'A robot.',
    files: [],
    expires: '2026-11-30',
    findingId: manual.findingId,
    evidenceSha256: computeEvidenceDigest(manual, leavers),
  }
  return keepBundle('judged', undefined, openJudgements([judgement], new Date('2026-06-02T00:00:00Z')))
}

test.each(['bundle', 'bundle.zip'])('the bundle of a cross-check verifies and replays from %s alone', async (name) => {
  const { bundle, head } = await keepBundle(name)

  expect(head.summary.results).toEqual({ pass: 2, fail: 1, manual: 1, not_applicable: 0, waived: 1 })
  expect(await verifySampleBundle(bundle)).toMatchObject({
    verified: true,
    run: { kind: 'cross-check', organizationId: 'org' },
    notIncluded: [],
  })
  expect(await replayCrossCheckBundle(bundle, leavers)).toMatchObject({ same: true, differences: [], results: 4 })
})

test('a second run of the same organization names the bundle that it replaces', async () => {
  const { bundle, head } = await keepBundle()
  await keepBundle('', bundle)

  expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true, previous: { run: head.id } })
})

test.each([
  ['links.jsonl', '"hand"', '"mail"'],
  ['inventories/hris.person.jsonl', '"left"', '"live"'],
  ['inventories/gh.account.jsonl', '"active"', '"absent"'],
  ['run.json', '"grace_days":1', '"grace_days":7'],
] as const)('a changed %s does not verify', async (file, before, after) => {
  const { bundle } = await keepBundle()
  edit(bundle, file, (text) => text.replace(before, after))

  expect((await listBundleProblems(bundle)).join()).toContain(file)
})

test('a judgement is signed into the bundle, and a replay reaches it again', async () => {
  const { bundle, head, results } = await keepJudgedBundle()

  expect(head.summary).toMatchObject({ results: { manual: 1 }, judged: { accepted: 1, refused: 0 } })
  expect(results.filter(({ judged }) => judged)).toMatchObject([
    { status: 'manual', judged: { by: 'ada@example.com' } },
  ])
  expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
  expect(await replayCrossCheckBundle(bundle, leavers)).toMatchObject({ same: true, differences: [] })
})

test.each([
  ['"by":"ada@example.com"', '"by":"eve@example.com"'],
  ['"decision":"accepted"', '"decision":"refused"'],
  ['"expires":"2026-11-30"', '"expires":"2029-11-30"'],
])('a judgement in which %s was changed does not verify', async (before, after) => {
  const { bundle } = await keepJudgedBundle()
  edit(bundle, 'run.json', (text) => text.replace(before, after))

  expect((await listBundleProblems(bundle)).join()).toContain('judged')
})

test('a replay does not reach a judgement of other evidence, or one that was left out', async () => {
  const { bundle } = await keepJudgedBundle()
  edit(bundle, 'run.json', (text) => text.replace('"evidenceSha256":"', '"evidenceSha256":"0'))
  const other = await replayCrossCheckBundle(bundle, leavers)
  edit(bundle, 'run.json', (text) => text.replace(/,"judged":\{"id".*?"\}/, ''))

  expect(other).toMatchObject({ same: false, differences: [{ field: 'judged' }] })
  expect((await listBundleProblems(bundle)).join()).toContain('run.json')
})

test('a bundle from which links are removed neither verifies nor replays', async () => {
  const { bundle } = await keepBundle()
  rmSync(join(bundle, 'links.jsonl'))

  expect(await verifySampleBundle(bundle)).toMatchObject({ verified: false })
  await expect(replayCrossCheckBundle(bundle, leavers)).rejects.toMatchObject({ code: 'BUNDLE_INVALID' })
})

test('the edition without people says what is not included, and cannot be judged again', async () => {
  const { bundle } = await keepBundle()
  const edition = await openEdition(bundle)
  const file = join(createTempFolder(), 'edition.zip')
  writeFileSync(file, await buffer(edition.bytes))
  await edition.close()

  expect(await verifySampleBundle(file)).toMatchObject({
    verified: true,
    notIncluded: [
      ...['exchanges.har', 'inventories/gh.account.jsonl', 'inventories/hris.person.jsonl'],
      ...['inventories/marks.jsonl', 'links.jsonl'],
    ],
  })
  await expect(replayCrossCheckBundle(file, leavers)).rejects.toThrow(/without which nothing can be judged/)
})

test('the bundle is refused by what judges something else', async () => {
  const { bundle } = await keepBundle()

  await expect(replayCrossCheckBundle(bundle, accountsWithoutOwner)).rejects.toMatchObject({
    code: 'RUN_NOT_REPLAYABLE',
  })
  await expect(replayBundle(bundle, { id: 'acme' } as never)).rejects.toMatchObject({ code: 'BUNDLE_INVALID' })
})

test('a replay shows what another version judges otherwise', async () => {
  const { bundle } = await keepBundle()
  const lenient = { ...leavers, run: () => undefined }

  expect((await replayCrossCheckBundle(bundle, lenient)).same).toBe(false)
})

test('records that are not those which run.json names do not verify, although they are signed', async () => {
  const { inputs, source } = openSmall({ people, accounts, links, peopleList: list('person', { digest: 'other' }) })
  await using run = await runCrossCheck(leavers, inputs, source)
  const bundle = join(createTempFolder(), 'bundle')
  const draft = await beginBundle(bundle)
  await draft.finish(run, ownSigner)
  await draft.discard()

  expect((await listBundleProblems(bundle)).join()).toContain('has other records')
})
