import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'

test('"checkwright webhooks" makes, lists, tests, pauses, renews and deletes one, and shows its secret once', async () => {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  const runtime = await createRuntime({ connectors: [], store, publicUrl: 'http://127.0.0.1', worker: false })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.close()
  vi.unstubAllEnvs()
  const webhooks = (...args: string[]) => runCheckwright(['webhooks', ...args, '--store', store])
  const url = ['--url', 'https://tickets.example.com/hooks?key=in-the-query']

  const made = await webhooks('create', '--name', 'Tickets', ...url, '--type', 'finding.opened')
  const [first] = JSON.parse((await webhooks('list', '--json')).stdout)
  const tested = await webhooks('test', first.id)
  const deliveries = JSON.parse((await webhooks('deliveries', first.id, '--json')).stdout)
  const repeated = await webhooks('repeat', first.id, deliveries[0].id, '--json')
  const rotated = await webhooks('rotate-secret', first.id)
  const paused = await webhooks('pause', first.id)
  const listed = await webhooks()
  const chat = await webhooks(
    'create',
    '--name',
    'Chat',
    '--sink',
    'slack',
    '--url',
    'https://hooks.slack.example/T0/B0',
  )
  const unknown = await webhooks('test', 'nobody')
  const deleted = await webhooks('delete', first.id)

  expect(made.stdout).toMatch(/^whsec_\S+\n$/)
  expect(first).toMatchObject({
    target: 'https://tickets.example.com/hooks',
    types: ['finding.opened'],
    state: 'active',
  })
  expect([tested.exitCode, deliveries]).toMatchObject([0, [{ type: 'webhook.test', state: 'pending', attempts: 0 }]])
  expect(JSON.parse(repeated.stdout)).toMatchObject({ noticeId: deliveries[0].noticeId })
  expect(rotated.stdout).toMatch(/^whsec_\S+\n$/)
  expect(rotated.stdout).not.toBe(made.stdout)
  expect(paused.exitCode).toBe(0)
  expect(listed.stdout).toContain('paused (person)')
  expect(listed.stdout).not.toMatch(/whsec_|in-the-query/)
  expect(chat.exitCode).not.toBe(0)
  expect(chat.stderr).toContain('stdin')
  expect(unknown.stderr).toContain('There is no webhook "nobody"')
  expect([deleted.exitCode, JSON.parse((await webhooks('--json')).stdout)]).toEqual([0, []])
})
