import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepBytes, yieldOnce } from '../../../src/service/files/keep-file.ts'
import { createObjectMemory } from '../../../src/service/store/objects/object-memory.ts'

test('keepBytes() counts and hashes what it keeps, however it is cut (property)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 }), async (chunks) => {
      const objects = createObjectMemory()
      const whole = Buffer.concat(chunks)

      const kept = await keepBytes(
        objects,
        'org',
        (async function* () {
          yield* chunks
        })(),
      )

      const stored = await objects.get({ organizationId: 'org', key: kept.objectKey })
      expect(whole.equals(Buffer.from(await new Response(stored).arrayBuffer()))).toBe(true)
      expect(kept).toMatchObject({
        sizeBytes: whole.byteLength,
        sha256: createHash('sha256').update(whole).digest('hex'),
      })
    }),
  )
})

test('keepBytes() hands on what reading the bytes throws', async () => {
  const broken = (async function* () {
    yield* yieldOnce(Buffer.from('a'))
    throw new Error('cut off')
  })()

  await expect(keepBytes(createObjectMemory(), 'org', broken)).rejects.toThrow('cut off')
})
