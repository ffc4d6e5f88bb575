import { expect, test } from 'vitest'
import { sealedField } from '../../../../src/things/oauth-apps/pages/sealed-secrets.ts'
import { openPages } from '../../../app/pages/world.ts'
import { createAcmeConnector } from '../../runtime/acme.ts'
import { clients, startTestServers } from '../../runtime/world.ts'

const at = '/setup/acme'
const { clientId, clientSecret } = clients.body

async function openSetup() {
  const { urls } = await startTestServers()
  const { post, runtime } = await openPages({ connectors: [createAcmeConnector(urls)] })
  const send = async (path: string, fields: Record<string, string>) => {
    const { status, text } = await post(at, path, fields)
    return { status, text, held: new RegExp(`name="${sealedField}" value="([^"]+)"`).exec(text)?.[1] }
  }
  return { send, runtime }
}

test('a secret that the vendor refuses is not held, and the page says to type it again', async () => {
  const { send, runtime } = await openSetup()

  const refused = await send(`${at}/test`, { clientId, clientSecret: 'wrong-secret' })
  await runtime.oauthApps.set({ connector: 'acme', organizationId: 'acme', clientId, clientSecret })
  const beside = await send(`${at}/test`, { clientId, clientSecret: 'wrong-secret' })

  expect(refused.text).toContain('The vendor refuses the OAuth app')
  expect(refused.held).toBeUndefined()
  expect(refused.text).toContain('Secrets are not shown again. Enter the value again.')
  expect(refused.text).not.toContain('Leave the field empty')
  expect(beside.held).toBeUndefined()
  expect(beside.text).toContain(
    'The value that you entered is not kept. Enter it again, or leave the field empty to keep the saved value.',
  )
})

test('a secret is typed once without scripts: it is held through each button, until it is saved', async () => {
  const { send, runtime } = await openSetup()

  const tested = await send(`${at}/test`, { clientId, clientSecret })
  const shown = await send(`${at}/preview`, { clientId, clientSecret: '', [sealedField]: tested.held ?? '' })
  const again = await send(`${at}/test`, { clientId, clientSecret: '', [sealedField]: shown.held ?? '' })
  const saved = await send(at, { clientId, clientSecret: '', [sealedField]: again.held ?? '' })

  for (const page of [tested, shown, again]) {
    expect(page.text).toContain('The value that you entered is kept for 15 minutes. Leave the field empty to save it.')
    expect(page.text).not.toContain(clientSecret)
  }
  expect(again.text).not.toContain('The vendor refuses the OAuth app')
  expect(saved.status).toBe(303)
  const trial = await runtime.oauthApps.test({ connector: 'acme', organizationId: 'acme', clientId })
  expect(trial.outcome).not.toBe('refused')
})

test('a form with a mistake holds its secret too, but not for another value', async () => {
  const { send, runtime } = await openSetup()

  const mistaken = await send(at, { clientId: '', clientSecret })
  const other = await send(at, { clientId, clientSecret: '', [sealedField]: mistaken.held ?? '' })

  expect([mistaken.status, other.status]).toEqual([422, 422])
  expect(mistaken.held).toBeDefined()
  expect(await runtime.oauthApps.get({ connector: 'acme', organizationId: 'acme' })).toBeUndefined()
})
