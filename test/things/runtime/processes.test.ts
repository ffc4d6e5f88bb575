import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { leaseTtlMs } from '../../../src/auth/lease.ts'
import { systemClock } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import type { Task } from './children/use-connection.ts'
import { connect, openAcmeRuntime, runStored, type Servers, startTestServers } from './world.ts'

describe('several processes on one store', () => {
  test('refresh once: 4 processes with 25 requests and 25 sessions each, and the grant stays alive', async () => {
    const world = await startTestServers()
    const { runtime, task } = await shared(world)
    const children = await Promise.all([1, 2, 3, 4].map(() => ready({ ...task, times: 25 })))
    world.oauth.expireAccessTokens()

    const said = await Promise.all(children.map(({ go }) => go()))

    expect(said).toEqual(Array(4).fill({ run: 'pass', tests: 25 }))
    expect(refreshes(world)).toEqual([200])
    world.oauth.expireAccessTokens()
    expect(await runtime.connections.test(task.connectionId)).toEqual({ ok: true })
  })

  test('that die between the reply and keeping it: where refresh tokens rotate, a person has to reconnect', async () => {
    const world = await startTestServers()
    const { runtime, task } = await shared(world)
    const { go } = await ready({ ...task, dieAfterReply: true })
    world.oauth.expireAccessTokens()
    await expect(go()).rejects.toThrow('SIGKILL')

    const first = await runStored(runtime, task.connectionId)
    const second = await runStored(runtime, task.connectionId)

    expect(first.checks[0]?.error).toMatchObject({ kind: 'auth', code: 'AUTH_REFRESH_REJECTED' })
    expect(second.checks[0]?.error?.kind).toBe('auth')
    expect(await runtime.connections.get(task.connectionId)).toMatchObject({ state: 'needs_reauth' })
    // The one that was lost and the one that was refused: nobody asks a third time.
    expect(refreshes(world)).toEqual([200, 400])
  })

  test('that die between the reply and keeping it: where the refresh token stays, the next one recovers', async () => {
    const world = await startTestServers({ rotateRefreshTokens: false })
    const { runtime, task } = await shared(world)
    const { go } = await ready({ ...task, dieAfterReply: true })
    world.oauth.expireAccessTokens()
    await expect(go()).rejects.toThrow('SIGKILL')

    const result = await runStored(runtime, task.connectionId)

    expect(result.checks[0]).toMatchObject({ status: 'fail', complete: true })
    expect(await runtime.connections.get(task.connectionId)).toMatchObject({ state: 'active' })
    expect(refreshes(world)).toEqual([200, 200])
  })
})

/** A connection in a file that children may open. This process sees the leases of dead ones as over. */
async function shared(world: Servers) {
  const store = `sqlite:${join(createTempFolder(), 'store.db')}`
  const keys = makeKeyText()
  const clock = { ...systemClock, nowMs: () => Date.now() + leaseTtlMs + 1_000 }
  const { runtime } = await openAcmeRuntime(world, { store, keys, clock })
  const { id: connectionId } = await connect(runtime)
  const task: Task = { urls: world.urls, config: {}, store, keys, connectionId, times: 1, dieAfterReply: false }
  return { runtime, task }
}

const program = await locateChild(import.meta.url, 'children/use-connection.ts')

/** A child that has opened the store and waits. */
async function ready(task: Task): Promise<{ readonly go: () => Promise<unknown> }> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return {
    go: async () => {
      const ended = endOf(child)
      child.stdin.end('go\n')
      const said = await text(child.stdout)
      await ended
      return JSON.parse(said)
    },
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  const [code, signal] = await once(child, 'exit')
  if (signal !== null) throw new Error(`ended by ${signal}`)
  if (code !== 0) throw new Error(`ended with ${code}`)
}

function refreshes({ oauth }: Servers): number[] {
  return oauth.tokenRequests.filter(({ grantType }) => grantType === 'refresh_token').map(({ status }) => status)
}
