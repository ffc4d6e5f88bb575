import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { computeDigest, computeDigests } from '../../../src/evidence/bundle/compute-digests.ts'
import { signStatements } from '../../../src/evidence/bundle/sign-statements.ts'
import { publicKeyOf, type Signer } from '../../../src/evidence/bundle/signer.ts'
import { openPackage } from '../../../src/evidence/package/open-package.ts'
import type { PackageHead } from '../../../src/evidence/package/package-content.ts'
import { sortPackageFiles } from '../../../src/evidence/package/package-file.ts'
import {
  buildPackageStatement,
  describeSigner,
  writePackageManifest,
} from '../../../src/evidence/package/package-manifest.ts'
import { verifyPackage } from '../../../src/evidence/package/verify-package.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { loadSoc2, openAuditedWorld, organizationId } from '../../things/packages/audited-world.ts'

/** A package in a folder, and the key that signed it. */
async function writePackage() {
  const { runtime, run } = await openAuditedWorld(['one'])
  await run('one')
  const folder = join(createTempFolder(), 'audit')
  const period = { from: '2026-01-01', to: '2026-01-01' }
  const framework = await loadSoc2()
  await makePackage(runtime, { organizationId, framework, ...period, target: folder })
  return { folder, signer: await runtime.signing.signer() }
}

/** Signs a package as it is now: the signer is whom an auditor audits. */
async function signAgain(folder: string, signer: Signer, head: PackageHead): Promise<void> {
  const source = await openPackage(folder)
  const names = source.names.filter((name) => name !== 'manifest.json' && name !== 'statement.intoto.jsonl')
  const files = sortPackageFiles(await computeDigests(source, names))
  writeFileSync(
    join(folder, 'manifest.json'),
    await buffer(writePackageManifest({ signer: describeSigner(signer), files })),
  )
  const manifest = await computeDigest(source, 'manifest.json')
  await source.close()
  const statement = buildPackageStatement(head, manifest.sha256)
  writeFileSync(join(folder, 'statement.intoto.jsonl'), await signStatements([statement], signer))
}

test('a signed package.json that two programs could read in two ways is refused, with the line', async () => {
  const { folder, signer } = await writePackage()
  const trusted = { keys: [publicKeyOf(signer.publicKey)] }
  const file = join(folder, 'package.json')
  const written = readFileSync(file, 'utf8')
  const head: PackageHead = JSON.parse(written)
  await signAgain(folder, signer, head)
  expect(await verifyPackage(folder, trusted)).toMatchObject({ verified: true })

  const ways: Readonly<Record<string, (text: string) => string>> = {
    'a member of a control twice': (text) => text.replace('{"id":"CC6.1"', '{"id":"CC6.9","id":"CC6.1"'),
    'a verdict of a check twice': (text) =>
      text.replace('"state":"satisfied"', '"state":"not_satisfied","state":"satisfied"'),
    'a list twice': (text) => text.replace('"waivers":[', '"waivers":[\n],\n"waivers":['),
    'a number that is rounded': (text) =>
      text.replace(/"staleAfterDays":\d+/, (member) => `${member}.0000000000000000001`),
    'a space': (text) => text.replace('"id":"CC6.1"', '"id": "CC6.1"'),
  }
  for (const [way, change] of Object.entries(ways)) {
    writeFileSync(file, change(written))
    expect(readFileSync(file, 'utf8'), way).not.toBe(written)
    await signAgain(folder, signer, head)
    const problem = {
      file: 'package.json',
      field: expect.stringMatching(/^line \d+$/),
      message: expect.stringContaining('a member may be there twice'),
    }
    expect(await verifyPackage(folder, trusted), way).toMatchObject({
      verified: false,
      problems: expect.arrayContaining([problem]),
    })
  }
})

test('what a signed package calls a gap is one, whatever kind it has; a control without a check lacks no evidence', async () => {
  const { folder, signer } = await writePackage()
  const trusted = { keys: [publicKeyOf(signer.publicKey)] }
  const file = join(folder, 'package.json')
  const written = readFileSync(file, 'utf8')
  const head: PackageHead = JSON.parse(written)
  const uncovered: unknown[] = JSON.parse(written).gaps.filter(({ kind }: { kind: string }) => kind === 'no check')
  const others: unknown[] = [{ because: 'it is', kind: 'no idea' }, { kind: 7 }, 'text']
  const verifyWith = async (gaps: readonly unknown[], requireEvidence: boolean) => {
    const lines = gaps.map((gap) => JSON.stringify(gap)).join(',\n')
    writeFileSync(file, written.replace(/"gaps":\[\n.*\]\n\}\n$/s, `"gaps":[\n${lines}\n]\n}\n`))
    await signAgain(folder, signer, head)
    return verifyPackage(folder, trusted, { requireEvidence })
  }

  expect(uncovered.length).toBeGreaterThan(10)
  expect(await verifyWith(uncovered, true)).toMatchObject({ verified: true, gaps: uncovered.length })
  expect(await verifyWith([...uncovered, ...others], false)).toMatchObject({
    verified: true,
    gaps: uncovered.length + others.length,
  })
  expect(await verifyWith([...uncovered, ...others], true)).toMatchObject({
    verified: false,
    problems: [
      { file: 'package.json', message: 'has a gap (no idea): it is.' },
      ...others.slice(1).map(() => ({ message: 'has a gap (unknown): this version cannot read what it says.' })),
    ],
  })
})

