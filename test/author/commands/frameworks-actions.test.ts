import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../app/command.ts'
import { createOutcome, run } from '../../checks/controls/support.ts'

function frameworks(cwd: string, ...args: readonly string[]) {
  return runCheckwright(['frameworks', ...args], { cwd })
}

const catalog = (title = 'Acme Controls') =>
  JSON.stringify({
    catalog: {
      metadata: { title, version: '1' },
      controls: [
        { id: 'a1', title: 'Accounts' },
        { id: 'a2', title: 'Logs' },
      ],
    },
  })
const profile = (ids: readonly string[], href = '../catalog/base.json') =>
  JSON.stringify({
    profile: {
      metadata: { title: 'Low', version: '1' },
      imports: [{ href, 'include-controls': [{ 'with-ids': ids }] }],
    },
  })

describe('checkwright frameworks', () => {
  test('lists what comes with Checkwright', async () => {
    const { stdout, exitCode } = await frameworks(createFolder({}))

    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/nist-csf-2\.0\s+106 controls, 51 mapped/)
    expect(stdout).toContain('nist-800-53-r5.moderate')
  })

  test.each([
    ['pr.aa-01', 'nist-csf-2.0 has no control "pr.aa-01". Did you mean PR.AA-01?'],
    ['nothing', 'nist-csf-2.0 has no control "nothing". "checkwright frameworks show nist-csf-2.0" lists all.'],
  ])('has a hint for somebody who asks for %s', async (control, message) => {
    const { stderr, exitCode } = await frameworks(createFolder({}), 'show', 'nist-csf-2.0', control)

    expect(exitCode).toBe(3)
    expect(stderr).toContain(message)
  })

  test('shows a control with the statements that it asks for, and what is related', async () => {
    const { stdout } = await frameworks(createFolder({}), 'show', 'nist-csf-2.0', 'PR.AA-01')

    expect(stdout).toContain('accounts-have-owners (needed):')
    expect(stdout).toContain('Related, and never counted: nist-800-53-r5')
  })

  test('shows the source, the licence and the mapping of a framework', async () => {
    const { stdout } = await frameworks(createFolder({}), 'show', 'asd-essential-eight')

    expect(stdout).toContain('CC BY 4.0')
    expect(stdout).toMatch(/Mapping: Checkwright, 2026-11-30, SHA-256 [0-9a-f]{64}/)
  })

  test('imports a file, which controls are then judged by, and a second version beside it', async () => {
    const cwd = createFolder({ 'base.json': catalog(), 'next.json': catalog().replace('"1"', '"2"') })

    const first = await frameworks(cwd, 'import', 'base.json')
    const second = await frameworks(cwd, 'import', 'next.json')
    writeFileSync(
      join(cwd, 'run.json'),
      JSON.stringify(run([createOutcome({ controls: ['acme-controls-1:a1'] })], { at: new Date().toISOString() })),
    )
    const { stdout } = await runCheckwright(['controls', './acme-controls-1.framework.json', '--run', 'run.json'], {
      cwd,
    })

    expect([first.exitCode, second.exitCode]).toEqual([0, 0])
    expect(first.stdout).toContain('OSCAL catalog: 2 controls of "Acme Controls" in acme-controls-1.framework.json.')
    expect(JSON.parse(readFileSync(join(cwd, 'acme-controls-2.framework.json'), 'utf8')).controls).toHaveLength(2)
    expect(stdout).toMatch(/satisfied\s+a1/)
  })

  test('imports a profile with the catalog that stands beside it, wherever its address points', async () => {
    const cwd = createFolder({ 'base.json': catalog(), 'low.json': profile(['a2']) })

    const { stdout } = await frameworks(cwd, 'import', 'low.json', '--id', 'low', '--json')

    expect(JSON.parse(stdout)).toMatchObject({ format: 'OSCAL profile', id: 'low', controls: 1 })
  })

  test.each([
    ['it reads itself', { 'low.json': profile(['a1'], 'low.json') }, 'low.json', 'leads back to "low.json"'],
    ['it is no framework', { 'x.json': '{"a":1}' }, 'x.json', 'x.json:1:1'],
    ['an id stands twice', { 'x.json': catalog().replace('a2', 'a1') }, 'x.json', '"a1" is listed twice'],
    ['it is not there', {}, 'x.json', 'cannot be read'],
  ])('imports nothing if %s', async (_why, files, file, message) => {
    const cwd = createFolder(files)

    const { exitCode, stderr } = await frameworks(cwd, 'import', file)

    expect(exitCode).not.toBe(0)
    expect(stderr).toContain(message)
  })

  test('does not write over a file that is there', async () => {
    const cwd = createFolder({ 'base.json': catalog() })
    await frameworks(cwd, 'import', 'base.json')

    expect((await frameworks(cwd, 'import', 'base.json')).stderr).toContain('is there already')
  })
})
