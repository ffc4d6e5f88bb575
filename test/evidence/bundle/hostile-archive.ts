import { crc32 } from 'node:zlib'
import fc from 'fast-check'

/** A file of an archive, and what its headers say of it, true or not. */
export interface HostileEntry {
  readonly name: Buffer
  readonly content: Buffer
  /** What the header before the file says. */
  readonly local: HeaderFields
  /** What the directory says. */
  readonly central: HeaderFields & {
    readonly name?: Buffer | undefined
    readonly comment: Buffer
    readonly mode: number
    /** Added to where the header is. */
    readonly shift: number
  }
}

interface HeaderFields {
  readonly flags: number
  readonly method: number
  /** Added to the true checksum and sizes. */
  readonly crc: number
  readonly size: number
  readonly packed: number
  readonly extra: Buffer
}

/** What the end of an archive says, and what is around it. */
export interface HostileEnding {
  readonly before: Buffer
  readonly after: Buffer
  readonly comment: Buffer
  readonly count: number
  readonly shift: number
  /** Whether an end of 64 bits comes before it, which says something else. */
  readonly zip64: boolean
}

const honest = { flags: 0, method: 0, crc: 0, size: 0, packed: 0, extra: Buffer.alloc(0) }
const honestEnding = {
  before: Buffer.alloc(0),
  after: Buffer.alloc(0),
  comment: Buffer.alloc(0),
  count: 0,
  shift: 0,
  zip64: false,
}

/** An honest entry, as we write it. */
export function makeEntry(name: string, content: Buffer): HostileEntry {
  const central = { ...honest, comment: Buffer.alloc(0), mode: 0o100600, shift: 0 }
  return { name: Buffer.from(name), content, local: honest, central }
}

/** An archive that says of itself what it is told to say (PKWARE APPNOTE 6.3). */
export function writeArchive(entries: readonly HostileEntry[], ending: HostileEnding = honestEnding): Buffer {
  const pieces: Buffer[] = [ending.before]
  const directory: Buffer[] = []
  let at = ending.before.length
  for (const { name, content, local, central } of entries) {
    const header = Buffer.concat([encode32(0x04034b50), encodeFields(name, content, local), name, local.extra])
    const named = central.name ?? name
    directory.push(
      Buffer.concat([
        ...[encode32(0x02014b50), encode16(0x030a), encodeFields(named, content, central)],
        ...[encode16(central.comment.length), encode16(0), encode16(0), encode32(central.mode * 0x1_0000)],
        ...[encode32(at + central.shift), named, central.extra, central.comment],
      ]),
    )
    pieces.push(header, content)
    at += header.length + content.length
  }
  const bytes = Buffer.concat(directory)
  const count = encode16(entries.length + ending.count)
  const end = [encode32(0x06054b50), encode32(0), count, count, encode32(bytes.length), encode32(at + ending.shift)]
  const large = ending.zip64 ? encodeZip64(at + bytes.length) : Buffer.alloc(0)
  return Buffer.concat([
    ...[...pieces, bytes, large, ...end, encode16(ending.comment.length), ending.comment, ending.after],
  ])
}

function encodeFields(
  name: Buffer,
  content: Buffer,
  { flags, method, crc, size, packed, extra }: HeaderFields,
): Buffer {
  return Buffer.concat([
    ...[encode16(10), encode16(flags), encode16(method), encode16(0), encode16(0x21), encode32(crc32(content) + crc)],
    ...[
      encode32(content.length + packed),
      encode32(content.length + size),
      encode16(name.length),
      encode16(extra.length),
    ],
  ])
}

/** An end that says that there are 2^40 files at another place. */
function encodeZip64(at: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50)
  end.writeBigUInt64LE(44n, 4)
  for (const place of [24, 32, 40, 48]) end.writeBigUInt64LE(2n ** 40n, place)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(BigInt(at), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

function encode16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(((value % 0x1_0000) + 0x1_0000) % 0x1_0000)
  return bytes
}

