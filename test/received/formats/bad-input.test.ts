import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseApart } from '../../../src/received/parsing/parse-apart.ts'
import { runCheckwright } from '../../app/command.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { receiveText } from '../receive.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../files', name), 'utf8')

const refused: readonly (readonly [string, () => string | Uint8Array, RegExp])[] = [
  ['an empty file', () => '', /empty/],
  ['blanks', () => ' \n\t', /empty/],
  ['a text', () => 'hello', /not known/],
  ['a zip', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync('x')]), /archive/],
  ['a gzip', () => gzipSync(read('trivy.json')), /archive/],
  ['UTF-16', () => Buffer.from(`\ufeff${read('trivy.json')}`, 'utf16le'), /UTF-16|not known/],
  ['bytes that are no UTF-8', () => Buffer.from('[{"class_uid":2004,"x":"\xff"}]', 'latin1'), /UTF-8/],
  ['two documents', () => read('trivy.json').repeat(2), /follows the end/],
  ['two XML documents', () => `${read('tests.junit.xml')}<testsuite/>`, /follows the end/],
  [
    'two tools in one OCSF',
    () => read('prowler.ocsf.json').replace('"name": "Prowler"', '"name": "Other"'),
    /two tools/,
  ],
  ['two tools in one SARIF', () => twoTools(), /two tools/],
  ['OCSF of another class', () => read('prowler.ocsf.json').replaceAll('2004', '1001'), /class 1001/],
  ['OCSF of version 2', () => read('prowler.ocsf.json').replaceAll('"1.4.0"', '"2.0.0"'), /version "2.0.0"/],
  ['SARIF of version 2.0', () => read('scanner.sarif').replace('"2.1.0"', '"2.0.0"'), /version "2.0.0"/],
  ['Trivy of schema 3', () => read('trivy.json').replace('"SchemaVersion": 2', '"SchemaVersion": 3'), /version "3"/],
  ['ScubaGear of version 2', () => read('scubagear.json').replace('1.5.0', '2.0.0'), /version "2.0.0"/],
  ['OSCAL of version 2', () => read('oscal.json').replace('1.1.2', '2.0.0'), /version "2.0.0"/],
  ['InSpec without a platform', () => read('inspec.json').replace('"platform"', '"other"'), /not known/],
  ['a document type', () => `<!DOCTYPE x SYSTEM "file:///etc/passwd">${read('tests.junit.xml')}`, /document type/],
  ['entities', () => read('tests.junit.xml').replace('&amp;', '&lol;'), /&lol;/],
  ['XML of another kind', () => '<html></html>', /<html>/],
  ['JSON that is too deep', () => `[${'['.repeat(300)}${']'.repeat(300)}]`, /within each other/],
  ['an entry that is too large', () => `[{"class_uid":2004,"x":"${'a'.repeat(17 * 1024 ** 2)}"}]`, /MB/],
  ['a comma too many', () => '{"SchemaVersion":2,}', /no JSON/],
  [
    'a CycloneDX file',
    () => '{"$schema":"x","bomFormat":"CycloneDX","version":1,"components":[]}',
    /bill of materials/,
  ],
  ['an SPDX file', () => '{"spdxVersion":"SPDX-2.3","packages":[]}', /bill of materials/],
  ['a zip in an entry', () => `[{"class_uid":2004,"x":"PK\u0003\u0004"}]`, /no JSON/],
  ['a bracket too many', () => '{"SchemaVersion":2}}', /follows the end/],
]

function twoTools(): string {
  const log = JSON.parse(read('scanner.sarif')) as { runs: { tool: { driver: { name: string } } }[] }
  const other = structuredClone(log.runs[0]) as { tool: { driver: { name: string } } }
  other.tool.driver.name = 'Other'
  return JSON.stringify({ ...log, runs: [...log.runs, other] })
}

describe('what cannot be imported is refused as a whole', () => {
  test.each(refused)('%s', async (_what, make, message) => {
    const error = await receiveText(make()).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )

    expect(error).toMatchObject({ code: 'IMPORT_REFUSED' })
    expect(error?.message).toMatch(message)
  })
})

