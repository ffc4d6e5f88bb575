import { readFileSync } from 'node:fs'
import { dataConnectorIds } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { buildConnector, type CheckedFile, readCheckedFile, readConnector } from '../../src/data/read-connector.ts'

test.each(dataConnectorIds)('%s is the same connector from its file and from what the build keeps of it', (id) => {
  const name = `${id}.connector.yaml`
  const bytes = readFileSync(new URL(`../../connectors/${id}/${name}`, import.meta.url))
  const kept: CheckedFile = JSON.parse(JSON.stringify(readCheckedFile(name, bytes)))

  const [built, read] = [buildConnector(kept), readConnector(name, bytes)]

  expect(JSON.stringify(built)).toBe(JSON.stringify(read))
  expect(built.source?.sha256).toBe(kept.sha256)
})

test('a file that was not checked makes no connector', () => {
  const [id = ''] = dataConnectorIds
  const name = `${id}.connector.yaml`
  const kept = readCheckedFile(name, readFileSync(new URL(`../../connectors/${id}/${name}`, import.meta.url)))

  expect(() => buildConnector({ ...kept, file: { ...kept.file, posts: ['/never-sent'] } })).toThrow(
    'allows a POST that no list sends',
  )
})
