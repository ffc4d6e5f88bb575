import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRuntime } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { expect, onTestFinished, test } from 'vitest'
import { aws } from '../index.ts'
import { credentials, now, role, session, startAwsApi } from './aws-api.ts'

const summary = { AccountMFAEnabled: 1, AccountAccessKeysPresent: 0, AccountSigningCertificatesPresent: 0 }

/** A runtime with a store of its own. */
async function openConnectedRuntime(api: FakeVendor) {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-aws-'))
  const clock = fixedClock(now)
  const runtime = await createRuntime({
    connectors: [aws],
    publicUrl: 'https://checks.example.com',
    store: `sqlite:${join(folder, 'store.db')}`,
    keys: `k1:${randomBytes(32).toString('base64')}`,
    fetch: api.fetch,
    clock,
  })
  onTestFinished(async () => {
    await runtime.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const { id } = await runtime.connections.create({
    connector: 'aws',
    organizationId: 'acme',
    credentials: { ...credentials, ...role },
  })
  const run = async () => (await (await runtime.runs.start({ connectionId: id, checks: ['root-user'] })).result).status
  const stored = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  return { runtime, clock, id, run, stored }
}

const countAssumed = ({ requests }: FakeVendor) =>
  requests.filter(({ body }) => body.includes('Action=AssumeRole')).length

test("a connection tests itself, keeps the role's session sealed between runs, and assumes the role again in time", async () => {
  await using api = await startAwsApi({ summary })
  const { runtime, clock, id, run, stored } = await openConnectedRuntime(api)

  const tested = await runtime.connections.test(id)
  const first = await run()
  const second = await run()
  const soFar = countAssumed(api)

  expect([tested.ok, first, second, soFar]).toEqual([true, 'pass', 'pass', 1])
  for (const file of stored())
    for (const secret of [session.secretAccessKey, session.sessionToken, credentials.secret_access_key])
      expect(file.includes(secret)).toBe(false)

  // Ten seconds before the hour is over. The vendor has a clock of its own, and finds these requests too new.
  clock.advance(3_600_000 - 9_000)
  await run()
  expect(countAssumed(api)).toBeGreaterThan(1)
})

test('a connection with a key that AWS does not know says so when it is tested', async () => {
  await using api = await startAwsApi({ summary })
  const { runtime } = await openConnectedRuntime(api)
  const { id } = await runtime.connections.create({
    connector: 'aws',
    organizationId: 'acme',
    credentials: { ...credentials, access_key_id: 'AKIAUNKNOWNUNKNOWN00' },
  })

  const tested = await runtime.connections.test(id)

  expect(tested).toMatchObject({ ok: false, message: expect.stringContaining('does not know the access key') })
})
