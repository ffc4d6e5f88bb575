import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createObjectFolder } from '../../../../src/service/store/objects/object-folder.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

async function* chunks(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return names.filter((name) => statSync(name).isFile())
}

describe('createObjectFolder()', () => {
  test('gives back what it was given, to the same organization alone', async () => {
    const objects = createObjectFolder(createTempFolder())

    const { key } = await objects.put({ organizationId: '../acme/😀', bytes: chunks('a', '', 'b'.repeat(200_000)) })
    const stream = await objects.get({ organizationId: '../acme/😀', key })

    expect(await new Response(stream).text()).toBe(`a${'b'.repeat(200_000)}`)
    expect(await objects.get({ organizationId: 'other', key })).toBeUndefined()
  })

  test('keeps the same bytes twice apart, so that deleting one leaves the other', async () => {
    const objects = createObjectFolder(createTempFolder())
    const put = () => objects.put({ organizationId: 'acme', bytes: chunks('same') })
    const [one, two] = [await put(), await put()]

    await objects.delete({ organizationId: 'acme', ...one })
    await objects.delete({ organizationId: 'acme', ...one })

    expect(await objects.get({ organizationId: 'acme', ...one })).toBeUndefined()
    expect(await new Response(await objects.get({ organizationId: 'acme', ...two })).text()).toBe('same')
  })

  test('keeps nothing of bytes that break off', async () => {
    const folder = createTempFolder()
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('reset')
    }

    const put = createObjectFolder(folder).put({ organizationId: 'acme', bytes: broken() })

    await expect(put).rejects.toThrow('reset')
    expect(filesIn(folder)).toEqual([])
  })

  test('sweeps away what killed processes left a day ago, and nothing that is still arriving', async () => {
    const folder = createTempFolder()
    mkdirSync(join(folder, 'incoming'))
    for (const name of ['old', 'new']) writeFileSync(join(folder, 'incoming', name), name)
    utimesSync(join(folder, 'incoming', 'old'), new Date(0), new Date(Date.now() - 25 * 3_600_000))

    await createObjectFolder(folder).put({ organizationId: 'acme', bytes: chunks('x') })

    await expect.poll(() => readdirSync(join(folder, 'incoming'))).toEqual(['new'])
  })

  test('is readable by its owner alone', async () => {
    const folder = createTempFolder()

    await createObjectFolder(join(folder, 'objects')).put({ organizationId: 'acme', bytes: chunks('x') })

    const [file = ''] = filesIn(folder)
    expect([statSync(file).mode & 0o777, statSync(join(folder, 'objects')).mode & 0o777]).toEqual([0o600, 0o700])
  })

  test.each(['', '..', '../../etc/passwd', `${'a'.repeat(64)}-../../../../x`])(
    'has no object by the key %j',
    async (key) => {
      const objects = createObjectFolder(createTempFolder())

      await objects.delete({ organizationId: 'acme', key })

      expect(await objects.get({ organizationId: 'acme', key })).toBeUndefined()
    },
  )

  test('says in one error where it cannot keep files', async () => {
    const put = createObjectFolder('/dev/null/objects').put({ organizationId: 'acme', bytes: chunks('x') })

    await expect(put).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('/dev/null'),
    })
  })
})
