import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { type Format, reports } from '../../../src/report/reports.ts'
import { createCheck, createResult, createRun } from '../../evidence/bundle.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { receiveText } from '../receive.ts'

/** Files that tools of today write, made by them here. */
describe('tools', () => {
  test("node's test runner: JUnit", async () => {
    const folder = createTempFolder()
    writeFileSync(
      join(folder, 'a.test.mjs'),
      `import { test, suite } from 'node:test'
suite('door', () => {
  test('opens', () => undefined)
  test('locks', () => { throw new Error('stuck') })
  test('rings', { skip: 'no bell' }, () => undefined)
  test('later', { todo: true }, () => undefined)
})`,
    )
    const args = ['--test', '--test-reporter=junit', join(folder, 'a.test.mjs')]
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH } })

    await using run = await receiveText(stdout, { now: new Date() })

    expect(run.head.received?.counts).toMatchObject({ entries: 4, pass: 1, fail: 1, manual: 2, undecided: 0 })
  })

  test('vitest: JUnit', async () => {
    const folder = createTempFolder()
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'a.test.mjs'),
      `import { expect, test } from '${resolve('node_modules/vitest/dist/index.js')}'
test('opens & closes', () => undefined)
test('locks', () => expect(1).toBe(2))
test.skip('rings', () => undefined)
test.todo('later')`,
    )
    const out = join(folder, 'junit.xml')
    const bin = resolve('node_modules/vitest/vitest.mjs')
    const args = [bin, 'run', '--root', folder, '--reporter=junit', `--outputFile=${out}`]
    spawnSync(process.execPath, args, { env: { PATH: process.env.PATH, HOME: folder }, cwd: folder })

    const text = readFileSync(out, 'utf8')
    await using run = await receiveText(text, { now: new Date() })

    const [, startedAt = ''] = /<testsuite [^>]*\btimestamp="([^"]+)"/.exec(text) ?? []
    expect(run.head.received).toMatchObject({
      tool: { name: 'vitest tests' },
      counts: { entries: 4, pass: 1, fail: 1, manual: 2, undecided: 0 },
      oldestAt: new Date(startedAt).toISOString(),
    })
  })

  test.each(['sarif', 'junit'] as const)('biome: %s', async (format) => {
    const folder = createTempFolder()
    writeFileSync(join(folder, 'biome.json'), '{}')
    writeFileSync(join(folder, 'a.js'), 'debugger\nvar a = 1\nif (a == 2) { eval("1") }\n')
    const bin = resolve('node_modules/@biomejs/biome/bin/biome')
    const { stdout } = spawnSync(process.execPath, [bin, 'lint', `--reporter=${format}`, folder], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
      cwd: folder,
    })
    const text = format === 'sarif' ? stdout.slice(stdout.indexOf('{')) : stdout.slice(stdout.indexOf('<'))
    const found = format === 'sarif' ? JSON.parse(text).runs[0].results.length : text.split('<testcase').length - 1

    await using run = await receiveText(text)

    expect(found).toBeGreaterThan(1)
    const { received } = run.head
    expect(received?.counts).toMatchObject({ entries: found, pass: 0 })
    expect(received?.setAside).toBe('undated')
  })
})

/** What we write is read again with the verdicts that it had. */
describe('our own reports', () => {
  const checks = [
    createCheck('mfa', {
      status: 'fail',
      results: [
        createResult('u1'),
        createResult('u2', { status: 'fail', remediation: 'Enrol one.', severity: 'high' }),
        createResult('u3', { status: 'manual' }),
        createResult('u4', { status: 'not_applicable' }),
      ],
    }),
  ]
  const run = toRecordedRun(createRun({ checks }))
  const counts: Partial<Record<Format, object>> = {
    ocsf: { entries: 4, pass: 1, fail: 1, manual: 1, not_applicable: 1, undecided: 0 },
    sarif: { entries: 4, pass: 1, fail: 1, manual: 1, not_applicable: 1, undecided: 0 },
    junit: { pass: 1, fail: 1, undecided: 0 },
  }

  test.each(Object.entries(counts))('%s', async (format, expected) => {
    const pieces = await Array.fromAsync(reports[format as Format].write([{ run }]))

    await using received = await receiveText(pieces.join(''))

    expect(received.head.received?.counts).toMatchObject(expected)
  })
})
