import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { RecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { openEdition } from '../../../src/evidence/bundle/bundle-edition.ts'
import { type BundleFile, type BundleSource, marksFile } from '../../../src/evidence/bundle/bundle-source.ts'
import { computeDigests } from '../../../src/evidence/bundle/compute-digests.ts'
import { computeMarks } from '../../../src/evidence/bundle/document-units.ts'
import { type Manifest, readManifest, writeManifest } from '../../../src/evidence/bundle/manifest.ts'
import { openBundle } from '../../../src/evidence/bundle/open-bundle.ts'
import { readSignedRun } from '../../../src/evidence/bundle/run-text.ts'
import { signStatements } from '../../../src/evidence/bundle/sign-statements.ts'
import { listSignedFiles } from '../../../src/evidence/bundle/signed-lines.ts'
import { buildStatements } from '../../../src/evidence/bundle/statement.ts'
import { replayBundle } from '../../../src/evidence/replay/replay.ts'
import { keepRun, runChecks } from '../../../src/things/runs/run-checks.ts'
import { secretKey, serve } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { edit, listBundleProblems, ownSigner, verifySampleBundle } from '../bundle.ts'

const accountsFile = 'inventories/account.jsonl'

/** A connector with two inventories and a check, on a real vendor. */
async function openAcme() {
  const vendor = await serve(({ path }) => ({
    json:
      path === '/keys'
        ? [{ id: 'k1' }]
        : [
            { id: 'u2', note: secretKey },
            { id: 'u1', note: 'Ada\u2028 \u202e' },
          ],
  }))
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: [],
    covers: ['members'],
    async *list(ctx) {
      for (const { id, note } of await ctx.get<{ id: string; note: string }[]>('/users'))
        yield { id, name: note, kind: 'person', status: 'active' }
    },
  })
  const keys = acme.inventory({
    of: 'credential',
    part: 'iam',
    tells: [],
    covers: ['keys'],
    async *list(ctx) {
      for (const { id } of await ctx.get<{ id: string }[]>('/keys')) yield { id, kind: 'apiKey' }
    },
  })
  const check = acme.check({
    id: 'none',
    title: 'Nothing',
    run: (ctx) => ctx.pass({ resource: { type: 'a', id: 'a' }, title: 'On' }),
  })
  return { vendor, plain: acme.with(check), whole: acme.with(accounts, keys, check) }
}

/** Writes a bundle of a run. @returns its path and the head of the run */
async function keepBundle({
  name = 'bundle',
  folder = createTempFolder(),
  has = 'inventories' as 'inventories' | 'none',
} = {}) {
  const { whole, plain } = await openAcme()
  const connector = has === 'none' ? plain : whole
  const bundle = join(folder, name)
  const draft = await beginBundle(bundle)
  await using run = await keepRun(connector, {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    clock: fixedClock('2026-05-04T10:00:00Z'),
    exchanges: { file: draft.exchangesFile },
  })
  const { paths: files } = await draft.finish(run as RecordedRun, ownSigner)
  await draft.discard()
  return { bundle, connector, head: run.head, files, folder }
}

const parseLine = (line: string) => JSON.parse(line)

async function readAll(source: BundleSource, file: BundleFile): Promise<string> {
  let text = ''
  for await (const chunk of source.read(file)) text += Buffer.from(chunk).toString()
  return text
}

const readText = (bundle: string, file: string) => readFileSync(join(bundle, file), 'utf8')

