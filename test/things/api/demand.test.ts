import { expect, test } from 'vitest'
import { findConnectorOfRun } from '../../../src/things/api/demand.ts'
import { openPages } from '../../app/pages/world.ts'
import { formatSmallFile } from '../connectors/small-file.ts'

const baseUrl = 'https://api.acme.example'

test('findConnectorOfRun() is the version that judged the run, else what new connections get', async () => {
  const { runtime } = await openPages()
  const publish = async (version: string) => {
    const { sha256 } = await runtime.dataConnectors.add({ text: formatSmallFile({ baseUrl, version }), by: 'ada' })
    await runtime.dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'ada' })
    return sha256
  }
  const [first, second] = [await publish('1.0.0'), await publish('2.0.0')]
  const findVersion = async (sha256: string | undefined, id = 'acme') => {
    const source = sha256 === undefined ? {} : { source: { format: 'connector/v1', sha256 } as const }
    const head = { id, version: '0.0.0', ...source }
    return (await findConnectorOfRun(runtime, head))?.definition.version
  }

  expect([await findVersion(first), await findVersion(second)]).toEqual(['1.0.0', '2.0.0'])
  expect(await findVersion('0'.repeat(64))).toBe('2.0.0')
  expect(await findVersion(undefined)).toBe('2.0.0')
  expect(await findVersion(first, 'nobody')).toBeUndefined()
})
