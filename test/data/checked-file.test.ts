import { readFileSync } from 'node:fs'
import { dataConnectorIds } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { buildConnector, type CheckedFile } from '../../src/data/build-connector.ts'
import { readConnectorFile } from '../../src/data/read-connector.ts'

test.each(dataConnectorIds)('%s is the same connector from its file and from what the build keeps of it', (id) => {
  const name = `${id}.connector.yaml`
  const bytes = readFileSync(new URL(`../../connectors/${id}/${name}`, import.meta.url))
  const { connector: read, checked } = readConnectorFile(name, bytes)
  const kept: CheckedFile = JSON.parse(JSON.stringify(checked))

  const built = buildConnector(kept)

  expect(JSON.stringify(built)).toBe(JSON.stringify(read))
  expect(built.source?.sha256).toBe(kept.sha256)
})

test('a file that was not checked makes no connector', () => {
  const [id = ''] = dataConnectorIds
  const name = `${id}.connector.yaml`
  const { checked } = readConnectorFile(name, readFileSync(new URL(`../../connectors/${id}/${name}`, import.meta.url)))

  expect(() => buildConnector({ ...checked, file: { ...checked.file, posts: ['/never-sent'] } })).toThrow(
    'allows a POST that no request sends',
  )
})