test('a file of 4 GB is refused before anything of it is read', async () => {
  const path = join(createTempFolder(), 'large.json')
  writeFileSync(path, '[')
  truncateSync(path, 4 * 1024 ** 3)

  await expect(parseApart(path, undefined).next()).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })
  const { stderr, exitCode } = await runCheckwright(['import', path])
  expect(stderr).toContain('more than 2 GB')
  expect(exitCode).not.toBe(0)
})

describe('what says too little is undecided', () => {
  const trivy = JSON.parse(read('trivy.json'))

  test('an unknown severity is none, and an unknown state is no verdict', async () => {
    const text = read('trivy.json').replace('"Status": "PASS"', '"Status": "FINE"')
    await using run = await receiveText(text)

    expect(run.head.received?.counts).toMatchObject({ pass: 0, undecided: 1 })
    expect(run.head.checks.find(({ id }) => id === 'CVE-2026-0001')?.status).toBe('fail')
  })

  test.each([
    ['scubagear.json', '"Result": "Pass"', '"Result": "Constructor"'],
    ['powerpipe.json', '"status": "ok"', '"status": "constructor"'],
    ['scanner.sarif', '"kind": "pass"', '"kind": "constructor"'],
    ['inspec.json', '"status": "passed"', '"status": "constructor"'],
  ])('a word of %s that every object has as a member is no verdict', async (name, known, strange) => {
    await using before = await receiveText(read(name))
    await using after = await receiveText(read(name).replace(known, strange))

    const { pass = 0, undecided = 0 } = before.head.received?.counts ?? {}
    expect(after.head.received?.counts).toMatchObject({ pass: pass - 1, undecided: undecided + 1 })
  })

  test('a status of a vulnerability that every object has as a member leaves it listed', async () => {
    const [result] = structuredClone(trivy.Results)
    result.Vulnerabilities[0].Status = 'constructor'
    await using run = await receiveText(JSON.stringify({ ...trivy, Results: [result] }))

    expect(run.head.checks.find(({ id }) => id === result.Vulnerabilities[0].VulnerabilityID)?.status).toBe('fail')
  })

  test('a rule without an id, and a package without a name', async () => {
    const [result] = structuredClone(trivy.Results)
    result.Vulnerabilities[0].VulnerabilityID = ''
    result.Vulnerabilities[1].PkgName = ''
    await using run = await receiveText(JSON.stringify({ ...trivy, Results: [result] }))

    expect(run.head.received?.counts).toMatchObject({ entries: 4, fail: 0, undecided: 2 })
  })

  test('a resource that passes and fails in one file keeps both, and its check fails', async () => {
    const events = JSON.parse(read('prowler.ocsf.json')) as { resources: { uid: string }[] }[]
    const [, open, closed] = events as [object, { resources: object }, { resources: object }]
    await using run = await receiveText(JSON.stringify([open, { ...closed, resources: open.resources }]))

    const [check] = run.head.checks
    expect(check?.status).toBe('fail')
    expect(check?.logs.map(({ message }) => message).join()).toMatch(/pass and as fail|fail and as pass/)
  })

  test('a suite that counts more cases than it has, and a benchmark that counts more results', async () => {
    await using suite = await receiveText(read('tests.junit.xml').replaceAll('tests="5"', 'tests="6"'))
    await using benchmark = await receiveText(read('powerpipe.json').replace('"ok": 1', '"ok": 2'))

    for (const { head } of [suite, benchmark]) {
      expect(head.received?.cutOff).toMatch(/2|6/)
      expect(head.status).toBe('error')
      expect(head.checks.map(({ status }) => status)).toEqual(['error'])
    }
  })

  test('a tool that says that it did not run to its end', async () => {
    const text = read('scanner.sarif').replace('"executionSuccessful": true', '"executionSuccessful": false')
    await using run = await receiveText(text)

    expect(new Set(run.head.checks.map(({ status }) => status))).toEqual(new Set(['error']))
  })
})
