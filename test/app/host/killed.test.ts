import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const child = await locateChild(import.meta.url, 'children/post-comments.ts')
const kills = isSoak ? 30 : 2

test('a process killed under load has lost no comment that it answered with 201, and audited each', async () => {
  const options = {
    connectors: [],
    store: `sqlite:${createTempFolder()}/store.db`,
    keys: makeKeyText(),
    publicUrl: 'https://checks.example.com',
  }
  const before = await createRuntime(options)
  await before.organizations.create({ id: 'acme', name: 'Acme' })
  await before.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const { key } = await before.apiKeys.create({ organizationId: 'acme', scopes: ['comments:write'] })
  await before.close()
  const acknowledged: string[] = []

  for (let kill = 0; kill < kills; kill++) {
    const process_ = spawn(process.execPath, [child, JSON.stringify({ ...options, key })])
    let heard = ''
    process_.stdout.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      if (heard.split('\n').length > 30 + kill * 7) process_.kill('SIGKILL')
    })
    await once(process_, 'close')
    // A line that was cut off was not acknowledged to anybody.
    acknowledged.push(...heard.split('\n').slice(0, -1))
  }

  const after = await createRuntime(options)
  const filter = { organizationId: 'acme', entityType: 'task', entityId: 't', limit: 100_000 } as const
  const kept = await after.workspace.comments.list(filter)
  const audited = await after.audit.list({ organizationId: 'acme', limit: 100_000 })
  await after.close()
  const contents = kept.map(({ content }) => content)
  expect(acknowledged.length).toBeGreaterThan(kills * 30)
  expect(acknowledged.filter((content) => !contents.includes(content))).toEqual([])
  // Every change has its entry, and every acknowledged one its outcome.
  expect(audited.length).toBeGreaterThanOrEqual(kept.length)
  expect(audited.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(acknowledged.length)
  console.log(`${kills} kills: ${acknowledged.length} acknowledged, ${kept.length} kept, ${audited.length} audited`)
})