describe('a bundle of a run with inventories', () => {
  test.each(['bundle', 'bundle.zip'])('%s has their records, verifies, and replays', async (name) => {
    const { bundle, connector } = await keepBundle({ name })

    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
    expect(await replayBundle(bundle, connector)).toMatchObject({
      same: true,
      inventories: [
        { id: 'inventory:account', records: 2 },
        { id: 'inventory:credential.iam', records: 1 },
      ],
    })
  })

  test('names its files in the manifest, and they are subjects of both statements', async () => {
    const { bundle, head, files } = await keepBundle()

    expect(JSON.parse(readText(bundle, 'manifest.json'))).toMatchObject({
      schema: 'checkwright.bundle/v1',
      files: [
        { name: 'run.json' },
        { name: 'exchanges.har' },
        { name: accountsFile },
        { name: 'inventories/credential.iam.jsonl' },
        { name: marksFile },
      ],
    })
    expect(files).toContain(join(bundle, accountsFile))
    for (const line of readText(bundle, 'statement.intoto.jsonl').trimEnd().split('\n')) {
      const { subject } = JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString())
      expect(subject).toContainEqual({ name: accountsFile, digest: { sha256: head.inventories?.[0]?.digest } })
    }
  })

  test('has records on canonical lines, redacted, whose SHA-256 is the digest of the inventory', async () => {
    const { bundle, head } = await keepBundle()

    const text = readText(bundle, accountsFile)

    expect(text).toBe(
      '{"id":"u1","kind":"person","name":"Ada\\u2028 \\u202e","status":"active"}\n{"id":"u2","kind":"person","name":"[redacted]","status":"active"}\n',
    )
    expect(createHash('sha256').update(text).digest('hex')).toBe(head.inventories?.[0]?.digest)
  })

  test('can be made of a run that is in memory, whose records wait beside its exchanges', async () => {
    const { whole } = await openAcme()
    const bundle = join(createTempFolder(), 'bundle.zip')
    const draft = await beginBundle(bundle)
    const run = await runChecks(whole, {
      credentials: { api_key: secretKey },
      allowPrivateNetwork: true,
      exchanges: { file: draft.exchangesFile },
    })
    await draft.finish(run, ownSigner)
    await draft.discard()

    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
    expect(await replayBundle(bundle, whole)).toMatchObject({ same: true })
    expect(existsSync(`${draft.exchangesFile}.inventories`)).toBe(false)
  })

  test('is replaced whole: records of an earlier one do not stay', async () => {
    const { bundle, folder } = await keepBundle()
    await keepBundle({ folder, has: 'none' })

    expect(existsSync(join(bundle, 'inventories'))).toBe(false)
    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true, previous: { run: expect.any(String) } })
  })
})

test('a run without inventories writes the four files alone', async () => {
  const { bundle } = await keepBundle({ has: 'none' })

  expect(readdirSync(bundle).sort()).toEqual(['exchanges.har', 'manifest.json', 'run.json', 'statement.intoto.jsonl'])
  expect(JSON.parse(readText(bundle, 'manifest.json')).schema).toBe('checkwright.bundle/v1')
  expect(readText(bundle, 'run.json')).not.toContain('inventories')
  expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
})

test('verification refuses records without the file of their marks, which every bundle with records has', async () => {
  const { bundle } = await keepBundle()
  const source = await openBundle(bundle)
  const manifest = (await readManifest(source)) as Manifest
  const files = manifest.files.filter(({ name }) => name !== marksFile)
  let text = ''
  for await (const piece of writeManifest({ ...manifest, files }, (file) => source.read(file))) text += piece
  await source.close()
  rmSync(join(bundle, marksFile))
  writeFileSync(join(bundle, 'manifest.json'), text)
  const unmarked = await openBundle(bundle)
  const digests = await computeDigests(unmarked, listSignedFiles(unmarked))
  await unmarked.close()
  const { head } = await readSignedRun(() => unmarked.read('run.json'))
  const statements = await signStatements(buildStatements(head, digests, undefined), ownSigner)
  writeFileSync(join(bundle, 'statement.intoto.jsonl'), statements)

  expect(await listBundleProblems(bundle)).toEqual([`${marksFile} | is missing from the bundle.`])
})

