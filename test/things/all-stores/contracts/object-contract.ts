import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { addOrganizations } from '../records.ts'

/** The contract of every store for the bytes of files. */
export function describeObjectContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    return store.objects
  }

  describe(`${name}: objects`, () => {
    test.each([0, 1, 256 * 1024, 700_001])('get() gives the %i bytes that put() was given', async (size) => {
      const objects = await open()
      const bytes = randomBytes(size)

      const { key } = await objects.put({ organizationId: 'acme', bytes: inPieces(bytes) })

      const kept = await objects.get({ organizationId: 'acme', key })
      expect(kept && digest(await buffer(kept))).toBe(digest(bytes))
    })

    test('get() and delete() reach no object of another organization; delete() leaves the same bytes put again', async () => {
      const objects = await open()
      const [one, two] = [await put(objects, 'same'), await put(objects, 'same')]

      await objects.delete({ organizationId: 'other', key: one })
      await objects.delete({ organizationId: 'acme', key: 'unknown' })
      await objects.delete({ organizationId: 'acme', key: two })

      expect(await read(objects, 'other', one)).toBeUndefined()
      expect(await read(objects, 'acme', one)).toBe('same')
      expect(await read(objects, 'acme', two)).toBeUndefined()
    })

    test('sweep() deletes what has no file, one at a time, and goes on after the last key that it is done with', async () => {
      const objects = await open()
      // A folder may be that of two stores.
      if (!objects.sweep) return expect(name).not.toContain('postgres')
      const keys = []
      for (let n = 0; n < 6; n++) keys.push(await put(objects, `file ${n}`))
      const named = new Set(keys.slice(0, 3))
      const looked: number[] = []
      const gone: number[] = []
      for (let after: string | undefined, isOver = false; !isOver; isOver = after === undefined) {
        const namedOf = async (some: readonly string[]) => {
          looked.push(some.length)
          return named
        }
        const swept = await objects.sweep(namedOf, { after, limit: 2, olderThanMs: -60_000 })
        gone.push(swept.gone)
        after = swept.last
      }
      const young = await objects.sweep(async () => new Set(), { limit: 9, olderThanMs: 60_000 })

      expect(Math.max(...looked)).toBe(2)
      expect(Math.max(...gone)).toBe(1)
      const left = await Promise.all(keys.map((key) => read(objects, 'acme', key)))
      expect(left).toEqual(['file 0', 'file 1', 'file 2', undefined, undefined, undefined])
      expect(young).toEqual({ last: undefined, gone: 0 })
    })

    test('put() keeps nothing of what cannot be read to its end, and throws what reading threw', async () => {
      const objects = await open()
      const broken = new Error('the client went away')

      const putting = objects.put({ organizationId: 'acme', bytes: failing(broken) })

      await expect(putting).rejects.toBe(broken)
      expect(await read(objects, 'acme', await put(objects, 'next'))).toBe('next')
    })
  })
}

type Objects = Store['objects']

async function put(objects: Objects, text: string): Promise<string> {
  return (await objects.put({ organizationId: 'acme', bytes: inPieces(Buffer.from(text)) })).key
}

async function read(objects: Objects, organizationId: string, key: string): Promise<string | undefined> {
  const kept = await objects.get({ organizationId, key })
  return kept && (await buffer(kept)).toString()
}

/** In uneven pieces of one piece of memory that is used again, as sockets do. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const memory = Buffer.alloc(100_003)
  for (let start = 0; start < bytes.length; start += memory.length) {
    const length = Math.min(memory.length, bytes.length - start)
    memory.set(bytes.subarray(start, start + length))
    yield memory.subarray(0, length)
  }
}

async function* failing(error: Error): AsyncGenerator<Uint8Array> {
  yield randomBytes(300_000)
  throw error
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
