import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyGrowth } from '../../../src/evidence/log/growth-proof.ts'
import { verifyLogProof } from '../../../src/evidence/log/log-proof.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { restoreBackup } from '../../../src/things/all-stores/backup/restore-backup.ts'
import { writeBackup } from '../../../src/things/all-stores/backup/write-backup.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import type { SignedHead } from '../../../src/things/log/log.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { afterFile } from '../../setup/after-file.ts'
import { copyPostgres, describePostgres, emptyPostgres, testPostgres } from '../../setup/postgres.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createWaiver } from '../all-stores/records.ts'
import { publicUrl } from '../runtime/world.ts'
import { type AttackedLeaf, type Attacker, openAttacker, quote } from './attacker.ts'

const organizationId = 'acme'
const keys = makeKeyText()
const times = isSoak ? 100 : 3

/** Where a kind of store is, and how somebody copies one without us. */
interface Place {
  readonly create: () => Promise<string>
  readonly createEmpty: () => Promise<string>
  readonly copy: (url: string) => Promise<string>
  /** What is on the disk, where it is one file. */
  readonly readBytes?: (url: string) => Promise<Buffer>
}

const sqliteUrl = async () => `sqlite:${join(createTempFolder(afterFile), 'log.db')}`
describe('SQLite', () =>
  describeLog({
    create: sqliteUrl,
    createEmpty: sqliteUrl,
    copy: async (url) => {
      const copied = await sqliteUrl()
      await copyFile(url.slice('sqlite:'.length), copied.slice('sqlite:'.length))
      return copied
    },
    readBytes: (url) => readFile(url.slice('sqlite:'.length)),
  }))
describePostgres('PostgreSQL', () =>
  describeLog({ create: testPostgres, createEmpty: emptyPostgres, copy: copyPostgres }),
)

/** What somebody does to the entries before a checkpoint. @param at one of them, and `other` another one */
const attacks: Readonly<Record<string, (scene: Scene, attacker: Attacker) => readonly string[]>> = {
  'rewrites what a record says': ({ at }) => [
    `update log_leaves set record = replace(record, '"salt":"', '"salt":"A') where number = ${at}`,
  ],
  'puts another record in its place': ({ at }, { forge }) => [
    `delete from log_leaves where number = ${at}`,
    forge(at, 1),
  ],
  'says that it is about something else': ({ at }) => [
    `update log_leaves set subject = 'another' where number = ${at}`,
  ],
  'drops an entry': ({ at }) => [`delete from log_leaves where number = ${at}`],
  'drops an entry and closes the gap': ({ at }) => [`delete from log_leaves where number = ${at}`, ...moveFrom(at, -1)],
  'cuts off the end': ({ at }) => [`delete from log_leaves where number >= ${at}`],
  'reorders two entries': ({ at, other }) => [
    `update log_leaves set number = -1 where number = ${at}`,
    `update log_leaves set number = ${at} where number = ${other}`,
    `update log_leaves set number = ${other} where number = -1`,
  ],
  'slips in an entry': ({ at }, { forge }) => [...moveFrom(at, 1), forge(at, 1)],
  'forks the log': ({ at, size }, { forge }) => [
    `delete from log_leaves where number >= ${at}`,
    forge(at, size - at + 10),
  ],
}

interface Scene {
  readonly at: number
  readonly other: number
  readonly size: number
}

/** In two steps, because no two rows may have one number in between. */
function moveFrom(number: number, by: number): readonly string[] {
  return [
    `update log_leaves set number = -number - 1 where number >= ${number}`,
    `update log_leaves set number = -number - 1 + ${by} where number < 0`,
  ]
}

