import { describe, expect, test } from 'vitest'
import { writeOcsfReport } from '../../src/report/ocsf.ts'
import { joinPieces } from './records.ts'
import { ordinary, shapes } from './shapes.ts'

interface Finding {
  readonly activity_id: number
  readonly type_uid: number
  readonly status_id: number
  readonly severity_id: number
  readonly time: number
  readonly message: string
  readonly finding_info: { readonly uid: string }
  readonly compliance: { readonly status_id: number; readonly status_code: string }
  readonly resources: readonly { readonly uid: string }[]
  readonly metadata: { readonly uid: string }
}

describe('writeOcsfReport()', () => {
  test('writes an event for each result, each check that could not tell, and each without results', async () => {
    const events = await findings('ordinary')

    expect(events).toHaveLength(20 + 2 + 1)
    expect(counts(events.map(({ compliance }) => `${compliance.status_id} ${compliance.status_code}`))).toEqual({
      '1 PASS': 16,
      '2 ERROR': 2,
      '2 MANUAL': 1,
      '3 FAIL': 3,
      '99 NOT_APPLICABLE': 1,
    })
  })

  test('tells the time in milliseconds', async () => {
    const [event] = await findings('ordinary')

    expect(event?.time).toBe(Date.parse(ordinary.finishedAt))
    expect(event?.time).toBeGreaterThan(1_000_000_000_000)
  })

  test('keeps the verdict of a waived failure and suppresses its event', async () => {
    const suppressed = (await findings('ordinary')).filter(({ status_id }) => status_id === 3)

    expect(suppressed.map(({ compliance, resources }) => [compliance.status_code, resources[0]?.uid])).toEqual([
      ['FAIL', 'u-6'],
    ])
  })

  test('creates, updates and closes findings by how they stand, under one uid, each event with its own', async () => {
    const events = await findings('compared')
    const activityOf = (id: string) =>
      events
        .filter(({ resources }) => resources[0]?.uid === id)
        .map(({ activity_id, type_uid, status_id }) => [activity_id, type_uid, status_id])

    expect(activityOf('u-3')).toEqual([[1, 200_301, 1]])
    expect(activityOf('u-6')).toEqual([[2, 200_302, 3]])
    expect(activityOf('session')).toEqual([[2, 200_302, 1]])
    expect(activityOf('u-7')).toEqual([[3, 200_303, 4]])
    expect(activityOf('u-9')).toEqual([[3, 200_303, 4]])
  })

  test.each(Object.keys(shapes))('gives every event of the run "%s" an id of its own', async (shape) => {
    const events = await findings(shape)

    expect(new Set(events.map(({ metadata }) => metadata.uid)).size).toBe(events.length)
  })
})

async function findings(shape: string): Promise<Finding[]> {
  const text = await joinPieces(writeOcsfReport(shapes[shape] ?? []))
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function counts(values: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]))
}
