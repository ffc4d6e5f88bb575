import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { makeKeyText } from '../../../../src/service/store/keys/parse-keys.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { admin, createBrowserClient } from '../../../app/pages/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { publicUrl } from '../../runtime/world.ts'

test('/waivers says that there are more than it has counted', async () => {
  const url = `sqlite:${join(createTempFolder(), 'store.db')}`
  const store = await openStore(url)
  await store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })
  await store.waivers.insert(
    Array.from({ length: 1_002 }, (_, index) => ({
      id: `w${index}`,
      organizationId: 'acme',
      userId: 'ada',
      createdAtMs: 1,
      revokedAtMs: 2,
      waiver: { connector: 'acme', check: 'mfa', justification: 'Known.', approver: 'ada', expires: '2026-01-01' },
    })),
  )
  await store.close()
  const runtime = await createRuntime({ connectors: [], store: url, publicUrl, keys: makeKeyText(), worker: false })
  onTestFinished(() => runtime.close())
  const { get } = createBrowserClient(createHost({ runtime, session: { person: () => admin } }).fetch)

  const { text } = await get('/waivers?state=revoked')

  expect(text).toContain('<b>1,000+</b>')
  expect(text).toContain('50 of more than 1,000 accepted risks')
})
