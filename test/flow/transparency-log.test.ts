import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { publicKeyOf } from '../../src/evidence/bundle/signer.ts'
import { verifyBundle } from '../../src/evidence/verification/verify.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { restoreBackup } from '../../src/things/all-stores/backup/restore-backup.ts'
import { writeBackup } from '../../src/things/all-stores/backup/write-backup.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { runCheckwright } from '../app/command.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { connectSystems, readLists, startSystems } from '../things/cross-checks/systems.ts'
import { publicUrl } from '../things/runtime/world.ts'

const organizationId = 'acme'
const ada = { id: 'p1', name: 'Ada', email: 'ada@example.com', status: 'active' } as const
const keys = makeKeyText()
const waiver = {
  organizationId,
  connector: 'code',
  check: 'mfa-*',
  allConnections: true as const,
  justification: 'Until May.',
  approver: 'Grace',
  expires: '2027-01-29',
}

async function openWorld() {
  const connectors = await startSystems({ staff: [ada], code: [ada], chat: [ada] })
  const folder = createTempFolder()
  const use = async (store: string) => {
    const runtime = await createRuntime({
      connectors,
      store,
      keys,
      publicUrl,
      allowPrivateNetwork: true,
      evidence: 'kept',
      worker: false,
    })
    onTestFinished(() => runtime.close())
    return runtime
  }
  const url = `sqlite:${join(folder, 'log.db')}`
  const runtime = await use(url)
  await runtime.organizations.create({ id: organizationId, name: 'Acme' })
  return { runtime, use, folder, url, connections: await connectSystems(runtime) }
}

