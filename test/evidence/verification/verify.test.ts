import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePreAuthentication } from '../../../src/evidence/bundle/dsse.ts'
import { openBundle } from '../../../src/evidence/bundle/open-bundle.ts'
import { tellProblemKind } from '../../../src/evidence/bundle/problem-kind.ts'
import { createKeySigner, generateSigningKey } from '../../../src/evidence/bundle/signer.ts'
import { verifyBundle } from '../../../src/evidence/verification/verify.ts'
import { catchError } from '../../http/support.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import {
  createCheck,
  createExchange,
  createResult,
  createRun,
  edit,
  listBundleProblems,
  ownKey,
  ownSigner,
  verifySampleBundle,
  writeSampleBundle,
} from '../bundle.ts'

const statementFile = 'statement.intoto.jsonl'

/** Signs changed statements anew, as the holder of a key would. */
async function resign(
  bundle: string,
  change: (statement: Record<string, never>) => unknown,
  { signer = ownSigner, keyid = ownKey.fingerprint } = {},
): Promise<void> {
  const path = join(bundle, statementFile)
  const lines = []
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const { payload, payloadType } = JSON.parse(line)
    const changed = change(JSON.parse(Buffer.from(payload, 'base64').toString()))
    const bytes = Buffer.from(typeof changed === 'string' ? changed : JSON.stringify(changed))
    const sig = Buffer.from(await signer.sign(encodePreAuthentication(payloadType, bytes))).toString('base64')
    lines.push(JSON.stringify({ payload: bytes.toString('base64'), payloadType, signatures: [{ keyid, sig }] }))
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('verifyBundle() proves', () => {
  test.each(['bundle', 'bundle.zip'])('a %s by the key of its signer', async (name) => {
    const bundle = await writeSampleBundle({ name })

    expect(await verifySampleBundle(bundle)).toEqual({
      verified: true,
      signer: ownKey.fingerprint,
      run: expect.objectContaining({ id: createRun().id, status: 'fail' }),
      previous: undefined,
      notIncluded: [],
      alsoSignedBy: [],
    })
  })

  test('whose run it is, because one key signs for all organizations of a store', async () => {
    const bundle = await writeSampleBundle({ run: createRun({ organizationId: 'org_1', connectionId: 'con_1' }) })

    expect(await verifySampleBundle(bundle)).toMatchObject({
      verified: true,
      organizationId: 'org_1',
      run: { connectionId: 'con_1' },
    })
  })

  test('a bundle by the fingerprint alone: the key in the bundle is the one that it names', async () => {
    const bundle = await writeSampleBundle()

    const verification = await verifyBundle(bundle, { keys: [], fingerprints: [ownKey.fingerprint] })

    expect(verification).toMatchObject({ verified: true, signer: ownKey.fingerprint })
  })

  test('a bundle without a single exchange or check', async () => {
    const bundle = await writeSampleBundle({ run: createRun({ checks: [] }), exchanges: [] })

    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
  })
})

test('verifyBundle() finds a signature that somebody added under a name of their own', async () => {
  const bundle = await writeSampleBundle()
  edit(bundle, statementFile, (text) => text.replaceAll(']}\n', ',{"keyid":"Big Audit LLP","sig":"AAAA"}]}\n'))

  const verification = await verifySampleBundle(bundle)

  expect(verification).toMatchObject({ verified: false, problems: [{ file: statementFile }, { file: statementFile }] })
  if (verification.verified) throw new Error('it was added')
  expect(tellProblemKind(verification.problems)).toBe('changed')
  expect(verification.problems[0]?.message).toContain('another signature, by "Big Audit LLP"')
})

describe('verifyBundle() follows a link to the bundle', () => {
  test.each(['bundle', 'bundle.zip'])('that is sound (%s)', async (name) => {
    const bundle = await writeSampleBundle({ name })
    const link = join(createTempFolder(), 'latest')
    symlinkSync(bundle, link)

    expect(await verifySampleBundle(link)).toMatchObject({ verified: true })
  })

  test('once: where it leads to later is not read', async () => {
    const [sound, other] = [await writeSampleBundle(), await writeSampleBundle({ run: createRun({ status: 'pass' }) })]
    const link = join(createTempFolder(), 'latest')
    symlinkSync(sound, link)

    const source = await openBundle(link)
    unlinkSync(link)
    symlinkSync(other, link)

    expect(await text(source.read('run.json'))).toBe(readFileSync(join(sound, 'run.json'), 'utf8'))
  })

  test('and to no file in it, also when that became a link after it was looked at', async () => {
    const [bundle, other] = [await writeSampleBundle(), await writeSampleBundle()]
    const source = await openBundle(bundle)
    rmSync(join(bundle, 'run.json'))
    symlinkSync(join(other, 'run.json'), join(bundle, 'run.json'))

    await expect(text(source.read('run.json'))).rejects.toMatchObject({ code: 'ELOOP' })
    expect(await listBundleProblems(bundle)).toEqual(['run.json | is not a plain file.'])
  })

  test('but not one that leads nowhere, in a circle, or to no bundle', async () => {
    const folder = createTempFolder()
    symlinkSync('nowhere', join(folder, 'gone'))
    symlinkSync('circle', join(folder, 'circle'))
    symlinkSync('/dev/null', join(folder, 'device'))

    for (const name of ['gone', 'circle', 'device'])
      expect(await catchError(verifySampleBundle(join(folder, name)))).toMatchObject({ code: 'BUNDLE_INVALID' })
  })
})

describe('verifyBundle() believes no signer but the trusted ones:', () => {
  test('an unknown one fails with its fingerprint, though its key lies in the bundle', async () => {
    const { privateKey, publicKey } = generateSigningKey()
    const bundle = await writeSampleBundle({ signer: createKeySigner(privateKey) })

    const problems = await listBundleProblems(bundle)

    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain(
      `${statementFile} | line 1 | is signed by "${publicKey.fingerprint}", a key that you do not trust`,
    )
  })

  test('a fingerprint alone, where the manifest does not bring its key: it is the manifest that was changed', async () => {
    const bundle = await writeSampleBundle()
    const other = generateSigningKey().publicKey.der.toString('base64')
    edit(bundle, 'manifest.json', (text) => text.replace(/"publicKey":"[^"]*"/, `"publicKey":"${other}"`))

    expect(await verifyBundle(bundle, { keys: [], fingerprints: [ownKey.fingerprint] })).toMatchObject({
      verified: false,
      problems: [
        { file: 'manifest.json', message: expect.stringContaining(`does not bring the key ${ownKey.fingerprint}`) },
      ],
    })
  })

  test('a bundle that another key signed anew under the same key id', async () => {
    const bundle = await writeSampleBundle()
    edit(bundle, 'run.json', (text) => text.replace('"status":"fail","resource"', '"status":"pass","resource"'))
    const digest = sha256(join(bundle, 'run.json'))
    const { privateKey } = generateKeyPairSync('ed25519')

    await resign(
      bundle,
      (statement) =>
        JSON.parse(JSON.stringify(statement).replace(/("run.json","digest":\{"sha256":")[0-9a-f]+/, `$1${digest}`)),
      { signer: createKeySigner(privateKey) },
    )

    const problems = await listBundleProblems(bundle)
    expect(problems[0]).toContain(`does not match its signature by ${ownKey.fingerprint}`)
  })

  test('a key of another algorithm that the bundle offers under a trusted fingerprint', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const fingerprint = `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`
    const bundle = await writeSampleBundle()
    edit(bundle, 'manifest.json', (text) =>
      text
        .replace(ownKey.fingerprint, fingerprint)
        .replace(/"publicKey":"[^"]*"/, `"publicKey":"${der.toString('base64')}"`),
    )
    const rsa = { publicKey: '', sign: (bytes: Uint8Array) => sign('sha256', bytes, privateKey) }
    await resign(bundle, (statement) => statement, { signer: rsa, keyid: fingerprint })

    const verification = await verifyBundle(bundle, { keys: [], fingerprints: [fingerprint] })

    expect(verification).toMatchObject({ verified: false, problems: [{ message: expect.stringMatching(/Ed25519/) }] })
  })

  test('a signature that is empty, or none at all', async () => {
    const bundle = await writeSampleBundle()
    edit(bundle, statementFile, (text) => text.replaceAll(/"sig":"[^"]*"/g, '"sig":""'))
    const without = await writeSampleBundle()
    edit(without, statementFile, (text) => text.replaceAll(/"signatures":\[.*?\]/g, '"signatures":[]'))

    expect((await listBundleProblems(bundle))[0]).toContain('does not match its signature')
    expect((await listBundleProblems(without))[0]).toContain('has no signature')
  })
})

describe('verifyBundle() names the file and the field', () => {
  test.each<[string, string, (text: string) => string, readonly (string | RegExp)[]]>([
    [
      'of a result whose status was changed',
      'run.json',
      (text) => text.replace('"status":"fail","resource"', '"status":"pass","resource"'),
      ['run.json | checks[0].results[1].status | was changed to "pass".'],
    ],
    [
      'of evidence',
      'run.json',
      (text) => text.replace('"factors":["totp"]', '"factors":["sms"]'),
      ['run.json | checks[0].results[0].evidence.factors[0] | was changed to "sms".'],
    ],
    [
      'of the inputs',
      'run.json',
      (text) => text.replace('"most":3', '"most":300'),
      ['run.json | inputs.variables.most | was changed to 300.'],
    ],
    [
      'of a check',
      'run.json',
      (text) => text.replace('"kind":"permission"', '"kind":"network"'),
      ['run.json | checks[2].error.kind | was changed to "network".'],
    ],
    [
      'of a result that was removed',
      'run.json',
      (text) => text.replace(/\{"status":"fail".*\n/, '').replace(/,\n\]\}/, '\n]}'),
      ['run.json | checks[0].results[1] | was removed.'],
    ],
    [
      'of a result that was added',
      'run.json',
      (text) => text.replace(/(\n\{"status":"pass","resource":\{"type":"user","id":"p1".*\n)/, '$1{"status":"pass"}\n'),
      ['run.json | checks[1].results[1] | was added.'],
    ],
    [
      'of a member that was renamed',
      'run.json',
      (text) => text.replace('"finishedAt":', '"endedAt":'),
      ['run.json | finishedAt | was renamed to "endedAt".'],
    ],
    [
      'of an answer',
      'exchanges.har',
      (text) => text.replace('\\"mfa\\":true', '\\"mfa\\":null'),
      [/^exchanges.har \| log.entries\[0\].response.content.text \| was changed to ".*null.*"/],
    ],
    [
      'of a request',
      'exchanges.har',
      (text) => text.replace('users?page=2', 'users?page=3'),
      [/^exchanges.har \| log.entries\[1\].request.url \| was changed/],
    ],
    [
      'where a line was spelled in another way',
      'exchanges.har',
      (text) => text.replace('"time":12', '"time":12.0'),
      ['exchanges.har | log.entries[0] | has another spelling with the same meaning.'],
    ],
    [
      'where white space was put between lines',
      'run.json',
      (text) => text.replace('\n"summary"', '\r\n"summary"'),
      [/^run.json \| line 21/, /line 22/, /line 23/],
    ],
    [
      'of the manifest',
      'manifest.json',
      (text) => text.replace('"status":"fail"', '"status":"pass"'),
      ['manifest.json | run.status | was changed to "pass".'],
    ],
    [
      'of the key in the manifest',
      'manifest.json',
      (text) => text.replace('"fingerprint":"SHA256:', '"fingerprint":"SHA257:'),
      [/^manifest.json \| signer.fingerprint \| was changed to "SHA257:/],
    ],
    ['where a file begins with a byte order mark', statementFile, (text) => `\ufeff${text}`, [/byte order mark/]],
    ['where the statement is cut off', statementFile, (text) => text.slice(0, -1), [/is cut off/]],
    ['where an empty line was added', statementFile, (text) => `${text}\n`, [/line 3 \| is not a DSSE envelope/]],
    [
      'where a statement was dropped',
      statementFile,
      (text) => text.slice(text.indexOf('\n') + 1),
      ['statement.intoto.jsonl | must have one statement of the type https://in-toto.io/attestation/test-result/v0.1.'],
    ],
    [
      'where a statement is there twice',
      statementFile,
      (text) => text + text,
      [/must have one statement of the type/, /must have one statement of the type/],
    ],
    [
      'where the statements changed places',
      statementFile,
      (text) => `${text.trimEnd().split('\n').reverse().join('\n')}\n`,
      [/line 1 predicateType \| must be .*test-result.* another order/, /line 2 predicateType/],
    ],
    [
      'where a signature is there twice',
      statementFile,
      (text) => text.replace(/"signatures":\[(\{[^}]*\})\]/, '"signatures":[$1,$1]'),
      [/line 1 \| has two signatures of/],
    ],
  ])('%s', async (_name, file, change, expected) => {
    const bundle = await writeSampleBundle()
    edit(bundle, file, change)

    const problems = await listBundleProblems(bundle)

    expect(problems).toEqual(expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))))
  })

  test('of a statement, by what its files call for', async () => {
    const bundle = await writeSampleBundle()
    edit(bundle, statementFile, (text) => {
      const [first = '', second = ''] = text.split('\n')
      const envelope = JSON.parse(first)
      const payload = Buffer.from(envelope.payload, 'base64')
        .toString()
        .replace('"result":"FAILED"', '"result":"PASSED"')
      return `${JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') })}\n${second}\n`
    })

    expect(await listBundleProblems(bundle)).toEqual([
      expect.stringContaining('line 1 | does not match its signature'),
      'statement.intoto.jsonl | line 1.predicate.result | was changed to "PASSED".',
    ])
  })

  test('whichever single value of a run was changed', async () => {
    const bundle = await writeSampleBundle()
    const path = join(bundle, 'run.json')
    const before = readFileSync(path, 'utf8')
    const values = [...before.matchAll(/(?<=:)(?:"[^"\\]{2,}"|\d+)/g)]

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...values), async ({ 0: value, index }) => {
        const other = value.startsWith('"') ? '"?"' : '4711'
        writeFileSync(path, before.slice(0, index) + other + before.slice(index + value.length))

        const problems = await listBundleProblems(bundle)

        const name = /"(\w+)":$/.exec(before.slice(0, index))?.[1]
        expect(problems).toEqual([
          expect.stringMatching(new RegExp(`^run\\.json \\| (?:.*\\.)?${name} \\| was changed to`)),
        ])
      }),
      { numRuns: countRuns(60) },
    )
  })
})

describe('verifyBundle() lists no more than helps', () => {
  test('and says that there is more, because what is not listed would pass for untouched', async () => {
    const results = Array.from({ length: 30 }, (_, n) => createResult(`u${n}`))
    const bundle = await writeSampleBundle({ run: createRun({ checks: [createCheck('mfa', { results })] }) })
    edit(bundle, 'run.json', (text) => text.replaceAll('"factors":["totp"]', '"factors":["sms"]'))

    const problems = await listBundleProblems(bundle)

    expect(problems).toHaveLength(21)
    expect(problems[19]).toContain('checks[0].results[19].evidence.factors[0] | was changed')
    expect(problems[20]).toMatch(/^run\.json .*has more changes, which are not listed\.$/)
  })
})

describe('verifyBundle() refuses a bundle', () => {
  test('that lacks a file, has one too many, or a link in place of one', async () => {
    const lacking = await writeSampleBundle()
    rmSync(join(lacking, 'manifest.json'))
    const more = await writeSampleBundle()
    writeFileSync(join(more, 'exchanges-2.har'), '{}')
    mkdirSync(join(more, 'attachments'))
    const linked = await writeSampleBundle()
    renameSync(join(linked, 'run.json'), join(linked, '../elsewhere.json'))
    symlinkSync('../elsewhere.json', join(linked, 'run.json'))

    expect(await listBundleProblems(lacking)).toEqual(['manifest.json | is missing from the bundle.'])
    expect(await listBundleProblems(more)).toEqual([
      'attachments | does not belong to the bundle, because it is not signed.',
      'exchanges-2.har | does not belong to the bundle, because it is not signed.',
    ])
    expect(await listBundleProblems(linked)).toEqual(['run.json | is not a plain file.'])
  })

  test.each(['run.json', 'exchanges.har', 'manifest.json', statementFile])(
    'whose %s was cut off anywhere',
    async (file) => {
      const bundle = await writeSampleBundle()
      const { length } = readFileSync(join(bundle, file))
      for (const keep of [0, 1, Math.floor(length / 2), length - 1]) {
        const whole = readFileSync(join(bundle, file))
        truncateSync(join(bundle, file), keep)
        const problems = await listBundleProblems(bundle)
        writeFileSync(join(bundle, file), whole)

        expect(problems.length).toBeGreaterThan(0)
        expect(problems.every((each) => each.startsWith(file))).toBe(true)
      }
    },
  )

  test('whose trusted signer speaks about other files', async () => {
    const bundle = await writeSampleBundle()
    await resign(bundle, (statement) => ({ ...statement, subject: [{ name: 'other.json', digest: { sha256: '00' } }] }))

    const problems = await listBundleProblems(bundle)

    expect(problems).toContain(
      'statement.intoto.jsonl | line 1 subject | does not name run.json: the statement is about other files.',
    )
    expect(problems).toContain(
      'statement.intoto.jsonl | line 2 subject | names "other.json", which is not a file of a bundle, or is named twice.',
    )
  })

  test('whose trusted signer says something that this version does not know', async () => {
    const unknown = await writeSampleBundle()
    await resign(unknown, (statement) => ({ ...statement, predicateType: 'urn:checkwright:attestation:run:v2' }))
    const newer = await writeSampleBundle()
    edit(newer, 'manifest.json', (text) => text.replace('bundle/v1', 'bundle/v2'))
    const digest = sha256(join(newer, 'manifest.json'))
    await resign(newer, (statement) =>
      JSON.parse(JSON.stringify(statement).replace(/("manifest.json","digest":\{"sha256":")[0-9a-f]+/, `$1${digest}`)),
    )

    expect((await listBundleProblems(unknown))[0]).toContain('run:v2", which this version does not know. Use a newer')
    expect(await listBundleProblems(newer)).toEqual([
      expect.stringContaining('manifest.json | schema | is not checkwright.bundle/v1'),
    ])
  })

  test('whose trusted signer signed JSON with a member twice', async () => {
    const bundle = await writeSampleBundle()
    await resign(bundle, (statement) => JSON.stringify(statement).replace('{"_type"', '{"predicateType":"x","_type"'))

    expect(await listBundleProblems(bundle)).toEqual([
      expect.stringContaining('line 1 | is signed, but is not an in-toto statement'),
      expect.stringContaining('line 2 | is signed, but is not an in-toto statement'),
    ])
  })

  test('that is none', async () => {
    const folder = createTempFolder()
    writeFileSync(join(folder, 'text'), 'hello')
    const nowhere = await catchError(verifySampleBundle(join(folder, 'nowhere')))

    expect(nowhere).toMatchObject({ code: 'BUNDLE_INVALID', message: expect.stringMatching(/nowhere.*ENOENT/) })
    expect(await catchError(verifySampleBundle(join(folder, 'text')))).toMatchObject({ code: 'BUNDLE_INVALID' })
    expect(await listBundleProblems(folder)).toHaveLength(5)
  })
})

describe('verifyBundle() notices a single flipped bit', () => {
  test('of any file of a folder, and names that file', { timeout: 600_000 }, async () => {
    const bundle = await writeSampleBundle({
      exchanges: [createExchange(1), createExchange(2, { response: { headers: [] } })],
    })
    for (const file of ['run.json', 'exchanges.har', 'manifest.json', statementFile]) {
      const path = join(bundle, file)
      const whole = readFileSync(path)
      for (const { at, bit } of flips(whole.length, isSoak ? 1 : 37)) {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ bit
        writeFileSync(path, changed)

        const verification = await verifySampleBundle(bundle)

        const files = verification.verified ? [] : verification.problems.map((problem) => problem.file)
        expect([file, at, bit, ...new Set(files)]).toEqual([file, at, bit, file])
        if (!verification.verified) expect(verification.problems[0]?.message).toMatch(/\S/)
      }
      writeFileSync(path, whole)
    }
    expect(await verifySampleBundle(bundle)).toMatchObject({ verified: true })
  })

  test('of a zip', { timeout: 600_000 }, async () => {
    const bundle = await writeSampleBundle({ name: 'bundle.zip', exchanges: [createExchange(1)] })
    const whole = readFileSync(bundle)
    // Headers and directory lie at both ends of every file; all of their bytes are tried each time.
    const framing = new Set<number>()
    for (let at = whole.indexOf('PK'); at !== -1; at = whole.indexOf('PK', at + 1))
      for (let n = 0; n < 70; n++) framing.add(at + n)
    const places = [...flips(whole.length, isSoak ? 1 : 61)].concat(
      [...framing].filter((at) => at < whole.length).map((at) => ({ at, bit: 1 << (at % 8) })),
    )
    for (const { at, bit } of places) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ bit
      writeFileSync(bundle, changed)

      const outcome = await verifySampleBundle(bundle).catch((error: { code: string }) => ({ verified: error.code }))

      expect([at, bit, outcome.verified]).toEqual([at, bit, expect.toBeOneOf([false, 'BUNDLE_INVALID'])])
    }
  })

  function* flips(length: number, step: number): Generator<{ readonly at: number; readonly bit: number }> {
    for (let at = 0; at < length; at += step) yield { at, bit: 1 << (at % 8) }
  }
})

describe('verifyBundle() refuses what a trusted key signed, where two programs could read two things:', () => {
  /** A bundle whose signer changed a file and signed it again. */
  async function forge(file: string, change: (text: string) => string | Buffer): Promise<readonly string[]> {
    const bundle = await writeSampleBundle()
    const digests: [string, string][] = []
    const write = (name: string, content: string | Buffer) => {
      const before = sha256(join(bundle, name))
      writeFileSync(join(bundle, name), content)
      digests.push([before, sha256(join(bundle, name))])
    }
    const replaceAll = (text: string) => digests.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    write(file, change(readFileSync(join(bundle, file), 'utf8')))
    write('manifest.json', replaceAll(readFileSync(join(bundle, 'manifest.json'), 'utf8')))
    await resign(bundle, (statement) => replaceAll(JSON.stringify(statement)))
    return listBundleProblems(bundle)
  }
  const depth = isSoak ? 1_000_000 : 50_000
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`

  test('the same, unchanged, is verified', async () => {
    expect(await forge('run.json', (text) => text)).toEqual([])
  })

  test.each<[string, string, string, (text: string) => string | Buffer]>([
    [
      'a member twice',
      'run.json',
      'checks[0].results[1]',
      (text) => text.replace('{"status":"fail","resource"', '{"status":"pass","status":"fail","resource"'),
    ],
    [
      'a member of the run twice',
      'run.json',
      'status',
      (text) => text.replace('"status":"fail",\n', '"status":"pass",\n"status":"fail",\n'),
    ],
    [
      'results beside the results',
      'run.json',
      'checks[0]',
      (text) => text.replace('{"id":"mfa",', '{"id":"mfa","results":[],'),
    ],
    [
      'checks beside the checks',
      'run.json',
      'checks',
      (text) => text.replace('"checks":[\n', '"checks":[],\n"checks":[\n'),
    ],
    [
      'a number that is rounded',
      'run.json',
      'inputs',
      (text) => text.replace('"most":3', '"most":3.00000000000000000001'),
    ],
    ['a number without end', 'run.json', 'inputs', (text) => text.replace('"most":3', '"most":1e999')],
    [
      'a prototype',
      'run.json',
      '__proto__',
      (text) => text.replace('"status":"fail",\n', '"status":"fail",\n"__proto__":{"a":1,"a":2},\n'),
    ],
    ['depth without end', 'run.json', 'inputs', (text) => text.replace('"most":3', `"most":${deep}`)],
    [
      'bytes that are no text',
      'run.json',
      'checks[0].results[0]',
      (text) => Buffer.from(text.replace('Second factor', 'Second \u00ff factor'), 'latin1'),
    ],
    [
      'a direction of writing',
      'run.json',
      'checks[0].results[0]',
      (text) => text.replace('Second factor', 'Second \u202e factor'),
    ],
    ['white space', 'run.json', 'startedAt', (text) => text.replace('"startedAt":', '"startedAt": ')],
    ['something behind its end', 'run.json', 'line 24', (text) => `${text}{}\n`],
    [
      'an exchange with a member twice',
      'exchanges.har',
      'log.entries[1]',
      (text) => text.replace('"_exchange":2', '"_exchange":1,"_exchange":2'),
    ],
    [
      'a head of the log with a member twice',
      'exchanges.har',
      'log',
      (text) => text.replace('"version":"1.2"', '"version":"1.1","version":"1.2"'),
    ],
  ])('%s', async (_what, file, field, change) => {
    expect(await forge(file, change)).toEqual([
      `${file} | ${field} | is signed, but not written as Checkwright writes it: a member may be there twice, and another program may read another value.`,
    ])
  })

  test('a statement or an envelope that is nested without end, or has a million members', async () => {
    const bundle = await writeSampleBundle()
    for (const text of [
      deep,
      `{"payload":${deep}}`,
      `{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":0`)}}`,
    ]) {
      writeFileSync(join(bundle, statementFile), `${text}\n`)
      expect((await listBundleProblems(bundle))[0]).toContain(`${statementFile} | line 1 | is not a DSSE envelope`)
    }
  })

  test('depth without end in what a changed statement is compared with', async () => {
    const bundle = await writeSampleBundle()
    edit(bundle, 'run.json', (text) => text.replace('"controls":["soc2:CC6.1"]', `"controls":${deep}`))
    edit(bundle, statementFile, (text) => text.replace(/"sig":"..../, '"sig":"AAAA'))
    expect((await listBundleProblems(bundle)).join('\n')).toContain('has a form that Checkwright never writes')
  })
})
