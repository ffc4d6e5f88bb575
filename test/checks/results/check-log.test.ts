import { expect, test } from 'vitest'
import { CheckLog } from '../../../src/checks/results/check-log.ts'

const entry = (message: string) => ({ level: 'info', message, at: '2026-05-01T12:00:00.000Z' }) as never

test('CheckLog.add() keeps a thousand entries, and counts the others', () => {
  const log = new CheckLog()

  const kept = Array.from({ length: 1_200 }, (_, nth) => log.add(entry(`nth ${nth}`)))

  expect(kept.filter(Boolean)).toHaveLength(1_000)
  expect(log.entries).toHaveLength(1_000)
  expect(log.dropped).toBe(200)
})

test('CheckLog.add() keeps no entry behind one that it dropped, so that what is kept is a beginning', () => {
  const log = new CheckLog()

  const kept = [log.add(entry('a')), log.add(entry('x'.repeat(1024 * 1024))), log.add(entry('b'))]

  expect(kept).toEqual([true, false, false])
  expect(log.dropped).toBe(2)
})

test('CheckLog.append() takes an entry of the engine although the log is full', () => {
  const log = new CheckLog()
  log.add(entry('x'.repeat(1024 * 1024)))

  log.append(entry('One entry was dropped.'))

  expect(log.entries).toEqual([entry('One entry was dropped.')])
})
