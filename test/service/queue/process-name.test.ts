import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createProcessName, hasEnded } from '../../../src/service/queue/process-name.ts'

test('hasEnded() says no of this process', () => {
  expect(hasEnded(createProcessName())).toBe(false)
})

test('hasEnded() says yes of a process of this machine that is gone', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const [place, , id] = createProcessName().split('/')

  expect(hasEnded([place, pid, id].join('/'))).toBe(true)
})

test('hasEnded() cannot tell of another machine, or of what is no name', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])

  expect([`elsewhere/${pid}/x`, 'x', ''].map(hasEnded)).toEqual([false, false, false])
})

test('createProcessName() gives no name twice', () => {
  expect(new Set(Array.from({ length: 100 }, createProcessName)).size).toBe(100)
})
