import { expect, test } from 'vitest'
import { FairTurns } from '../../../../src/author/prove/panel/fair-turns.ts'

/** Works that end when somebody says so. */
function createWorks() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, begin, end }
}

test('FairTurns give an owner one turn at once, and others come before what else it asked for', async () => {
  const { begun, begin, end } = createWorks()
  const turns = new FairTurns({ atOnceMax: 2, waitingMax: 2 })

  const first = turns.take('greedy', begin('greedy 1'))
  turns.take('greedy', begin('greedy 2'))
  turns.take('greedy', begin('greedy 3'))
  turns.take('ada', begin('ada'))
  turns.take('bob', begin('bob'))

  expect(begun).toEqual(['greedy 1', 'ada'])
  expect(turns.take('greedy', begin('greedy 4'))).toBeUndefined()
  await end('ada')
  expect(begun).toEqual(['greedy 1', 'ada', 'bob'])
  await end('greedy 1')
  expect(await first).toBe('greedy 1')
  await end('bob')
  await end('greedy 2')
  expect(begun).toEqual(['greedy 1', 'ada', 'bob', 'greedy 2', 'greedy 3'])
})

test('FairTurns go on after a work that fails', async () => {
  const turns = new FairTurns({ atOnceMax: 1, waitingMax: 1 })

  const failed = turns.take('ada', () => Promise.reject(new Error('broken')))
  const next = turns.take('bob', () => Promise.resolve('done'))

  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
