import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { verifyBundle } from '../../../../src/evidence/verification/verify.ts'
import { openVaultHost } from '../../../app/routes/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

/** A host over a store in a folder, which has a place for files. */
const keeping = () => openVaultHost({}, { store: `sqlite:${createTempFolder()}/store.db` })

const drafts = () => readdirSync(tmpdir()).filter((name) => name.startsWith('checkwright-bundle-'))

test('the evidence of a run is signed, downloaded, and verified with the key that the API names', async () => {
  const { ask, call, connected, ran, host, keyOf, runtime } = await keeping()
  const before = drafts()
  const run = await ran(await connected(), { evidence: true, checks: ['boxes-locked'] })
  const answer = await vi.waitFor(async () => {
    const tried = await ask('GET', `/v1/integrations/runs/${run}/bundle`)
    if (tried.status === 409) throw new Error('the bundle is being made')
    return tried
  })
  const file = join(mkdtempSync(join(createTempFolder(), 'out-')), 'run.zip')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))

  const keys = await call('GET', '/signing-keys')
  const fingerprints = keys.body.data.map((key) => key.fingerprint)
  const verified = await verifyBundle(file, { keys: [], fingerprints })
  const detail = await call('GET', `/runs/${run}`)
  const theirs = await host.fetch(
    new Request(`https://checks.example.com/v1/integrations/runs/${run}/bundle`, {
      headers: { 'x-api-key': await keyOf('other') },
    }),
  )
  await runtime.close()

  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename=run-${run}.zip`,
  })
  expect(verified).toMatchObject({ verified: true })
  expect(detail.body).toMatchObject({ replayable: true })
  expect(theirs.status).toBe(404)
  expect(drafts()).toEqual(before)
})

test('a run that kept no evidence says so, and one that is refused leaves nothing behind', async () => {
  const { call, connected, ran } = await keeping()
  const id = await connected()
  const before = drafts()

  const none = await call('GET', `/runs/${await ran(id)}/bundle`)
  const refused = await call('POST', `/connections/${id}/runs`, { evidence: true, checks: ['nope'] })

  expect([none.status, none.body.code]).toEqual([404, 'NOT_FOUND'])
  expect(none.body.detail).toContain('"evidence": true')
  expect([refused.status, refused.body.code]).toEqual([400, 'CHECK_UNKNOWN'])
  expect(drafts()).toEqual(before)
})

test('a service that is closed keeps the evidence of what it ends', async () => {
  const folder = createTempFolder()
  const { call, connected, runtime } = await openVaultHost({}, { store: `sqlite:${folder}/store.db` })
  const { body: run } = await call('POST', `/connections/${await connected()}/runs`, { evidence: true })

  await runtime.close()

  const objects = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('objects'))
  expect(run.id).toMatch(/^[\da-f-]{36}$/)
  expect(objects.length).toBeGreaterThan(1)
})

test('a runtime that keeps evidence keeps it of every run that does not say otherwise, at once with its end', async () => {
  const { call, connected, runtime } = await openVaultHost({}, { evidence: 'kept' })
  const connectionId = await connected()
  const bundleOf = async (evidence?: boolean) => {
    const { id, result } = await runtime.runs.start({ connectionId, evidence })
    await result
    return runtime.workspace.files.find(id)
  }

  const [kept, none] = [await bundleOf(), await bundleOf(false)]
  const both = runtime.runs.start({ connectionId, evidence: true, exchanges: { file: 'mine' } })

  expect(kept).toMatchObject({ organizationId: 'acme', type: 'application/zip', userId: null })
  expect(none).toBeUndefined()
  await expect(both).rejects.toThrow(TypeError)
  expect((await call('GET', `/connections/${connectionId}`)).status).toBe(200)
})
