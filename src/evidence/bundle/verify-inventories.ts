import { type BundleSource, type EvidenceProblem, isRecordFile, linksFile, type RecordFile } from './bundle-source.ts'
import { computeDigests } from './compute-digests.ts'
import type { FileDigest as SizedDigest } from './manifest.ts'
import { readSignedRun } from './run-text.ts'
import { isCrossCheckHead, listInventoryDigests } from './signed-run.ts'
import type { Statement } from './statement.ts'

type FileDigest = Pick<SizedDigest, 'name' | 'sha256'>

/**
 * Files of inventories that the statements name and this edition of the bundle leaves out, for somebody who may not read them.
 * An edition leaves out all of them.
 */
export function listLeftOutInventories(
  { inventories }: BundleSource,
  statements: readonly Statement[],
): readonly FileDigest[] {
  if (inventories.length > 0) return []
  const named = statements[0]?.subject.filter(({ name }) => isRecordFile(name)) ?? []
  return named.map(({ name, digest: { sha256 } }) => ({ name: name as RecordFile, sha256 }))
}

/** Files of inventories that a statement does not name, or names and the bundle has not. */
export function findUnsignedInventories(
  source: BundleSource,
  statements: readonly Statement[],
  leftOut: readonly FileDigest[],
): readonly EvidenceProblem[] {
  const there = new Set<string>(source.inventories)
  const named = statements.map(({ subject }) => new Set(subject.map(({ name }) => name).filter(isRecordFile)))
  const all = new Set([...there, ...named.flatMap((names) => [...names])])
  return [...all].flatMap((file): EvidenceProblem[] => {
    if (!named.every((names) => names.has(file as never)))
      return [{ file, message: 'does not belong to the bundle, because it is not signed.' }]
    const isLeftOut = leftOut.some(({ name }) => name === file)
    return there.has(file) || isLeftOut ? [] : [{ file, message: 'is missing from the bundle.' }]
  })
}

/** The records of a bundle, or those that it leaves out, are those that its run names, all of them. */
export async function findOtherRecords(
  source: BundleSource,
  leftOut: readonly FileDigest[],
): Promise<readonly EvidenceProblem[]> {
  if (source.inventories.length + leftOut.length === 0) return []
  const { head } = await readSignedRun(() => source.read('run.json'))
  const named = new Map<string, string>(listInventoryDigests(head).map(({ file, digest }) => [file, digest]))
  const digests = [...(await computeDigests(source, source.inventories)), ...leftOut]
  const problems = digests.flatMap(({ name, sha256 }): EvidenceProblem[] => {
    // Its digest is signed with the statement; run.json says only that there is one.
    if (name === linksFile && isCrossCheckHead(head)) return []
    const digest = named.get(name)
    named.delete(name)
    return digest === sha256 ? [] : [{ file: name, message: 'has other records than run.json names.' }]
  })
  const isLinksMissing = isCrossCheckHead(head) && !digests.some(({ name }) => name === linksFile)
  return [
    ...problems,
    ...(isLinksMissing ? [{ file: linksFile, message: 'is missing from the bundle.' }] : []),
    ...[...named.keys()].map((file) => ({ file, message: 'is named by run.json, and the bundle has no such file.' })),
  ]
}