describe('a transparency log', () => {
  test('proves the bundle of a run, and no other', async () => {
    const { runtime, connections, folder } = await openWorld()
    await readLists(runtime, connections.staff, connections.code)
    const [run, other] = await runtime.runs.list({ organizationId })
    if (run === undefined || other === undefined) throw new TypeError('there are two runs')
    const trusted = { keys: [publicKeyOf((await runtime.signing.signer()).publicKey)] }
    const bundle = join(folder, 'run.zip')
    const file = await runtime.workspace.files.find(run.id)
    const bytes = await runtime.workspace.objects.get({ organizationId, key: file?.objectKey ?? '' })
    await writeFile(bundle, Buffer.from(await new Response(bytes).arrayBuffer()))

    const proof = await runtime.log.prove(organizationId, { kind: 'run.ended', subject: run.id })
    const proven = await verifyBundle(bundle, trusted, { proof })
    expect(proven).toMatchObject({ verified: true, log: { origin: expect.stringMatching(/^checkwright\//) } })

    const ofOther = await runtime.log.prove(organizationId, { kind: 'run.ended', subject: other.id })
    const ofBeginning = await runtime.log.prove(organizationId, { kind: 'run.began', subject: run.id })
    const forged = proof
      .replace('\\"status\\":\\"pass\\"', '\\"status\\":\\"fail\\"')
      .replace(/"number": \d+/, '"number": 0')
    const wrong = [
      [ofOther, `is about run.ended of ${other.id}, and this`],
      [ofBeginning, `is about run.began of ${run.id}`],
      [forged, 'does not lead from the entry to the signed checkpoint'],
      [proof.slice(1), 'is not a proof that this version can read'],
      [
        proof.replace(/— checkwright/, '— another'),
        'has a checkpoint that was changed, or that is signed by a key that you do not trust',
      ],
    ] as const
    for (const [changed, message] of wrong)
      expect(await verifyBundle(bundle, trusted, { proof: changed })).toMatchObject({
        verified: false,
        problems: [{ file: 'proof.json', message: expect.stringContaining(message) }],
      })

    await writeFile(join(folder, 'signer.pem'), (await runtime.signing.signer()).publicKey)
    const verify = () => runCheckwright(['verify', 'run.zip', '--key', 'signer.pem'], { cwd: folder })
    const beside = join(folder, 'run.zip.proof.json')
    await writeFile(beside, proof)
    expect(await verify()).toMatchObject({ stdout: expect.stringMatching(/Entry \d+ of the log/), exitCode: 0 })
    await writeFile(beside, ofOther)
    expect(await verify()).toMatchObject({
      stdout: expect.stringContaining(`proof.json\n    is about run.ended of ${other.id}, and this`),
      exitCode: 6,
    })
    await rm(beside)
    await mkdir(beside)
    expect(await verify()).toMatchObject({
      stderr: expect.stringContaining('The proof beside the bundle cannot be read (EISDIR)'),
      exitCode: 3,
    })
    // What it takes beside the record, which has the facts.
    const { hashes, checkpoint } = JSON.parse(proof)
    expect(hashes.length + checkpoint.length).toBeLessThan(1_200)
  })

  test('names nobody and nothing that a person wrote', async () => {
    const { runtime, connections, folder } = await openWorld()
    await runtime.directory.set({ organizationId, sources: [{ connection: connections.staff, covers: 'both' }] })
    await readLists(runtime, connections.staff, connections.code)
    await runtime.accountLinks.refresh({ organizationId })
    await runtime.waivers.create(waiver)
    await runtime.log.head(organizationId)

    const database = new DatabaseSync(join(folder, 'log.db'))
    const rows = JSON.stringify(database.prepare('select * from log_leaves').all())
    database.close()
    for (const kind of ['run.began', 'run.ended', 'links.changed', 'waiver.made']) expect(rows).toContain(kind)
    // As a record in a row names a person: hashes can have three letters by chance.
    for (const word of ['Ada\\"', 'ada@', 'Grace', 'Until May', 'key-canary']) expect(rows).not.toContain(word)
  })

  test('grows, and shows what was changed, dropped, reordered or lost with a restored backup', async () => {
    const { runtime, use, folder, url } = await openWorld()
    for (let index = 0; index < 5; index++) await runtime.waivers.create(waiver)
    const early = await runtime.log.head(organizationId)
    const backup = join(folder, 'store.backup')
    await writeBackup(url, backup)
    await runtime.waivers.create(waiver)
    const late = await runtime.log.head(organizationId)

    expect(await runtime.log.compare(organizationId, late.checkpoint)).toMatchObject({ outcome: 'same', earlier: 6 })
    expect(await runtime.log.compare(organizationId, early.checkpoint)).toMatchObject({ outcome: 'grown', earlier: 5 })
    await expect(runtime.log.compare(organizationId, early.checkpoint.replace('\n5\n', '\n4\n'))).rejects.toMatchObject(
      {
        code: 'LOG_CHECKPOINT_INVALID',
      },
    )
    await expect(runtime.log.proveConsistency(organizationId, { from: 7 })).rejects.toMatchObject({
      code: 'LOG_SIZE_UNKNOWN',
    })

    const restored = `sqlite:${join(folder, 'restored.db')}`
    await restoreBackup(backup, restored)
    const again = await use(restored)
    const comparison = await again.log.compare(organizationId, late.checkpoint)
    expect(comparison.outcome).not.toBe('grown')
    expect(comparison.outcome).not.toBe('same')
    expect(comparison.restored).toMatchObject({ number: 5 })
    expect(await again.log.compare(organizationId, early.checkpoint)).toMatchObject({ outcome: 'grown' })

    // Somebody with the database at hand, who knows how the log is made, and has not the key.
    const change = (statement: string) => {
      const database = new DatabaseSync(join(folder, 'log.db'))
      database.exec(statement)
      database.close()
    }
    change('update log_leaves set record = replace(record, \'"at":"20\', \'"at":"19\') where number = 2')
    for (const { checkpoint } of [early, late])
      expect(await runtime.log.compare(organizationId, checkpoint)).toMatchObject({ outcome: 'other' })
    change('delete from log_leaves where number = 2')
    for (const { checkpoint } of [early, late])
      expect(await runtime.log.compare(organizationId, checkpoint)).toMatchObject({ outcome: 'missing' })
    await expect(runtime.log.proveConsistency(organizationId, { from: 3 })).rejects.toMatchObject({
      message: expect.stringContaining('Entries of the log are missing'),
    })
  })

  test('is kept and compared by the command line', async () => {
    const { runtime, folder, url } = await openWorld()
    await runtime.waivers.create(waiver)
    await runtime.close()
    const env = { CHECKWRIGHT_KEYS: keys }
    const run = (...args: string[]) => runCheckwright([...args, '--store', url], { cwd: folder, env })

    const { stdout: checkpoint, stderr, exitCode } = await run('log', 'checkpoint')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(' has 1 entry. Key: ') })
    await writeFile(join(folder, 'kept.txt'), checkpoint)
    expect(await run('log', 'witness', 'kept.txt')).toMatchObject({
      stdout: expect.stringContaining('The log is as it was at the checkpoint: 1 entry, none changed.'),
      exitCode: 0,
    })
    const database = new DatabaseSync(join(folder, 'log.db'))
    database.exec("delete from log_leaves; update log_heads set size = 0, nodes = ''")
    database.close()
    expect(await run('log', 'witness', 'kept.txt')).toMatchObject({
      stdout: expect.stringContaining(
        'The log is older than this checkpoint: the checkpoint has 1 entry, the log only 0.',
      ),
      exitCode: 6,
    })
    await writeFile(
      join(folder, 'wrong.txt'),
      (await readFile(join(folder, 'kept.txt'), 'utf8')).replace('\n1\n', '\n2\n'),
    )
    expect((await run('log', 'witness', 'wrong.txt')).stderr).toContain('(LOG_CHECKPOINT_INVALID)')
    expect((await run('log', 'unended')).stdout).toContain('Every run that began more than an hour ago')
  })
})