describe('verification finds', () => {
  test('a changed exchange, with its field', async () => {
    const { bundle } = await keepBundle()
    edit(bundle, 'exchanges.har', (text) => text.replace('"status":200', '"status":201'))

    expect(await listBundleProblems(bundle)).toEqual([
      'exchanges.har | log.entries[0].response.status | was changed to 201.',
    ])
  })

  test('changed marks, which then find nothing: what else was changed has no place', async () => {
    const { bundle } = await keepBundle()
    edit(bundle, marksFile, (text) => text.replace(/"marks":"..../, '"marks":"AAAA'))
    const marks = `${marksFile} | was changed: its SHA-256 is not the signed one.`
    expect(await listBundleProblems(bundle)).toEqual([marks])
    edit(bundle, accountsFile, (text) => text.replace('"active"', '"gone"'))
    expect(await listBundleProblems(bundle)).toEqual([
      `${accountsFile} | was changed: its SHA-256 is not the signed one.`,
      marks,
    ])
    edit(bundle, 'run.json', (text) => text.replace('"status":"pass"', '"status":"fail"'))
    expect(await listBundleProblems(bundle)).toContainEqual(
      expect.stringMatching(/^run\.json \| .*status \| was changed/),
    )
  })

  test('marks that were removed, and a manifest that was changed', async () => {
    const { bundle } = await keepBundle()
    edit(bundle, 'manifest.json', (text) => text.replace(/"size":\d+/, '"size":1'))
    expect((await listBundleProblems(bundle)).join()).toMatch(/^manifest\.json \| files\[0\]\.size \| was changed to/)
    rmSync(join(bundle, marksFile))
    expect(await listBundleProblems(bundle)).toEqual([`${marksFile} | is missing from the bundle.`])
  })

  test('a changed record, with its field', async () => {
    const { bundle } = await keepBundle()
    edit(bundle, accountsFile, (text) =>
      text.replace('"kind":"person","name":"[redacted]"', '"kind":"guest","name":"[redacted]"'),
    )

    expect(await listBundleProblems(bundle)).toEqual([`${accountsFile} | [1].kind | was changed to "guest".`])
  })

  test.each<[string, (bundle: string) => void, string]>([
    [
      'a record that was removed',
      (bundle) => edit(bundle, accountsFile, (text) => text.replace(/^.*\n/, '')),
      `${accountsFile} | [0] | was removed.`,
    ],
    [
      'a record that was added',
      (bundle) => edit(bundle, accountsFile, (text) => `${text}{"id":"u3"}\n`),
      `${accountsFile} | [2] | was added.`,
    ],
    [
      'a file that was removed',
      (bundle) => rmSync(join(bundle, accountsFile)),
      `${accountsFile} | is missing from the bundle.`,
    ],
    [
      'a file that was added',
      (bundle) => writeFileSync(join(bundle, 'inventories/device.jsonl'), '{"id":"d1"}\n'),
      'inventories/device.jsonl | does not belong to the bundle, because it is not signed.',
    ],
    [
      'a file that was renamed',
      (bundle) => renameSync(join(bundle, accountsFile), join(bundle, 'inventories/person.jsonl')),
      'inventories/person.jsonl | does not belong to the bundle, because it is not signed.',
    ],
    [
      'a file of another kind in the folder',
      (bundle) => writeFileSync(join(bundle, 'inventories/notes.txt'), 'x'),
      'inventories/notes.txt | does not belong to the bundle, because it is not signed.',
    ],
    [
      'an empty folder in its place',
      (bundle) => [rmSync(join(bundle, 'inventories'), { recursive: true }), mkdirSync(join(bundle, 'inventories'))],
      'inventories | does not belong',
    ],
    [
      'a link in place of a file',
      (bundle) => [
        renameSync(join(bundle, accountsFile), join(bundle, '..', 'moved')),
        symlinkSync(join(bundle, '..', 'moved'), join(bundle, accountsFile)),
      ],
      `${accountsFile} | is not a plain file.`,
    ],
    [
      'a link in place of the folder',
      (bundle) => [
        renameSync(join(bundle, 'inventories'), join(bundle, '..', 'moved')),
        symlinkSync(join(bundle, '..', 'moved'), join(bundle, 'inventories')),
      ],
      'inventories | does not belong to the bundle',
    ],
  ])('%s', async (_, change, problem) => {
    const { bundle } = await keepBundle()
    expect(await listBundleProblems(bundle)).toEqual([])
    change(bundle)

    expect((await listBundleProblems(bundle)).join('\n')).toContain(problem)
  })

  test('a byte that was changed anywhere in an archive', async () => {
    const { bundle } = await keepBundle({ name: 'bundle.zip' })
    const bytes = readFileSync(bundle)
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const path = `${bundle}-${at}.zip`
      writeFileSync(path, changed)
      expect([at, (await listBundleProblems(path).catch(() => ['unreadable'])).length > 0]).toEqual([at, true])
    }
  })

  test('a record that a run without inventories gets added', async () => {
    const { bundle } = await keepBundle({ has: 'none' })
    mkdirSync(join(bundle, 'inventories'))
    writeFileSync(join(bundle, accountsFile), '{"id":"u1"}\n')

    expect(await listBundleProblems(bundle)).toEqual([
      `${accountsFile} | does not belong to the bundle, because it is not signed.`,
    ])
  })
})

describe('an edition for somebody who may not read lists of people', () => {
  async function keepEdition() {
    const kept = await keepBundle({ name: 'bundle.zip' })
    const edition = join(kept.folder, 'edition.zip')
    const { bytes, close } = await openEdition(kept.bundle)
    writeFileSync(edition, await buffer(bytes))
    await close()
    return { ...kept, edition }
  }

  test('verifies by the same signature, names what it leaves out, and has none of it', async () => {
    const { bundle, edition } = await keepEdition()

    const verified = await verifySampleBundle(edition)

    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true, notIncluded: [] })
    expect(verified).toMatchObject({
      verified: true,
      notIncluded: ['exchanges.har', accountsFile, 'inventories/credential.iam.jsonl', marksFile],
    })
    for (const person of ['{"id":"u1","kind"', '/users"'])
      expect([person, readFileSync(bundle, 'latin1').includes(person)]).toEqual([person, true])
    for (const person of ['{"id":"u1","kind"', '/users"'])
      expect([person, readFileSync(edition, 'latin1').includes(person)]).toEqual([person, false])
  })

  test('has no mark of a record or an exchange, by which its reader could confirm a guess', async () => {
    const { bundle, edition, folder } = await keepEdition()
    const whole = await openBundle(bundle)
    const marks = await readAll(whole, marksFile)
    await whole.close()
    const lines: readonly { file: string; path: string; marks: string }[] = marks.trimEnd().split('\n').map(parseLine)

    expect(new Set(lines.map(({ file }) => file))).toEqual(
      new Set(['exchanges.har', accountsFile, 'inventories/credential.iam.jsonl']),
    )
    // Every value of a record has a mark of four characters, so the marks are what a guess can be compared with.
    const [first] = lines.filter(({ file }) => file === accountsFile)
    expect(first?.marks).toBe(computeMarks('{"id":"u1","kind":"person","name":"Ada\\u2028 \\u202e","status":"active"}'))
    const text = readFileSync(edition, 'latin1')
    expect(lines.filter((each) => text.includes(each.marks))).toEqual([])
    const part = await openBundle(edition)
    expect(Object.keys(JSON.parse(await readAll(part, 'manifest.json')).fields)).toEqual(['run.json'])
    await part.close()
    expect(readdirSync(folder).toSorted()).toEqual(['bundle.zip', 'edition.zip'])
  })

  test('cannot be replayed, and says why', async () => {
    const { edition, connector } = await keepEdition()

    await expect(replayBundle(edition, connector, { force: true })).rejects.toMatchObject({
      code: 'RUN_NOT_REPLAYABLE',
      message: expect.stringMatching(/has no exchanges to replay\. Ask an admin for the whole bundle\.$/),
    })
  })

  test('of a run without inventories is the whole bundle', async () => {
    const { bundle } = await keepBundle({ has: 'none', name: 'bundle.zip' })
    const { bytes, close } = await openEdition(bundle)

    expect(await buffer(bytes)).toEqual(readFileSync(bundle))
    await close()
  })

  test('has everything else as it was signed, and cannot be made of some of the lists', async () => {
    const { edition } = await keepEdition()
    const bytes = readFileSync(edition)
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const path = `${edition}-${at}.zip`
      writeFileSync(path, changed)
      expect([at, (await listBundleProblems(path).catch(() => ['unreadable'])).length > 0]).toEqual([at, true])
    }
    const { bundle } = await keepBundle({ name: 'folder' })
    const leave = (file: string) => rmSync(join(bundle, file), { recursive: true })
    leave(accountsFile)
    expect(await listBundleProblems(bundle)).toContain(`${accountsFile} | is missing from the bundle.`)
    leave('inventories')
    expect(await listBundleProblems(bundle)).toContain(`${accountsFile} | is missing from the bundle.`)
    leave('exchanges.har')
    expect(await listBundleProblems(bundle)).toEqual([])
    leave('manifest.json')
    expect(await listBundleProblems(bundle)).toContain('manifest.json | is missing from the bundle.')
  })

  test('cannot be made of exchanges alone, nor of a bundle without inventories', async () => {
    for (const has of ['all', 'none'] as const) {
      const { bundle } = await keepBundle(has === 'none' ? { has } : {})
      rmSync(join(bundle, 'exchanges.har'))
      expect(await listBundleProblems(bundle)).toContain('exchanges.har | is missing from the bundle.')
    }
  })
})

test('a replay of a bundle names the records and fields that differ', async () => {
  const { bundle, connector } = await keepBundle()
  const other = {
    ...connector,
    inventories: connector.inventories.map((inventory) => ({
      ...inventory,
      list: async function* (ctx: never) {
        for await (const record of inventory.list(ctx))
          if (record.id !== 'u1') yield record.id === 'u2' ? ({ ...record, kind: 'guest' } as never) : record
        if (inventory.of === 'account') yield { id: 'u9', kind: 'person', status: 'active' } as never
      },
    })),
  }

  const { same, inventories } = await replayBundle(bundle, other)

  expect(same).toBe(false)
  expect(inventories[0]?.differences).toEqual([
    { of: 'record u1', recorded: 'there' },
    { of: 'record u2', field: 'kind', recorded: '"person"', replayed: '"guest"' },
    { of: 'record u9', replayed: 'there' },
  ])
})
