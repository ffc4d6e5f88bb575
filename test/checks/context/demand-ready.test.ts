import { expect, test } from 'vitest'
import { demandReady } from '../../../src/checks/context/demand-ready.ts'
import type { AnyConnector, ReadyContext, VendorClient } from '../../../src/define/index.ts'
import { createConnectorWith } from '../../http/support.ts'

const context = { credentials: {} } as VendorClient & Pick<ReadyContext, 'credentials'>
const ask = (hooks: AnyConnector['hooks']) =>
  demandReady(createConnectorWith({ baseUrl: 'https://api.acme.example' }, hooks), context)

test('demandReady() has nothing to ask where the connector has no hook', async () => {
  await expect(ask({})).resolves.toBeUndefined()
})

test('demandReady() refuses credentials that the vendor does not know, and says what to do', async () => {
  const reject: AnyConnector['hooks'] = { ready: async (ctx) => ctx.reject('the key is of nobody. ') }

  await expect(ask(reject)).rejects.toMatchObject({
    code: 'AUTH_REJECTED',
    message: 'Acme does not accept the credentials: the key is of nobody. Reconnect with valid ones.',
  })
})

test('demandReady() hands on what the hook throws by itself: that is no word about the credentials', async () => {
  const broken = async () => {
    throw new TypeError('a mistake')
  }

  await expect(ask({ ready: broken })).rejects.toThrow(TypeError)
})
