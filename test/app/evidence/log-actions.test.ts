import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { openAttacker } from '../../things/log/attacker.ts'
import { canary, renderAcmeFile } from '../acme.ts'
import { createFolder, keys, runCheckwright, start } from '../command.ts'

const waiver = {
  organizationId: 'default',
  connector: 'code',
  check: 'mfa',
  allConnections: true as const,
  justification: 'Until May.',
  approver: 'Grace',
  expires: '2027-01-29',
}

/** A service as a company runs it, and somebody who has nothing but a key of its API and of its signatures. */
async function openService() {
  const cwd = createFolder()
  const { child } = start(['serve', '--port', '0', '--json', '--store', 'sqlite:log.db'], { cwd })
  onTestFinished(() => void child.kill('SIGTERM'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url }: { readonly url: string } = JSON.parse(line)
  const inside = (...args: string[]) => runCheckwright([...args, '--store', 'sqlite:log.db'], { cwd })
  const { key } = JSON.parse((await inside('api-key', 'create', '--json', '--scope', 'integrations:read')).stdout)
  // The first checkpoint makes the key. The log is empty.
  expect((await inside('log', 'checkpoint')).stderr).toContain(' has 0 entries. Key: ')
  const elsewhere = createFolder({ 'signer.pem': (await inside('keys', 'export')).stdout })
  const store = `sqlite:${join(cwd, 'log.db')}`
  // Another process of the company's, beside the one that serves.
  const runtime = await createRuntime({ connectors: [], store, keys, publicUrl: url, worker: false })
  onTestFinished(() => runtime.close())
  return {
    store,
    inside,
    elsewhere,
    auditor: (...args: string[]) => runCheckwright([...args, '--key', 'signer.pem'], { cwd: elsewhere }),
    /** Saves an answer of the API as it is. */
    save: async (path: string, file: string) => {
      const answer = await fetch(`${url}/v1/log/${path}`, { headers: { 'x-api-key': key } })
      writeFileSync(join(elsewhere, file), await answer.text())
      return answer.status
    },
    enter: async (count: number) => {
      for (let index = 0; index < count; index++) await runtime.waivers.create(waiver)
    },
  }
}

test('checkwright log: an auditor without access compares two checkpoints, and the company one that was kept elsewhere', async () => {
  const { enter, save, auditor, inside, elsewhere, store } = await openService()
  await enter(5)
  await save('checkpoint', 'kept.json')
  await enter(4)
  await save('consistency?from=5', 'growth.json')

  const grown = await auditor('log', 'verify-growth', 'kept.json', 'growth.json')
  expect(grown).toMatchObject({ stderr: '', exitCode: 0 })
  expect(grown.stdout).toMatch(
    /^✓ The log checkwright\/\S+ has the 5 entries of the checkpoint, unchanged and in their order; 4 came later\.\n$/,
  )
  const { checkpoint } = JSON.parse(readFileSync(join(elsewhere, 'kept.json'), 'utf8'))
  const published = createServer((_, response) => response.end(checkpoint)).listen(0, '127.0.0.1')
  await once(published, 'listening')
  onTestFinished(() => void published.close())
  const place = `http://127.0.0.1:${(published.address() as AddressInfo).port}/checkpoint.txt`
  const told = '✓ The 5 entries of the checkpoint are there, unchanged and in their order; 4 came later.\n'
  for (const kept of [place, join(elsewhere, 'kept.json')])
    expect(await inside('log', 'witness', kept)).toMatchObject({ stdout: told, exitCode: 0 })
  const proof = await inside('log', 'prove-growth', place)
  writeFileSync(join(elsewhere, 'growth-2.json'), proof.stdout)
  expect(await auditor('log', 'verify-growth', 'kept.json', 'growth-2.json')).toMatchObject({ exitCode: 0 })

  // Somebody of the company, who also has the key: the service signs what he made.
  const attacker = await openAttacker(store, 'default')
  await attacker.run('delete from log_leaves where number >= 2', attacker.forge(2, 9))
  await attacker.mendTree()
  await save('consistency?from=5', 'forked.json')
  const forked = await auditor('log', 'verify-growth', 'kept.json', 'forked.json')
  expect(forked.stdout).toContain('✗ The log does not have the 5 entries of the checkpoint: some were changed')
  expect(forked.exitCode).toBe(6)
  expect(await inside('log', 'witness', place)).toMatchObject({
    stdout: expect.stringContaining('✗ The first 5 entries of the log are not those of the checkpoint'),
    exitCode: 6,
  })
  await attacker.run('delete from log_leaves where number >= 2')
  await attacker.mendTree()
  expect(await save('consistency?from=5', 'cut.json')).toBe(409)
  expect((await auditor('log', 'verify-growth', 'kept.json', 'cut.json')).stdout).toContain('is not a proof of growth')
  await save('consistency?from=2', 'older.json')
  expect((await auditor('log', 'verify-growth', 'kept.json', 'older.json')).stdout).toContain(
    '✗ The log is older than the checkpoint: the checkpoint has 5 entries, the log now only 2.',
  )
  expect((await inside('log', 'witness', place)).stdout).toContain('✗ The log is older than this checkpoint')
})

test('checkwright log says what it cannot read', async () => {
  const { enter, save, auditor, inside, elsewhere } = await openService()
  await enter(1)
  await save('checkpoint', 'kept.json')
  await save('consistency?from=1', 'growth.json')
  const run = (...args: string[]) => runCheckwright(['log', ...args], { cwd: elsewhere })

  expect((await auditor('log', 'verify-growth', 'nowhere.txt', 'growth.json')).stderr).toContain('(CLI_FILE_FAILED)')
  expect((await auditor('log', 'verify-growth', 'signer.pem', 'growth.json')).stdout).toContain(
    '✗ The first file is not a checkpoint that a trusted key signed.',
  )
  const fingerprint = `SHA256:${'A'.repeat(43)}`
  expect((await run('verify-growth', 'kept.json', 'growth.json', '--key', fingerprint)).stderr).toContain('--key FILE')
  expect((await run('witness', 'kept.json')).stderr).toContain('There is no store at')
  expect((await inside('log', 'witness', 'http://127.0.0.1:9/none')).stderr).toContain('Nothing could be read at')
  expect((await inside('log', 'prove-growth', join(elsewhere, 'signer.pem'))).stderr).toContain(
    '(LOG_CHECKPOINT_INVALID)',
  )
})

test('checkwright log prove: of a bundle that "run --out" wrote, the log has the run alone, and no proof is written', async () => {
  const vendor = await fakeVendor({
    routes: { 'GET /me': { json: {} }, 'GET /people': { json: [] }, 'GET /policy': { json: {} } },
  })
  onTestFinished(() => vendor.close())
  const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url), 'key.json': JSON.stringify({ api_key: canary }) })
  await runCheckwright(['connect', './acme.ts', '--allow-private-network', '--credentials', 'key.json'], { cwd })
  await runCheckwright(['run', './acme.ts', '--allow-private-network', '--out', 'out'], { cwd })

  const { stdout, stderr, exitCode } = await runCheckwright(['log', 'prove', 'out'], { cwd })

  expect(stderr).toMatch(/the log has the run and its status, .*\(LOG_BUNDLE_OTHER\)/)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 6 })
  expect(existsSync(join(cwd, 'out.proof.json'))).toBe(false)
})
