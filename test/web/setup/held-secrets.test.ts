import { expect, test } from 'vitest'
import { toForm } from '../../../src/web/form.ts'
import type { OwnSubmission } from '../../../src/web/page-route.ts'
import { heldField, holdSecrets, restoreSecrets } from '../../../src/web/setup/held-secrets.ts'
import { createAcmeConnector } from '../../runtime/acme.ts'
import { openRuntimeWith } from '../../runtime/world.ts'
import { admin, member } from '../world.ts'

const connector = createAcmeConnector({
  vendor: 'https://acme.example',
  authorizeUrl: 'https://acme.example/authorize',
  tokenUrl: 'https://acme.example/token',
  revokeUrl: 'https://acme.example/revoke',
})

test('a tested secret comes back to its own person and its own form only, and is nowhere readable', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [connector] })
  const submit = (fields: Record<string, string>, person = admin) =>
    ({ runtime, person, form: toForm(new URLSearchParams(fields)) }) as unknown as OwnSubmission
  const typed = { clientId: 'app', clientSecret: 'the-secret-1234' }
  const { sealed: held = '', names } = (await holdSecrets(submit(typed), connector)) ?? {}
  const read = async (fields: Record<string, string>, person = admin) =>
    (await restoreSecrets(submit({ [heldField]: held, ...fields }, person), connector)).form.text('clientSecret')

  expect(names).toEqual(['clientSecret'])
  expect(held).not.toContain('the-secret')
  expect(await read({ clientId: 'app' })).toBe('the-secret-1234')
  expect(await read({ clientId: 'app', clientSecret: 'another' })).toBe('another')
  expect(await read({ clientId: 'another-app' })).toBe('')
  expect(await read({ clientId: 'app' }, member)).toBe('')
  expect(await read({ clientId: 'app', [heldField]: `${held.slice(0, -4)}AAAA` })).toBe('')
  expect(await holdSecrets(submit({ clientId: 'app' }), connector)).toBeUndefined()
  expect(await holdSecrets(submit(typed), connector, { clientSecret: 'cannot be' })).toBeUndefined()
})