test('a signed package whose verdict is another one than that of its bundle is refused', async () => {
  const { folder, signer } = await writePackage()
  const trusted = { keys: [publicKeyOf(signer.publicKey)] }
  const file = join(folder, 'package.json')
  const written = readFileSync(file, 'utf8')
  const head: PackageHead = JSON.parse(written)
  const [line = ''] = written.split('\n').filter((each) => each.includes('"evidence":"kept"'))
  const { id, history } = JSON.parse(line.replace(/,$/, ''))
  const [{ status, results }] = history
  const spell = (of: object) => JSON.stringify(of).slice(1, -1)
  const ways: readonly (readonly [string, string, RegExp])[] = [
    [
      spell({ status }),
      spell({ status: status === 'pass' ? 'fail' : 'pass' }),
      / ended with (?:pass|fail), and runs\//,
    ],
    [
      spell({ results }),
      spell({ results: { ...results, fail: results.fail + 3 } }),
      / results of the status fail, and runs\//,
    ],
    [spell({ id }), spell({ id: 'another' }), / does not have it\.$/],
  ]

  for (const [from, to, message] of ways) {
    writeFileSync(file, written.replace(line, line.replace(from, to)))
    expect(readFileSync(file, 'utf8')).not.toBe(written)
    await signAgain(folder, signer, head)

    expect(await verifyPackage(folder, trusted)).toMatchObject({
      verified: false,
      problems: [
        { file: 'package.json', field: expect.stringMatching(/^line \d+$/), message: expect.stringMatching(message) },
      ],
    })
  }
})

test('a package with the run of another organization is refused, because one key signs for all of a store', async () => {
  const { folder, signer } = await writePackage()
  const head: PackageHead = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  await signAgain(folder, signer, { ...head, organization: { ...head.organization, id: 'another' } })

  expect(await verifyPackage(folder, { keys: [publicKeyOf(signer.publicKey)] })).toMatchObject({
    verified: false,
    problems: [{ message: `has the bundle of a run of the organization ${organizationId}.` }],
  })
})

test('a signed package that counts statements otherwise than its mapping asks is refused, and so is another mapping', async () => {
  const { folder, signer } = await writePackage()
  const trusted = { keys: [publicKeyOf(signer.publicKey)] }
  const file = join(folder, 'package.json')
  const written = readFileSync(file, 'utf8')
  const head: PackageHead = JSON.parse(written)
  const [line = ''] = written.split('\n').filter((each) => each.startsWith('{"id":"CC6.1"'))
  const [, counted = '', of = ''] = /("statements":\{"observed":1,"of":(\d+)\})/.exec(line) ?? []
  const change = (from: string, to: string) => written.replace(line, line.replace(from, to))
  const ways: readonly (readonly [string, RegExp])[] = [
    [written.replace('health-watched', 'health-watching'), /has another SHA-256 than the text of the mapping/],
    [written.replace(/"mapping":.*\n/, ''), /^counts \d+ statements? of .+, and the mapping has 0\.$/],
    [written.replace(/"mapping":.*\n/, '"mapping":{"sha256":"aa","text":"{}"},\n'), /is no mapping/],
    [change(counted, `"statements":{"observed":1,"of":${Number(of) - 1}}`), /^counts \d+ statements of CC6\.1 /],
    [change(`,${counted}`, ''), /^counts 0 statements of CC6\.1 /],
    [change(counted, `"statements":{"observed":${Number(of) + 1},"of":${of}}`), / as observed\.$/],
    [change(counted, `"statements":{"observed":2,"of":${of}}`), /counts 2 statements of CC6\.1 .+ and names 1\.$/],
    [change('"observed":["', '"observed":["health-watched","'), /counts 1 statement of CC6\.1 .+ and names 2\.$/],
    [
      change(/"observed":\["[^"]+"\]/.exec(line)?.[0] ?? '', '"observed":["acme"]'),
      /^names "acme" as observed of CC6\.1/,
    ],
  ]

  expect(head.mapping?.text).toContain('"framework": "soc2"')
  for (const [text, message] of ways) {
    expect(text).not.toBe(written)
    writeFileSync(file, text)
    await signAgain(folder, signer, head)

    const problem = { file: 'package.json', message: expect.stringMatching(message) }
    expect(await verifyPackage(folder, trusted)).toMatchObject({
      verified: false,
      problems: expect.arrayContaining([expect.objectContaining(problem)]),
    })
  }
})
