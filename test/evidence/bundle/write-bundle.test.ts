import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import AjvDraft04 from 'ajv-draft-04'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { RunStatus } from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { encodePreAuthentication } from '../../../src/evidence/bundle/dsse.ts'
import { formatPem } from '../../../src/evidence/bundle/signer.ts'
import { catchError } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import {
  createCheck,
  createExchange,
  createRun,
  ownKey,
  ownSigner,
  verifySampleBundle,
  writeSampleBundle,
} from '../bundle.ts'
import { findHarProblems } from '../har-problems.ts'

const names = ['exchanges.har', 'manifest.json', 'run.json', 'statement.intoto.jsonl']

function statements(bundle: string) {
  const lines = readFileSync(join(bundle, 'statement.intoto.jsonl'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const envelope = JSON.parse(line)
    return { envelope, statement: JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) }
  })
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('beginBundle()', () => {
  test('leaves four files for their owner alone, and nothing beside them', async () => {
    const bundle = await writeSampleBundle()

    expect(readdirSync(bundle).toSorted()).toEqual(names)
    for (const name of names) expect(statSync(join(bundle, name)).mode & 0o777).toBe(0o600)
    expect(findHarProblems(JSON.parse(readFileSync(join(bundle, 'exchanges.har'), 'utf8')))).toEqual([])
    expect(JSON.parse(readFileSync(join(bundle, 'run.json'), 'utf8'))).toEqual(createRun())
  })

  test('gives the same bytes for the same run and key, as folder and as zip', async () => {
    const [a, b] = [await writeSampleBundle(), await writeSampleBundle()]
    const [x, y] = [await writeSampleBundle({ name: 'b.zip' }), await writeSampleBundle({ name: 'b.ZIP' })]

    for (const name of names) expect(readFileSync(join(a, name))).toEqual(readFileSync(join(b, name)))
    expect(readFileSync(x)).toEqual(readFileSync(y))
    expect(statSync(x).mode & 0o777).toBe(0o600)
  })

  test('clears away what a killed run left in the folder, which kept the bundle from being verified', async () => {
    const folder = createTempFolder()
    const bundle = await writeSampleBundle({ folder })
    const source = new URL('../../../src/evidence/bundle/bundle-draft.ts', import.meta.url)
    const program = `
      const { beginBundle } = await import(${JSON.stringify(source.href)})
      await beginBundle(${JSON.stringify(bundle)})
      process.kill(process.pid, 'SIGKILL')`
    spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
    const [left = ''] = readdirSync(bundle).filter((name) => !names.includes(name))

    const problems = { ...(await verifySampleBundle(bundle)) }
    await writeSampleBundle({ folder })

    expect(problems).toMatchObject({
      verified: false,
      problems: [
        { file: left, message: 'belongs to a run that has not ended or was killed. Wait for its end, or delete it.' },
      ],
    })
    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
  })

  test('signs statements about the files that anybody can check by node:crypto alone', async () => {
    const bundle = await writeSampleBundle()
    const pem = createPublicKey(formatPem(ownKey.der))

    for (const { envelope, statement } of statements(bundle)) {
      const message = encodePreAuthentication(envelope.payloadType, Buffer.from(envelope.payload, 'base64'))
      expect(verify(null, message, pem, Buffer.from(envelope.signatures[0].sig, 'base64'))).toBe(true)
      expect(statement.subject).toEqual(
        ['run.json', 'exchanges.har', 'manifest.json'].map((name) => ({
          name,
          digest: { sha256: sha256(join(bundle, name)) },
        })),
      )
    }
  })

  test('says in the words of in-toto what passed and failed, and what could not be told as neither', async () => {
    const result = async (...statuses: readonly RunStatus[]) => {
      const checks = statuses.map((status) => createCheck(status, { status }))
      return statements(await writeSampleBundle({ run: createRun({ checks }) }))[0]?.statement.predicate
    }

    expect(await result('pass', 'fail', 'error', 'manual', 'not_applicable')).toMatchObject({
      result: 'FAILED',
      passedTests: ['pass'],
      failedTests: ['fail'],
      warnedTests: ['error', 'manual'],
    })
    expect((await result('pass', 'error')).result).toBe('WARNED')
    expect((await result('pass', 'manual')).result).toBe('WARNED')
    expect((await result('pass', 'not_applicable')).result).toBe('PASSED')
  })

  test('names the bundle that it replaces when that is of the same connector and connection', async () => {
    const folder = createTempFolder()
    const first = await writeSampleBundle({ folder })
    const digest = sha256(join(first, 'manifest.json'))

    await writeSampleBundle({ folder, run: createRun({ id: 'second' }) })
    const second = await verifySampleBundle(first)
    await writeSampleBundle({ folder, run: createRun({ id: 'third', connectionId: 'another' }) })
    const third = await verifySampleBundle(first)

    expect(second).toMatchObject({ verified: true, previous: { run: createRun().id, sha256: digest } })
    expect(third).toMatchObject({ verified: true, run: { id: 'third' }, previous: undefined })
    expect(readdirSync(first).toSorted()).toEqual(names)
  })

  test('keeps files of others in its folder, and says by verification that they are not signed', async () => {
    const folder = createTempFolder()
    mkdirSync(join(folder, 'bundle'))
    writeFileSync(join(folder, 'bundle', 'notes.txt'), 'mine')

    const bundle = await writeSampleBundle({ folder })

    expect(readFileSync(join(bundle, 'notes.txt'), 'utf8')).toBe('mine')
    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: false, problems: [{ file: 'notes.txt' }] })
  })

  test.each(['bundle', 'bundle.zip'])(
    'leaves nothing of a %s whose signer fails, and an older one as it was',
    async (name) => {
      const folder = createTempFolder()
      const failing = { ...ownSigner, sign: () => Promise.reject(new Error('the key service is away')) }
      const fresh = await catchError(writeSampleBundle({ folder, name, signer: failing }))
      const left = readdirSync(folder)
      const old = await writeSampleBundle({ folder, name })

      await catchError(writeSampleBundle({ folder, name, signer: failing }))

      expect(fresh).toMatchObject({ message: 'the key service is away' })
      expect(left).toEqual([])
      expect(await verifySampleBundle(old)).toMatchObject({ verified: true })
      expect(readdirSync(folder)).toEqual([name])
    },
  )

  test('finds out before anything is asked that its place cannot be written', async () => {
    const folder = createTempFolder()
    writeFileSync(join(folder, 'taken'), '')

    expect(await catchError(beginBundle(join(folder, 'taken')))).toMatchObject({ code: 'EEXIST' })
    expect(await catchError(beginBundle(join(folder, 'taken', 'b.zip')))).toMatchObject({ code: 'EEXIST' })
  })

  test('keeps how the owner of an external key calls it', async () => {
    const bundle = await writeSampleBundle({ signer: { ...ownSigner, keyId: 'arn:aws:kms:eu-1:1:key/2' } })

    expect(JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')).signer).toEqual({
      fingerprint: ownKey.fingerprint,
      keyId: 'arn:aws:kms:eu-1:1:key/2',
      publicKey: ownKey.der.toString('base64'),
    })
    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
  })

  test('reads results and exchanges one at a time: memory does not grow with the run', {
    timeout: 60_000,
  }, async () => {
    const target = join(createTempFolder(), 'large')
    const draft = await beginBundle(target)
    const { head } = toRecordedRun(createRun({ checks: [createCheck('mfa', { results: [] })] }))
    let most = 0
    const before = process.memoryUsage().heapUsed
    const line = `${JSON.stringify(createExchange(1, { response: { headers: [], body: { text: 'x'.repeat(10_000) } } }))}\n`
    writeFileSync(draft.exchangesFile, line.repeat(2_000))

    await draft.finish(
      {
        head,
        results: async function* () {
          for (let n = 0; n < 50_000; n++) {
            if (n % 5_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before)
            yield { ...resultLike, resource: { type: 'user', id: `u${n}` } }
          }
        },
      },
      ownSigner,
    )
    await draft.discard()

    expect(statSync(join(target, 'run.json')).size).toBeGreaterThan(8_000_000)
    expect(most).toBeLessThan(60_000_000)
    expect(existsSync(draft.folder)).toBe(false)
  })
})

