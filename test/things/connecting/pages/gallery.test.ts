import { expect, test } from 'vitest'
import { connectorIds, connectors } from '../../../../connectors/index.ts'
import { isConnector } from '../../../../src/define/index.ts'
import { openPages } from '../../../app/pages/world.ts'

const shipped = (await Promise.all(connectorIds.map((id) => connectors[id]?.()))).filter(isConnector)

test('the gallery proposes twelve systems that are not connected yet, and has every one under its category', async () => {
  const { runtime, get } = await openPages({ connectors: shipped })
  const before = await get('/connect')
  await runtime.connections.create({
    connector: 'gitlab',
    organizationId: 'acme',
    credentials: { api_key: 'key', host: 'gitlab.com', group: '1' },
  })

  const after = await get('/connect')

  expect(listProposed(before.text)).toHaveLength(12)
  expect(listProposed(before.text)).toContain('gitlab')
  expect(listProposed(after.text)).toHaveLength(12)
  expect(listProposed(after.text)).not.toContain('gitlab')
  expect(listLinks(splitAtAll(after.text)[1]).toSorted()).toEqual(shipped.map(({ id }) => id).toSorted())
  expect(after.text).toMatch(/<h3>Devices<\/h3><ul><li data-search="addigy /)
})

test('the gallery shows cards with what it costs to connect to whoever asks for something', async () => {
  const { get } = await openPages({ connectors: shipped })

  const [byWord, byCategory] = [await get('/connect?q=hetzner'), await get('/connect?category=hr')]

  expect(listLinks(byWord.text)).toEqual(['hetzner'])
  expect(byWord.text).toContain('You enter')
  expect(listLinks(byCategory.text)).toEqual(['bamboohr', 'knowbe4'])
  expect(byCategory.text).not.toContain('id="often"')
})

function listProposed(text: string): readonly string[] {
  return listLinks(splitAtAll(text)[0])
}

function splitAtAll(text: string): readonly [string, string] {
  const [before = '', after = ''] = text.split('<h2 id="all">')
  return [before, after]
}

function listLinks(text: string): readonly string[] {
  return [...text.matchAll(/href="\/connect\/([a-z0-9-]+)"/g)].map(([, id = '']) => id)
}
