import { Kysely, type Kysely as KyselyOf } from 'kysely'
import { expect, test } from 'vitest'
import { tellInOrder } from '../../../../src/service/store/sql/hook.ts'
import type { Schema } from '../../../../src/service/store/sql/tables.ts'

const tx = Object.create(Kysely.prototype) as KyselyOf<Schema>

test('tellInOrder() waits for each listener before the next one, in the transaction of the change', async () => {
  const heard: unknown[] = []
  const listen = (name: string) => async (given: KyselyOf<Schema>, event: string) => {
    await Promise.resolve()
    heard.push(`${name} ${event}`, given === tx)
  }

  await tellInOrder([listen('first'), listen('second')])(tx, 'run r1')

  expect(heard).toEqual(['first run r1', true, 'second run r1', true])
})

test('tellInOrder() throws what a listener throws, and asks no later one', async () => {
  const heard: string[] = []
  const tell = tellInOrder<string>([
    async () => {
      throw new Error('not now')
    },
    async (_tx, event) => void heard.push(event),
  ])

  await expect(tell(tx, 'run r1')).rejects.toThrow('not now')
  expect(heard).toEqual([])
})
