import { expect, onTestFinished, test } from 'vitest'
import { demandDestination } from '../../../../src/things/connections/reading/demand-destination.ts'
import { admin, member, openPages } from '../../../app/pages/world.ts'
import { formatSmallFile, startSmallVendor } from '../../connectors/small-file.ts'

/** A connection whose connector now sends secrets to another server, or does not. */
async function startMoved({ isMoved = true } = {}) {
  const [own, other] = [await startSmallVendor(), await startSmallVendor()]
  const pages = await openPages({ allowPrivateNetwork: true })
  onTestFinished(async () => {
    await pages.runtime.close()
    await Promise.all([own.close(), other.close()])
  })
  const { dataConnectors, connections, connectors } = pages.runtime
  const publish = async (text: string) => {
    const { sha256 } = await dataConnectors.add({ text, by: 'operator' })
    await dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'operator' })
  }
  await publish(formatSmallFile({ baseUrl: own.url }))
  const { connection } = await connections.connect({
    connector: connectors.find(({ id }) => id === 'acme') as never,
    organizationId: 'acme',
    userId: 'bob',
    credentials: { api_key: 'sesame' },
  })
  if (connection === undefined) throw new Error('It is not connected.')
  await publish(formatSmallFile({ baseUrl: isMoved ? other.url : own.url, version: '2.0.0' }))
  return { ...pages, connection, keys: other.keys }
}

const forbidden = { code: 'API_FORBIDDEN', status: 403 }

test('a member may not send the secret of a connection to another server, and an admin may', async () => {
  const { runtime, connection } = await startMoved()

  await expect(demandDestination(runtime, connection, 'member')).rejects.toMatchObject(forbidden)
  await expect(demandDestination(runtime, connection, 'admin')).resolves.toBeUndefined()
  await expect(demandDestination(runtime, connection, undefined)).resolves.toBeUndefined()
})

test('a member may enter the secret again for a version that sends it to the same server', async () => {
  const { runtime, connection } = await startMoved({ isMoved: false })

  await expect(demandDestination(runtime, connection, 'member')).resolves.toBeUndefined()
})

test('the pages show a member who decides, and refuse the form; an admin sends the secret', async () => {
  const { get, post, visitor, connection, keys } = await startMoved()
  const form = `/connect/acme?connection=${connection.id}`
  visitor.person = member

  const page = await get(`/connections/${connection.id}`)
  const asked = await get(form)
  const sent = await post(`/connections/${connection.id}`, form, { 'credentials.api_key': 'open' })
  const keysOfMember = [...keys]
  visitor.person = admin
  const ofAdmin = await get(`/connections/${connection.id}`)
  const entered = await post(form, form, { 'credentials.api_key': 'open' })

  expect(page.text).toContain('an admin of your organization')
  expect(page.text).not.toContain('enter the secret or sign in again')
  expect([asked.status, sent.status]).toEqual([403, 403])
  expect(keysOfMember).toEqual([])
  expect(ofAdmin.text).toContain('enter the secret or sign in again')
  expect(entered.status).toBe(303)
  expect(keys).toContain('open')
})
