import { expect, test } from 'vitest'
import { labelConnections, readConnectionChoice } from '../../../../src/things/connections/pieces/connection-choice.tsx'
import type { Connection } from '../../../../src/things/runtime/runtime.ts'

const connect = (id: string, name?: string) => ({ id, name, connector: 'github', state: 'active' }) as Connection

const connections = [
  ...[connect('c-000001', 'Production'), connect('c-000002', 'Production EU'), connect('c-000003')],
  ...[connect('c-000004'), connect('c-000005', 'Production')],
]
const labels = labelConnections(connections, () => 'GitHub')

function read(given?: string) {
  const { id, typed, candidates } = readConnectionChoice(given, connections, labels)
  return [id, typed, candidates.length]
}

test('labelConnections() gives no two connections the same label', () => {
  expect([...labels.values()]).toEqual([
    ...['Production 000001', 'Production EU', 'GitHub 000003', 'GitHub 000004', 'Production 000005'],
  ])
})

test('readConnectionChoice() takes an id, a label, or a part that one label alone has, and tells the others', () => {
  expect(read()).toEqual([undefined, undefined, 0])
  expect(read('c-000004')).toEqual(['c-000004', undefined, 0])
  expect(read(' production eu ')).toEqual(['c-000002', undefined, 0])
  expect(read('hub 000003')).toEqual(['c-000003', undefined, 0])
  expect(read('production')).toEqual([undefined, 'production', 3])
  expect(read('nothing')).toEqual([undefined, 'nothing', 0])
})
