import { type BundleSource, decodeText, receivedFile } from '../../../evidence/bundle/bundle-source.ts'
import { computeDigests } from '../../../evidence/bundle/compute-digests.ts'
import { readUnits } from '../../../evidence/bundle/manifest.ts'
import { readHarUnits } from '../../../evidence/bundle/read-har.ts'
import { readRunUnits } from '../../../evidence/bundle/run-text.ts'
import { readSignedLines } from '../../../evidence/bundle/signed-lines.ts'
import { joinBytes } from '../../../text/join-bytes.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { OpenedBundle } from '../blob-source.ts'
import { readPath, toList, toText } from './format-value.ts'

/** A result as it stands in its file. */
export interface ShownResult {
  /** `checks[2].results[17]` */
  readonly path: string
  readonly text: string
}

export interface ShownCheck {
  /** `checks[2]` */
  readonly path: string
  readonly value: unknown
  readonly results: readonly ShownResult[]
}

/** A run as its file has it; its members may be anything. */
export interface ShownRun {
  readonly members: ReadonlyMap<string, unknown>
  readonly checks: readonly ShownCheck[]
}

export async function readShownRun(source: BundleSource): Promise<ShownRun> {
  const members = new Map<string, unknown>()
  const checks: { path: string; value: unknown; results: ShownResult[] }[] = []
  if (!source.has('run.json')) return { members, checks }
  for await (const { path, text } of readRunUnits(source.read('run.json'))) {
    if (/\.results\[\d+\]$/.test(path)) checks.at(-1)?.results.push({ path, text })
    else if (path.startsWith('checks[')) checks.push({ path, value: parseJson(text), results: [] })
    else members.set(path, parseJson(text))
  }
  return { members, checks }
}

/** Where an exchange stands in its file. */
export interface ExchangePlace {
  /** `log.entries[12]` */
  readonly path: string
  readonly number: string
  readonly summary: string
  readonly start: number
  readonly end: number
}

export async function listExchanges(source: BundleSource): Promise<readonly ExchangePlace[]> {
  const places: ExchangePlace[] = []
  if (!source.has('exchanges.har')) return places
  for await (const { path, text, start, bytes } of readHarUnits(source.read('exchanges.har'))) {
    if (path === 'log') continue
    const entry = parseJson(text)
    const summary = [
      toText(readPath(entry, 'request', 'method')),
      toText(readPath(entry, 'request', 'url')),
      '→',
      toText(readPath(entry, 'response', 'status')),
    ]
    places.push({
      path,
      number: toText(readPath(entry, '_exchange')),
      summary: summary.join(' '),
      start,
      end: start + bytes,
    })
  }
  return places
}

export async function readExchange(source: BundleSource, { start, end }: ExchangePlace): Promise<unknown> {
  const pieces: Uint8Array[] = []
  for await (const piece of source.read('exchanges.har', { start, end })) pieces.push(piece)
  return parseJson(decodeText(joinBytes(pieces)).replace(/,$/, ''))
}

/** The records of a file, one a line. */
export async function readRecordLines(
  source: BundleSource,
  file: OpenedBundle['inventories'][number],
): Promise<readonly ShownResult[]> {
  const lines: ShownResult[] = []
  for await (const line of readUnits(file, source.read(file))) lines.push(line)
  return lines
}

/** A file as it is, and as the statement has it. */
export interface ShownFile {
  readonly name: string
  readonly size: number
  /** Left out for a file that is no part of a bundle. */
  readonly sha256?: string
  readonly signedSha256?: string | undefined
}

/** The files that are there, and those that the statement names. Whether the statement can be trusted, the verification says. */
export async function readShownFiles(source: OpenedBundle): Promise<readonly ShownFile[]> {
  const signed = new Map<string, string>()
  if (source.has('statement.intoto.jsonl')) {
    const { lines } = await readSignedLines(source)
    for (const subject of toList(readPath(parseJson(lines[0]?.payload ?? ''), 'subject')))
      signed.set(toText(readPath(subject, 'name')), toText(readPath(subject, 'digest', 'sha256')))
  }
  const known = [
    ...new Set([
      'run.json',
      'exchanges.har',
      receivedFile,
      ...source.inventories,
      'manifest.json',
      'statement.intoto.jsonl',
    ] as const),
  ]
  const digests = await computeDigests(
    source,
    known.filter((name) => source.has(name)),
  )
  const strangers = source.names.filter((name) => !known.some((each) => each === name))
  return [
    ...digests.map(({ name, sha256, size }) => {
      const signedSha256 = signed.get(name)
      return { name, sha256, size, signedSha256 }
    }),
    ...strangers.map((name) => ({ name, size: 0 })),
  ]
}