function describeLog(place: Place): void {
  describe('with six checkpoints that were kept', () => {
    const scene = {} as { world: World; attacker: Attacker }
    const kept: SignedHead[] = []
    beforeAll(async () => {
      const world = await openWorld(await place.create())
      // The last ones have subtrees that the store keeps.
      for (const size of [2, 17, 64, 130, 256, 300]) kept.push(await world.growTo(size))
      const attacker = await openAttacker(world.url, organizationId)
      await attacker.keep()
      Object.assign(scene, { world, attacker })
    })

    test.each(Object.entries(attacks))(
      `log.compare() and an auditor from outside find who %s, ${times} of ${times} times`,
      async (_, attack) => {
        const { world, attacker } = scene
        const leaves = await attacker.listLeaves()

        await fc.assert(
          fc.asyncProperty(
            ...([fc.nat(4), fc.integer({ min: 1, max: 5 }), fc.nat(), fc.nat(), fc.boolean()] as const),
            async (first, later, place, further, mends) => {
              const [early, late] = [kept[first], kept[Math.min(first + later, 5)]]
              if (early === undefined || late === undefined) throw new TypeError('there are six checkpoints')
              const at = place % early.size
              const other = (at + 1 + (further % (leaves.length - 1))) % leaves.length
              await attacker.run(...attack({ at, other, size: leaves.length }, attacker))
              if (mends) await attacker.mendTree()

              const found = await Promise.all([early, late].map((each) => world.compare(each)))
              const seen = await lookFromOutside(world, early, leaves[at])
              await attacker.undo()

              for (const outcome of found) expect(['older', 'missing', 'other']).toContain(outcome)
              expect(seen).not.toEqual({ isConsistent: true, isProven: true })
            },
          ),
          { numRuns: times },
        )
        expect(await world.compare(kept[0])).toBe('grown')
        expect(await lookFromOutside(world, kept[0], leaves[1])).toEqual({ isConsistent: true, isProven: true })
      },
    )
  })

  test('log.compare() says how many records were destroyed, because nobody can tell what they said', async () => {
    const world = await openWorld(await place.create())
    const kept = await world.growTo(20)
    const attacker = await openAttacker(world.url, organizationId)
    await attacker.run("update log_leaves set record = null, subject = 'another' where number in (3, 5)")

    expect(await world.runtime.log.compare(organizationId, kept.checkpoint)).toMatchObject({
      outcome: 'same',
      destroyed: 2,
    })
  })

  test('log.prove() hands out no proof that leads nowhere', async () => {
    const world = await openWorld(await place.create())
    await world.growTo(20)
    const attacker = await openAttacker(world.url, organizationId)
    const [leaf] = await attacker.listLeaves()
    await attacker.run(`update log_leaves set hash = ${quote(Buffer.alloc(32).toString('base64'))} where number = 1`)

    await expect(world.prove(leaf)).rejects.toMatchObject({ code: 'LOG_DAMAGED' })
  })

  test('a backup that was restored shows as one, and what is entered after it is a fork', async () => {
    const world = await openWorld(await place.create())
    const early = await world.growTo(5)
    const backup = join(createTempFolder(), 'store.backup')
    await writeBackup(world.url, backup)
    const late = await world.growTo(9)
    await world.close()

    const url = await place.createEmpty()
    await restoreBackup(backup, url)
    const restored = await openWorld(url)
    const compare = (head: SignedHead) => restored.runtime.log.compare(organizationId, head.checkpoint)

    expect(await compare(late)).toMatchObject({ outcome: 'older', now: { size: 6 }, restored: { number: 5 } })
    expect(await compare(early)).toMatchObject({ outcome: 'grown', restored: undefined })
    const fork = await restored.growTo(12)
    expect(await compare(late)).toMatchObject({ outcome: 'other', restored: { number: 5 } })
    expect(await compare(early)).toMatchObject({ outcome: 'grown' })
    expect(await isConsistent(restored, late)).toBe(false)
    expect(await isConsistent(restored, early)).toBe(true)
    expect(fork.origin).toBe(late.origin)
  })

  test('a copy of the database that was put back shows too, although it says nothing itself', async () => {
    const world = await openWorld(await place.create())
    const early = await world.growTo(5)
    await world.close()
    const copied = await place.copy(world.url)
    const again = await openWorld(world.url)
    const late = await again.growTo(9)

    const restored = await openWorld(copied)
    const outcome = (head: SignedHead) => restored.compare(head)

    expect([await outcome(early), await outcome(late)]).toEqual(['same', 'older'])
    await restored.growTo(9)
    expect([await outcome(early), await outcome(late)]).toEqual(['grown', 'other'])
    await restored.growTo(12)
    expect([await outcome(early), await outcome(late)]).toEqual(['grown', 'other'])
  })

  test('destroyed secrets take the records along, and what is left cannot be guessed', async () => {
    const world = await openWorld(await place.create())
    const kept = await world.growTo(3)
    // Waits for its number.
    await world.enter(3, 1)
    const attacker = await openAttacker(world.url, organizationId)
    const secrets = [...(await attacker.dump()).matchAll(/\\"(?:salt|content)\\":\\"([\w-]{22,})\\"/g)].map(
      ([, each = '']) => each,
    )
    expect(secrets).toHaveLength(8)

    await world.runtime.organizations.shred(organizationId)
    await world.close()

    const left = [await attacker.dump(), await place.readBytes?.(world.url)]
    for (const secret of secrets) expect(left.find((each) => each?.includes(secret))).toBeUndefined()
    const again = await openWorld(world.url)
    expect(await again.runtime.log.compare(organizationId, kept.checkpoint)).toMatchObject({
      outcome: 'grown',
      destroyed: 4,
    })
  })
}

