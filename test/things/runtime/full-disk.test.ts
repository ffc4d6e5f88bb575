import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { leaseTtlMs } from '../../../src/auth/lease.ts'
import { systemClock } from '../../../src/define/index.ts'
import { StoreError } from '../../../src/errors/index.ts'
import { describePostgres, queryPostgres, testPostgres } from '../../setup/postgres.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { startTokenGate } from './token-gate.ts'
import { connect, openAcmeRuntime, startTestServers } from './world.ts'

/** A store whose disk a test can fill and free. */
interface Disk {
  readonly url: string
  fill(): void | Promise<void>
  free(): void | Promise<void>
}

describe('a full disk under SQLite', () => spendsNoToken(smallDisk))
describePostgres('a full disk under PostgreSQL', () => spendsNoToken(fullDatabase))

function spendsNoToken(newDisk: (context: TestContext) => Promise<Disk>): void {
  test('between the reply and keeping it loses no rotated token: it is kept once there is space', async (context) => {
    const { runtime, id, gate, disk, world, lines, later } = await connected(await newDisk(context))
    world.oauth.expireAccessTokens()
    gate.after = () => disk.fill()

    const full = await runtime.connections.test(id).catch((error: unknown) => error)
    gate.after = () => undefined
    await disk.free()
    // If nothing could be written, the lease could not be released either.
    later.ms = leaseTtlMs + 1_000
    const freed = await runtime.connections.test(id)

    expect(full).toBeInstanceOf(StoreError)
    expect(full).toMatchObject({ message: expect.stringContaining('no space left') })
    expect(freed).toEqual({ ok: true })
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token'])
    expect(lines.map(({ message }) => message)).toContain('Refreshed tokens could not be kept')
    // The stored token is the new refresh token, and not the used one.
    world.oauth.expireAccessTokens()
    expect(await runtime.connections.test(id)).toEqual({ ok: true })
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('leaves the access token in use that still lives, though it is time for another', async (context) => {
    const { runtime, id, gate, disk, later } = await connected(await newDisk(context))
    await disk.fill()
    later.ms = 3_590_000

    const full = await runtime.connections.test(id)
    await disk.free()
    const freed = await runtime.connections.test(id)

    expect([full, freed]).toEqual([{ ok: true }, { ok: true }])
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token'])
  })
}

async function connected(disk: Disk) {
  const world = await startTestServers()
  const gate = await startTokenGate(world.urls.tokenUrl)
  const later = { ms: 0 }
  const clock = { ...systemClock, nowMs: () => Date.now() + later.ms }
  const { runtime, lines } = await openAcmeRuntime(world, { store: disk.url, clock, config: { tokenUrl: gate.url } })
  const { id } = await connect(runtime)
  return { runtime, id, gate, disk, world, lines, later }
}

/** A file system of its own, which takes the right to mount one. */
async function smallDisk(context: TestContext): Promise<Disk> {
  const folder = createTempFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    context.skip('a disk of its own to fill: this user may mount none')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const filler = join(folder, 'filler')
  return {
    url: `sqlite:${join(folder, 'data/store.db')}`,
    fill: () => {
      for (let size = 2 ** 20; size >= 1; size /= 2) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
        } catch (error) {
          expect(error).toMatchObject({ code: 'ENOSPC' })
        }
      }
    },
    free: () => rmSync(filler),
  }
}

/** PostgreSQL's own report of it, raised where credentials are written. */
async function fullDatabase(): Promise<Disk> {
  const url = await testPostgres()
  await queryPostgres(
    url,
    `create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  )
  return {
    url,
    fill: async () => {
      for (const table of ['credentials', 'leases'])
        await queryPostgres(
          url,
          `create trigger full_disk before insert or update on ${table} execute function refuse()`,
        )
    },
    free: async () => {
      for (const table of ['credentials', 'leases']) await queryPostgres(url, `drop trigger full_disk on ${table}`)
    },
  }
}