function encode32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(((value % 2 ** 32) + 2 ** 32) % 2 ** 32)
  return bytes
}

const lies = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  fc.integer({ min: -70_000, max: 70_000 }),
  fc.constant(-(2 ** 31)),
)
const nothing = { weight: 6, arbitrary: fc.constant(Buffer.alloc(0)) }
// The second is a field of 64 bits for sizes and a place, the third one for a name in Unicode.
const extras = fc.oneof(
  nothing,
  fc.constant(Buffer.from('01001800ffffffffffffff7fffffffffffffff7fffffffffffffff7f', 'hex')),
  fc.constant(Buffer.from('75700d00010000000072756e2e6a736f6e', 'hex')),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
)
const texts = fc.oneof(
  nothing,
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => Buffer.from(text)),
)
const fields = fc.record({
  flags: fc.constantFrom(0, 0, 0, 0, 1, 8, 0x800, 0x2000, 0xffff),
  method: fc.constantFrom(0, 0, 0, 0, 8, 9, 12, 14, 93, 99),
  crc: lies,
  size: lies,
  packed: lies,
  extra: extras,
})

/** Names that lead elsewhere, look like others, or are no names. */
const strangeNames = fc.constantFrom(
  ...[
    '../run.json',
    '/run.json',
    'C:\\run.json',
    '..\\run.json',
    'a/../run.json',
    './run.json',
    'RUN.JSON',
    'Run.json',
  ],
  ...[
    'run.json ',
    'run.json.',
    'run.json\0.txt',
    'run\u200b.json',
    'run.json\u202enosj',
    'ｒun.json',
    'run.jso\u0301n',
  ],
  ...['', '.', 'inventories/', 'inventories/../run.json', '__proto__', 'constructor', 'x'.repeat(70_000 % 0xffff)],
)

/** Archives of these files with lies in any number of places. */
export function arbitraryArchives(files: readonly (readonly [name: string, content: Buffer])[]): fc.Arbitrary<Buffer> {
  const entry = fc
    .record({
      index: fc.nat({ max: files.length - 1 }),
      name: fc.option(strangeNames, { freq: 5, nil: undefined }),
      content: fc.option(fc.uint8Array({ maxLength: 200 }), { freq: 5, nil: undefined }),
      local: fields,
      other: fc.boolean(),
      central: fields,
      comment: texts,
      shift: lies,
      mode: fc.constantFrom(0o100600, 0o100600, 0o100600, 0o120777, 0o40755, 0, 0o100644),
      alias: fc.option(strangeNames, { freq: 8, nil: undefined }),
    })
    .map(({ index, name, content, local, other, central, comment, shift, mode, alias }): HostileEntry => {
      const [ownName = '', ownContent = Buffer.alloc(0)] = files[index] ?? []
      return {
        name: Buffer.from(name ?? ownName),
        content: Buffer.from(content ?? ownContent),
        local,
        central: {
          ...(other ? central : local),
          comment,
          mode,
          shift,
          name: alias === undefined ? undefined : Buffer.from(alias),
        },
      }
    })
  const own = files.map(([name, content]) => makeEntry(name, content))
  const entries = fc.oneof(
    fc.array(entry, { maxLength: 8 }),
    // All that belongs there, and something else among it.
    fc
      .tuple(entry, fc.nat({ max: files.length }), fc.nat({ max: 1 }))
      .map(([each, at, gone]) => own.toSpliced(at, gone, each)),
    fc.shuffledSubarray(own),
  )
  const ending = fc.record({
    before: texts,
    after: texts,
    comment: texts,
    count: fc.constantFrom(0, 0, 0, 1, -1, 0x7fff),
    shift: lies,
    zip64: fc.boolean(),
  })
  return fc
    .tuple(entries, fc.oneof({ weight: 2, arbitrary: fc.constant(honestEnding) }, ending))
    .map(([all, end]) => writeArchive(all, end))
}
