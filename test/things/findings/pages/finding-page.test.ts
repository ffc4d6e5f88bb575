import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { member, openPages } from '../../../app/pages/world.ts'
import { createGuestsConnector, type Guest } from '../../judgements/world.ts'

/** A guest who was banned, and whom the check can no longer decide about. */
async function openUndecidedFinding() {
  const state: { guests: Guest[] } = { guests: [{ id: 'gil', kind: 'banned', role: 'reader', idleDays: 3 }] }
  const vendor = await fakeVendor({ routes: { 'GET /guests': () => ({ json: state.guests }) } })
  onTestFinished(() => vendor.close())
  const pages = await openPages({ connectors: [createGuestsConnector(vendor.url)] })
  const { id: connectionId } = await pages.runtime.connections.create({
    connector: 'club',
    organizationId: 'acme',
    credentials: { api_key: 'key-1' },
  })
  const run = async () => (await pages.runtime.runs.start({ connectionId })).result
  await run()
  const [finding] = await pages.runtime.findings.list({ organizationId: 'acme' })
  const path = `/findings/${finding?.id}`
  const before = (await pages.get(path)).text
  state.guests = [{ id: 'gil', kind: 'guest', role: 'reader', idleDays: 3 }]
  const { id: runId } = await run()
  return { ...pages, path, runId, before, findingId: finding?.id ?? '' }
}

test('a finding that a check can no longer decide about leads to its judgement, and shows it', async () => {
  const { get, post, visitor, path, runId, before, findingId, runtime } = await openUndecidedFinding()
  const form = `/runs/${runId}/judge?check=guests-reviewed&amp;finding=${findingId}`

  const undecided = (await get(path)).text
  visitor.person = member
  const seenByMember = (await get(path)).text
  visitor.person = { ...member, userId: 'ada', role: 'admin' }
  const judgePage = (await get(form.replace('&amp;', '&'))).text
  const evidence = /name="evidence" value="([^"]+)"/.exec(judgePage)?.[1] ?? ''
  const [review] = await runtime.judgements.listNeeded({ organizationId: 'acme', findingId })
  await runtime.judgements.create({
    organizationId: 'acme',
    runId,
    findingId,
    evidenceSha256: evidence,
    decision: 'accepted',
    reason: 'Our auditor.',
    expires: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    judge: { userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  })
  const judged = (await get(path)).text
  const [judgement] = await runtime.judgements.list({ organizationId: 'acme', findingIds: [findingId] })

  expect(before).not.toContain('id="judgement"')
  expect(undecided).toContain(`href="${form}"`)
  expect(undecided).toContain('The finding stays open until a run passes or somebody accepts the result.')
  expect([seenByMember.includes('gil is a guest'), seenByMember.includes('/judge?')]).toEqual([true, false])
  expect(judgePage).toContain(`href="${path}"`)
  expect(review?.result.findingId).toBe(findingId)
  expect(await runtime.judgements.listNeeded({ organizationId: 'acme', findingId: 'another' })).toEqual([])
  expect(judged).toContain('Our auditor.')
  expect(judged).not.toContain('could not decide')
  const withdrawn = await post(path, `/judgements/${judgement?.id}/withdraw`)
  expect(withdrawn.status).toBe(303)
  expect((await get(path)).text).toContain(`href="${form}"`)
})
