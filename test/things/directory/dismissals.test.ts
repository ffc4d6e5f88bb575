import { expect, test } from 'vitest'
import { openListedSystems, toPeopleFile } from './listed-systems.ts'

const organizationId = 'acme'

/** Cleo's account, whose address the vendor has not verified. */
async function openProposed() {
  const world = await openListedSystems(['code'])
  const { runtime, systems } = world
  const [source] = await runtime.directory.set({ organizationId, sources: [{ file: 'Staff', covers: 'both' }] })
  const bytes = toPeopleFile('id,name,email,kind,status', '3,Cleo Cook,cleo@acme.example,employee,active')
  await runtime.directory.importPeople({ organizationId, bytes })
  systems.code.accounts = [{ id: 'u3', name: 'Cleo Cook', email: 'cleo@acme.example', emailVerified: false }]
  await world.read()
  const readProposed = async () => {
    const read = () => runtime.peopleView.accounts({ organizationId, filter: 'proposed', limit: 10 })
    await expect.poll(async () => (await read()).isOld).toBe(false)
    return (await read()).data
  }
  const dismissFirst = async (more: object = {}) => {
    const [account] = await readProposed()
    const [proposal] = account?.owner.proposals ?? []
    const { personId = '', digest = '' } = proposal ?? {}
    const place = { connectionId: world.connectionIds.code, recordId: 'u3', personId, digest, ...more }
    return runtime.dismissals.dismiss({ organizationId, proposals: [place], actor: 'root@acme.example' })
  }
  return { ...world, sourceId: source?.id ?? '', readProposed, dismissFirst }
}

test('a dismissed proposal stays away until its reason changes, and the account is still of nobody', async () => {
  const { runtime, systems, clock, read, readProposed, dismissFirst } = await openProposed()
  const before = await readProposed()
  const [dismissed] = await dismissFirst()
  const after = await readProposed()
  const all = await runtime.peopleView.accounts({ organizationId, limit: 10 })
  clock.advance(60_000)
  await read()
  const again = await readProposed()
  systems.code.accounts = [{ id: 'u3', name: 'Cleo Cook', email: 'cook@acme.example', emailVerified: false }]
  clock.advance(60_000)
  await read()

  expect(before).toMatchObject([{ id: 'u3', owner: { proposals: [{ personName: 'Cleo Cook' }] } }])
  expect(dismissed).toMatchObject({ recordId: 'u3', dismissedBy: 'root@acme.example' })
  expect([after, again]).toEqual([[], []])
  expect(all.data).toMatchObject([{ id: 'u3', owner: { is: 'nobody', proposals: [] } }])
  expect(await readProposed()).toMatchObject([{ owner: { proposals: [{ because: 'The names are alike.' }] } }])
})

test('somebody brings a proposal back, and what is no proposal is refused', async () => {
  const { runtime, readProposed, dismissFirst } = await openProposed()
  for (const wrong of [{ connectionId: 'none' }, { personId: 'ada' }, { digest: 'ab' }, { recordId: '' }])
    await expect(dismissFirst(wrong)).rejects.toMatchObject({ code: 'LINK_INVALID' })
  const [dismissed] = await dismissFirst()
  await dismissFirst({ digest: '0'.repeat(64), personId: dismissed?.personId })
  const ref = { id: dismissed?.id ?? '', organizationId }

  expect(await runtime.dismissals.list({ organizationId, limit: 10 })).toHaveLength(1)
  expect(await readProposed()).toHaveLength(1)
  expect(await runtime.dismissals.restore({ ...ref, organizationId: 'other' })).toBe(false)
  expect([await runtime.dismissals.restore(ref), await runtime.dismissals.restore(ref)]).toEqual([true, false])
  expect(await readProposed()).toHaveLength(1)
  expect((await runtime.audit.list({ organizationId, limit: 50 })).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['proposal.dismiss', 'proposal.restore']),
  )
})
