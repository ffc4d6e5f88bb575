import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { type Options, ZipFile } from 'yazl'
import { isZipLargeEnough } from '../../../src/evidence/bundle/zip.ts'
import { catchError } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { listBundleProblems, verifySampleBundle, writeSampleBundle } from '../bundle.ts'

const names = ['run.json', 'exchanges.har', 'manifest.json', 'statement.intoto.jsonl']

type Entry = readonly [name: string, content: Buffer, options?: Partial<Options>]

/** The files of a good bundle, to be put into archives by another program. */
async function goodFiles(): Promise<readonly Entry[]> {
  const bundle = await writeSampleBundle()
  return names.map((name): Entry => [name, readFileSync(join(bundle, name)), { compress: false }])
}

async function archive(entries: readonly Entry[], comment = ''): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content, options = {}] of entries)
    zip.addBuffer(content, name, { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100600, ...options })
  zip.end({ comment, forceZip64Format: false })
  const path = join(createTempFolder(), 'crafted.zip')
  writeFileSync(path, await buffer(zip.outputStream))
  return path
}

/** Replaces bytes everywhere in a zip, local headers and directory alike. */
async function replaced(from: string, to: string): Promise<string> {
  const path = await writeSampleBundle({ name: 'b.zip' })
  const text = readFileSync(path, 'latin1')
  expect(text.split(from).length).toBeGreaterThan(2)
  writeFileSync(path, text.replaceAll(from, to), 'latin1')
  return path
}

test('a bundle as zip is read by other programs, entry for entry', async () => {
  const path = await writeSampleBundle({ name: 'b.zip' })
  const folder = await writeSampleBundle()

  const zip = await openPromise(path)
  const read = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    read.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))

  expect([...read.keys()]).toEqual(names)
  for (const name of names) expect(read.get(name)).toEqual(readFileSync(join(folder, name)))
})

describe('verifyBundle() refuses a zip', () => {
  test('of the same files that another program wrote', async () => {
    expect(await listBundleProblems(await archive(await goodFiles()))).toEqual([
      expect.stringMatching(/^crafted\.zip \| does not have the layout that Checkwright writes: byte \d+, outside/),
    ])
  })

  test('that is compressed, however far it would expand', async () => {
    const [run, ...others] = await goodFiles()
    const bomb: Entry = ['run.json', Buffer.alloc(100_000_000), { compress: true }]
    const compressed = await archive([...(run ? [bomb] : []), ...others])
    const before = process.memoryUsage().rss

    const problems = await listBundleProblems(compressed)

    expect(problems[0]).toBe('run.json | is compressed, and Checkwright stores files uncompressed.')
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  test('with an entry more, an entry less, or one twice', async () => {
    const files = await goodFiles()

    expect(await listBundleProblems(await archive([...files, ['readme.txt', Buffer.from('x')]]))).toContain(
      'readme.txt | does not belong to the bundle, because it is not signed.',
    )
    expect(await listBundleProblems(await archive(files.slice(1)))).toEqual(['run.json | is missing from the bundle.'])
    expect(await listBundleProblems(await archive([...files, ...files.slice(0, 1)]))).toContain(
      'run.json | is in the archive more than once.',
    )
  })

  test('with a symbolic link or a folder in place of a file', async () => {
    const [[name, content] = ['', Buffer.alloc(0)], ...others] = await goodFiles()

    const link = await archive([[name, content, { compress: false, mode: 0o120777 }], ...others])
    const folder = await archive([[name, content, { compress: false, mode: 0o040755 }], ...others])

    expect(await listBundleProblems(link)).toContain('run.json | is a symbolic link.')
    expect(await listBundleProblems(folder)).toContain('run.json | is not a plain file.')
  })

  test.each([
    ['leads out of its folder', '../x.jsn', /invalid relative path/],
    ['begins at the root', '/etc/run', /absolute path/],
    ['names a drive', 'c:/x.jsn', /absolute path/],
    ['leads out by backslashes', '..\\x.jsn', /invalid characters in fileName|invalid relative path/],
  ])('with a name that %s', async (_name, name, message) => {
    const path = await replaced('run.json', name)

    const problems = await listBundleProblems(path)

    expect(problems[0]).toMatch(message)
    expect(problems).toContain('run.json | is missing from the bundle.')
  })

  test('that is encrypted', async () => {
    const path = await writeSampleBundle({ name: 'b.zip' })
    const bytes = readFileSync(path)
    for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 1)) bytes[at + 8] = 1
    writeFileSync(path, bytes)

    expect((await listBundleProblems(path)).length).toBeGreaterThan(0)
  })

  test('with data before, after or a comment', async () => {
    const path = await writeSampleBundle({ name: 'b.zip' })
    const good = readFileSync(path)
    const after = join(createTempFolder(), 'after.zip')
    writeFileSync(after, Buffer.concat([good, Buffer.from('x')]))
    const before = join(createTempFolder(), 'before.zip')
    writeFileSync(before, Buffer.concat([Buffer.from('x'), good]))
    const commented = Buffer.concat([good, Buffer.from('hello')])
    commented.writeUInt16LE(5, good.length - 2)
    const comment = join(createTempFolder(), 'comment.zip')
    writeFileSync(comment, commented)

    expect(await catchError(verifySampleBundle(after))).toMatchObject({
      message: expect.stringMatching(/somebody cut it off or added to it\./),
    })
    expect((await listBundleProblems(before)).length).toBeGreaterThan(0)
    expect(await listBundleProblems(comment)).toEqual([expect.stringContaining('does not have the layout that')])
  })

  test('whose local header says something else than its directory', async () => {
    const path = await writeSampleBundle({ name: 'b.zip' })
    const bytes = readFileSync(path)
    // The name in the first local header alone.
    bytes.write('RUN.json', 30, 'latin1')
    writeFileSync(path, bytes)

    expect(await listBundleProblems(path)).toEqual([
      'b.zip | does not have the layout that Checkwright writes: byte 30, outside the content of its files, differs.',
    ])
  })

  test('that is cut off anywhere', async () => {
    const path = await writeSampleBundle({ name: 'b.zip' })
    const whole = readFileSync(path)

    for (const keep of [0, 10, Math.floor(whole.length / 2), whole.length - 30, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, keep))
      expect(await catchError(verifySampleBundle(path))).toMatchObject({ code: 'BUNDLE_INVALID' })
    }
  })

  test('with a changed field in it, and names that like in a folder', async () => {
    const path = await writeSampleBundle({ name: 'b.zip' })
    const text = readFileSync(path, 'latin1')
    writeFileSync(path, text.replace('"status":"fail","resource"', '"status":"pass","resource"'), 'latin1')

    expect(await listBundleProblems(path)).toEqual(['run.json | checks[0].results[1].status | was changed to "pass".'])
  })
})

test('isZipLargeEnough() is false from 4 GiB on: sizes have 32 bits', () => {
  expect(isZipLargeEnough([{ size: 2 ** 31 }, { size: 2 ** 30 }])).toBe(true)
  expect(isZipLargeEnough([{ size: 2 ** 31 }, { size: 2 ** 31 }])).toBe(false)
})
