import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { writeRunText } from '../../../src/evidence/bundle/run-text.ts'
import { renderJson } from '../../../src/report/json.ts'
import { type Format, formats, reports } from '../../../src/report/reports.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'
import { joinPieces } from '../../report/records.ts'
import { ordinary } from '../../report/shapes.ts'

describe('checkwright report', () => {
  test('writes a kept run in every format as the run itself would have been', async () => {
    const cwd = createFolder({
      'run.json': await joinPieces(writeRunText(toRecordedRun(ordinary))),
      'printed.json': renderJson(ordinary),
    })

    for (const format of formats.filter((each) => each !== 'table' && each !== 'parquet'))
      await expectWritten(format, 'run.json', cwd)
    await expectWritten('json', 'printed.json', cwd)
  })

  test('takes a folder, prints a table without --format, and exits 0 for a run that failed', async () => {
    const cwd = createFolder({ 'run.json': renderJson(ordinary) })

    const { stdout, exitCode } = await runCheckwright(['report', '.'], { cwd })

    expect(stdout).toContain('✗ fail         Administrators sign in with a second factor')
    expect(stdout).toContain('7 checks: 2 error, 2 fail')
    expect(exitCode).toBe(0)
  })

  test('--baseline tells what changed since an earlier run, and says where that is about something else', async () => {
    const before = { ...ordinary, id: '0198c0dd-0000-7000-8000-000000000000', checks: ordinary.checks.slice(1) }
    const other = { ...ordinary, connectionId: 'c-2' }
    const cwd = createFolder({
      'run.json': renderJson(ordinary),
      'before.json': renderJson(before),
      'other.json': renderJson(other),
    })

    const fitting = await runCheckwright(['report', 'run.json', '--baseline', 'before.json'], { cwd })
    const unfit = await runCheckwright(['report', 'run.json', '--baseline', 'other.json'], { cwd })

    expect(fitting.stdout.replace(/\s+/g, ' ')).toContain(`Since run ${before.id}: 2 new, 1 persisting`)
    expect(unfit.stdout).not.toContain('Since run')
    expect(unfit.stderr).toContain('c-2')
    expect(unfit.exitCode).toBe(0)
  })

  test('refuses a result of a status that no count would hold, and names where it stands', async () => {
    const cwd = createFolder()
    const forged = {
      ...ordinary,
      checks: ordinary.checks.map((check, index) => ({ ...check, status: index === 3 ? 'fine' : check.status })),
    }
    writeFileSync(join(cwd, 'run.json'), JSON.stringify(forged))

    const { stderr, exitCode } = await runCheckwright(['report', 'run.json', '--format', 'html'], { cwd })

    expect(stderr).toMatch(/is not a run of Checkwright: checks\.3\.status/)
    expect(exitCode).toBe(6)
  })
})

async function expectWritten(format: Format, file: string, cwd: string): Promise<void> {
  const { stdout, stderr } = await runCheckwright(['report', file, '--format', format], { cwd })

  expect(stderr).toBe('')
  expect(stdout).toBe(await joinPieces(reports[format].write([{ run: toRecordedRun(ordinary), rest: `see ${file}` }])))
}
