import { expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'

const path = '/v1/webhooks'
const scopesOfDetails = ['integrations:read', 'comments:read']
const hook = { name: 'Ours', sink: 'webhook', url: 'https://hooks.invalid/' }

/** A webhook that was told of a comment, with or without its text. */
async function openWithDelivery(details: boolean) {
  const world = await openApiHost()
  const { ask, keyOf } = world
  const { body: webhook } = await readAnswer(ask('POST', path, { body: { ...hook, details } }))
  await ask('POST', '/v1/comments', {
    body: { content: 'the text of a comment', entityId: 't', entityType: 'task', userId: 'ada' },
  })
  const { body: list } = await readAnswer(ask('GET', `${path}/${webhook.id}/deliveries`))
  const delivery = `${path}/${webhook.id}/deliveries/${list.data?.[0]?.id}`
  const keys = {
    narrow: await keyOf('acme', ['webhooks:write']),
    'without comments': await keyOf('acme', ['webhooks:write', 'integrations:read']),
    'without integrations': await keyOf('acme', ['webhooks:write', 'comments:read']),
    wide: await keyOf('acme', ['webhooks:write', ...scopesOfDetails]),
  }
  return { ...world, webhook, delivery, keys }
}

test('a delivery with details is read and repeated by those who may read the details elsewhere, and by nobody else', async () => {
  const { ask, delivery, keys } = await openWithDelivery(true)

  for (const [name, key] of Object.entries(keys)) {
    const read = await ask('GET', delivery, { key })
    const text = await read.text()
    const repeated = await ask('POST', `${delivery}/repeat`, { key })
    const mayRead = name === 'wide'
    expect([name, read.status, repeated.status]).toEqual([name, mayRead ? 200 : 403, mayRead ? 202 : 403])
    expect([name, text.includes('the text of a comment')]).toEqual([name, mayRead])
  }
})

test('a delivery without details is read and repeated by every key for webhooks', async () => {
  const { ask, delivery, keys } = await openWithDelivery(false)

  const read = await ask('GET', delivery, { key: keys.narrow })
  const repeated = await ask('POST', `${delivery}/repeat`, { key: keys.narrow })

  expect([read.status, repeated.status]).toEqual([200, 202])
  expect(await read.text()).not.toContain('the text of a comment')
})

test.each([
  [{ types: null }, 403],
  [{ types: ['comment.created'] }, 403],
  [{ details: true }, 403],
  [{ name: 'Renamed' }, 200],
  [{ types: null, details: false }, 200],
] as const)(
  'a key without the rights to the details changes %j of a webhook that has them: %i',
  async (body, status) => {
    const { ask, webhook, keys } = await openWithDelivery(true)
    const change = async (key: string) => (await ask('PATCH', `${path}/${webhook.id}`, { body, key })).status

    expect([await change(keys.narrow), await change(keys.wide)]).toEqual([status, 200])
  },
)
