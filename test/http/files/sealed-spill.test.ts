import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SealedSpill } from '../../../src/http/files/sealed-spill.ts'

const mark = 'the-vendor-says-this'

function opened(): SealedSpill {
  const spill = new SealedSpill()
  onTestFinished(() => spill.close())
  return spill
}

/** Files that this process has open and that have no name any more. */
function nameless(): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith(' (deleted)') ? `/proc/self/fd/${fd}` : ''
      } catch {
        // Closed since the folder was listed.
        return ''
      }
    })
    .filter((path) => path !== '' && /checkwright-/.test(readlinkSync(path)))
}

describe('SealedSpill', () => {
  test('gives back what was added, of any size, in any order', async () => {
    const spill = opened()
    const parts = Array.from({ length: 60 }, (_each, index) =>
      randomBytes(index % 15 === 0 ? 300_000 : 20_000 * (index % 5)),
    )
    const places = []
    for (const part of parts) {
      places.push(spill.add([part.subarray(0, 5), part.subarray(5)]))
      // A slow disk may refuse some; this one is given time.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }

    for (const [index, place] of [...places.entries()].reverse())
      expect(
        place && Buffer.compare((await spill.read(place)) ?? Buffer.alloc(0), parts[index] ?? Buffer.alloc(1)),
      ).toBe(0)
  })

  test('copies, so that nobody can change what is kept', async () => {
    const spill = opened()
    const bytes = Buffer.from(mark)
    const place = spill.add([bytes])

    bytes.fill(0)

    expect(place && (await spill.read(place))?.toString()).toBe(mark)
  })

  test.skipIf(process.platform !== 'linux')(
    'leaves neither a name nor readable text on the disk (needs Linux)',
    async () => {
      const spill = opened()
      const first = spill.add([Buffer.from(mark.repeat(20_000))])
      const second = spill.add([Buffer.from(mark.repeat(20_000))])
      spill.add([Buffer.from(mark.repeat(20_000))])
      while (nameless().every((path) => readFileSync(path).byteLength === 0))
        await new Promise((resolve) => setTimeout(resolve, 1))

      const onDisk = Buffer.concat(nameless().map((path) => readFileSync(path)))

      expect(onDisk.byteLength).toBeGreaterThan(100_000)
      expect(onDisk.includes('vendor')).toBe(false)
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith('checkwright-') && name.length === 48)).toEqual([])
      expect([
        first && (await spill.read(first))?.byteLength,
        second && (await spill.read(second))?.byteLength,
      ]).toEqual([400_000, 400_000])
    },
  )

  test.skipIf(process.platform !== 'linux')('gives nothing that was changed on the disk (needs Linux)', async () => {
    const spill = opened()
    const before = new Set(nameless())
    const place = spill.add([Buffer.from(mark.repeat(20_000))])
    spill.add([Buffer.from(mark.repeat(20_000))])
    const ours = () => nameless().filter((path) => !before.has(path) && readFileSync(path).byteLength > 400_000)
    while (ours().length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    const [path = ''] = ours()
    const sealed = readFileSync(path)
    sealed[1000] = (sealed[1000] ?? 0) ^ 1

    writeFileSync(path, sealed)

    // It is in memory until the write has returned.
    const read = () => place && spill.read(place)
    while ((await read()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(await read()).toBeUndefined()
  })

  test('gives nothing that the disk did not take', async () => {
    const { TMPDIR } = process.env
    onTestFinished(() => {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    })
    process.env.TMPDIR = '/nowhere/at/all'
    const spill = opened()
    const first = spill.add([Buffer.from(mark.repeat(20_000))])
    const second = spill.add([Buffer.from(mark)])
    const read = () => first && spill.read(first)

    while ((await read()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(await read()).toBeUndefined()
    expect(second && (await spill.read(second))?.toString()).toBe(mark)
  })

  test('takes no more than it can write soon, and gives nothing after its end', async () => {
    const spill = opened()
    const large = Buffer.alloc(1024 * 1024)
    const taken = Array.from({ length: 20 }, () => spill.add([large])).filter((place) => place !== undefined)

    await spill.close()

    expect(taken.length).toBeGreaterThan(3)
    expect(taken.length).toBeLessThan(10)
    expect(taken[0] && (await spill.read(taken[0]))).toBeUndefined()
    expect(spill.add([large])).toBeUndefined()
  })
})