/** What an auditor sees who has a checkpoint, the key, and what the service answers. */
async function lookFromOutside(world: World, kept: SignedHead | undefined, leaf: AttackedLeaf | undefined) {
  if (kept === undefined) throw new TypeError('there is a checkpoint')
  const proof = await world.prove(leaf).catch(() => undefined)
  const shown = proof === undefined ? undefined : await verifyLogProof(proof, world.verifiersOf)
  const isProven = typeof shown === 'object' && shown.number === leaf?.number && shown.record.id === leaf.id
  return { isConsistent: await isConsistent(world, kept), isProven }
}

async function isConsistent({ runtime, verifiersOf }: World, { checkpoint, size }: SignedHead) {
  try {
    const proof = await runtime.log.proveConsistency(organizationId, { from: size })
    return (await verifyGrowth(checkpoint, JSON.stringify(proof), verifiersOf)).outcome === 'grown'
  } catch {
    return false
  }
}

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld(url: string) {
  const runtime: Runtime = await createRuntime({ connectors: [], store: url, keys, publicUrl, worker: false })
  const store = await openStore(url)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await Promise.all([runtime.close(), store.close()])
  }
  afterFile(close)
  if ((await runtime.organizations.get(organizationId)) === undefined)
    await runtime.organizations.create({ id: organizationId, name: 'Acme' })
  const key = publicKeyOf((await runtime.signing.signer()).publicKey)
  const head = () => runtime.log.head(organizationId)
  const enter = (from: number, count: number) =>
    store.waivers.insert(Array.from({ length: count }, (_, index) => createWaiver(`w-${from + index}`, organizationId)))
  return {
    url,
    runtime,
    close,
    head,
    enter,
    verifiersOf: (name: string) => [{ name, key }],
    compare: async (kept: SignedHead | undefined) =>
      (await runtime.log.compare(organizationId, kept?.checkpoint ?? '')).outcome,
    prove: (leaf: AttackedLeaf | undefined) =>
      runtime.log.prove(organizationId, { kind: 'waiver.made', subject: leaf?.subject ?? '' }),
    growTo: async (size: number): Promise<SignedHead> => {
      const now = await head()
      await enter(now.size, size - now.size)
      return head()
    },
  }
}