const resultLike = {
  status: 'pass',
  title: 'On',
  evidence: { mfa: true, note: 'x'.repeat(50) },
  findingId: 'f',
} as const

const schemas = process.env.CHECKWRIGHT_TEST_DATA && join(process.env.CHECKWRIGHT_TEST_DATA, 'schemas')

describe('the statement of a bundle', () => {
  test('is in-toto v1 in DSSE by their schemas', async ({ skip }) => {
    if (schemas === undefined) skip('needs the schemas in CHECKWRIGHT_TEST_DATA')
    const read = (name: string) => JSON.parse(readFileSync(join(schemas ?? '', `${name}.schema.json`), 'utf8'))
    const statementAjv = new Ajv2020({ strict: false })
    formats.default(statementAjv)
    const isStatement = statementAjv.compile(read('in-toto-statement-v1'))
    const isEnvelope = new AjvDraft04({ strict: false, formats: { binary: true } }).compile(read('dsse-envelope'))

    const all = statements(await writeSampleBundle())

    expect(all).toHaveLength(2)
    for (const { envelope, statement } of all) {
      expect([isEnvelope(envelope), isEnvelope.errors]).toEqual([true, null])
      expect([isStatement(statement), isStatement.errors]).toEqual([true, null])
    }
    expect(isStatement({ ...all[0]?.statement, subject: [] })).toBe(false)
  })
})
