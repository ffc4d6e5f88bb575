import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wholeRun } from '../../../src/checks/runs/recorded-run.ts'
import { importedAt, receiveText } from '../receive.ts'

const files = join(import.meta.dirname, '../files')

interface Expected {
  readonly tool: string
  readonly counts: Readonly<Record<string, number>>
  readonly oldestAt: string | undefined
}

const expected: Readonly<Record<string, Expected>> = {
  'prowler.ocsf.json': {
    tool: 'Prowler 5.6.0',
    counts: { entries: 7, pass: 2, fail: 2, manual: 1, not_applicable: 0, undecided: 2, muted: 1 },
    oldestAt: '2026-06-09T10:13:20.000Z',
  },
  'compliance.ocsf.jsonl': {
    tool: 'Scanner 2',
    counts: { entries: 7, pass: 1, fail: 1, manual: 1, not_applicable: 1, undecided: 3, muted: 0 },
    oldestAt: '2026-06-09T10:13:20.000Z',
  },
  'scanner.sarif': {
    tool: 'Scanner 1.0.0',
    counts: { entries: 7, pass: 1, fail: 2, manual: 1, not_applicable: 1, undecided: 2, muted: 1 },
    oldestAt: '2026-06-01T08:00:00.000Z',
  },
  'tests.junit.xml': {
    tool: 'runner',
    counts: { entries: 5, pass: 1, fail: 1, manual: 2, not_applicable: 0, undecided: 1, muted: 0 },
    oldestAt: '2026-06-01T08:00:00.000Z',
  },
  'powerpipe.json': {
    tool: 'Powerpipe',
    counts: { entries: 5, pass: 1, fail: 1, manual: 2, not_applicable: 0, undecided: 1, muted: 0 },
    oldestAt: undefined,
  },
  'scubagear.json': {
    tool: 'ScubaGear 1.5.0',
    counts: { entries: 6, pass: 1, fail: 2, manual: 2, not_applicable: 0, undecided: 1, muted: 1 },
    oldestAt: '2026-06-01T08:00:00.000Z',
  },
  'inspec.json': {
    tool: 'InSpec 6.8.1',
    counts: { entries: 6, pass: 1, fail: 1, manual: 2, not_applicable: 1, undecided: 1, muted: 1 },
    oldestAt: '2026-06-01T08:00:00.000Z',
  },
  'trivy.json': {
    tool: 'Trivy',
    counts: { entries: 8, pass: 1, fail: 4, manual: 2, not_applicable: 1, undecided: 0, muted: 1 },
    oldestAt: '2026-06-01T06:00:00.123Z',
  },
  'oscal.json': {
    tool: 'Assessor',
    counts: { entries: 4, pass: 2, fail: 1, manual: 1, not_applicable: 0, undecided: 0, muted: 0 },
    oldestAt: '2026-05-30T08:00:00.000Z',
  },
}

describe.each(Object.entries(expected))('%s', (name, { tool, counts, oldestAt }) => {
  const read = () => readFileSync(join(files, name))

  test('gives as many results out as it has in, by status', async () => {
    await using run = await receiveText(read())

    const { received, summary } = run.head
    expect([received?.tool.name, received?.tool.version].filter(Boolean).join(' ')).toBe(tool)
    expect(received?.counts).toEqual(counts)
    expect(received?.oldestAt).toBe(oldestAt)
    const { entries, muted: _, ...byStatus } = received?.counts ?? { entries: 0, muted: 0 }
    expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(entries)
    const { pass, fail, manual, not_applicable } = summary.results
    const undecided = run.head.checks.reduce((sum, check) => sum + (check.undecided?.count ?? 0), 0)
    expect({ pass, fail, manual, not_applicable, undecided }).toEqual(byStatus)
  })

  test('has no check that is complete, and no secret of the file in its results', async () => {
    await using run = await receiveText(read())

    const whole = await wholeRun(run)
    expect(whole.checks.filter(({ complete }) => complete)).toEqual([])
    expect(JSON.stringify(whole)).not.toContain('AKIAIOSFODNN7EXAMPLE')
    expect(whole.scoped).toBe(oldestAt === undefined ? true : undefined)
  })

  test('gives the same run whatever the sizes of its chunks, and again', async () => {
    const [one, other] = [await receiveText(read(), { id: 'r' }), await receiveText(read(), { id: 'r' })]

    expect(await wholeRun(one)).toEqual(await wholeRun(other))
  })

  test('is refused when it is cut off, wherever that is', async () => {
    const bytes = read()
    // What lies behind the last sign changes nothing, and lines may end anywhere between two of them.
    const whole = bytes.toString('utf8').trimEnd()
    const ends = [0.1, 0.35, 0.6, 0.85, 0.99].map((share) => Math.floor(whole.length * share))

    for (const end of ends)
      if (!name.endsWith('.jsonl') || whole[end] !== '\n')
        await expect(receiveText(whole.slice(0, end)), `${name} to ${end}`).rejects.toMatchObject({
          code: 'IMPORT_REFUSED',
        })
  })
})

test('a tool that silences a result never gives a pass', async () => {
  for (const name of Object.keys(expected)) {
    await using run = await receiveText(readFileSync(join(files, name)))
    for (const check of run.head.checks)
      for await (const result of run.results(check.id)) {
        const { status, muted } = result.evidence as { readonly status: string; readonly muted?: boolean }
        if (muted || /manual|skip|omitted|n\/a|exception|info|review|suppress/i.test(status))
          expect(result.status, `${name}: ${status}`).not.toBe('pass')
      }
  }
})

test('a result that is dated in the future is undecided, and its file counts for nothing if nothing dates it', async () => {
  const text = readFileSync(join(files, 'scanner.sarif'), 'utf8')
  await using future = await receiveText(text.replace('2026-06-01T08:00:00.000Z', '2030-06-01T08:00:00.000Z'))
  await using undated = await receiveText(text.replace('"startTimeUtc"', '"other"'))

  expect(future.head.received?.counts).toMatchObject({ pass: 0, fail: 0, undecided: 7 })
  expect(undated.head).toMatchObject({ scoped: true, received: { setAside: 'undated' } })
})

test('a file that is older than the newest of its source counts for nothing', async () => {
  const text = readFileSync(join(files, 'scanner.sarif'), 'utf8')
  await using older = await receiveText(text, { newestAtMs: importedAt.getTime() })
  await using newer = await receiveText(text, { newestAtMs: Date.parse('2026-05-01T00:00:00Z') })

  expect(older.head).toMatchObject({ scoped: true, received: { setAside: 'older' } })
  expect(newer.head.scoped).toBeUndefined()
})
