import {
  type BundleFile,
  type BundleSource,
  type EvidenceProblem,
  isRecordFile,
  linksFile,
  marksFile,
  receivedFile,
  type FileDigest as SizedDigest,
} from '../bundle/bundle-source.ts'
import { computeDigests } from '../bundle/compute-digests.ts'
import { readSignedRun } from '../bundle/run-text.ts'
import { isConnectionHead, isCrossCheckHead, listInventoryDigests } from '../bundle/signed-run.ts'
import type { InTotoStatement } from '../bundle/statement.ts'

type NamedDigest = Pick<SizedDigest, 'name' | 'sha256'>

/**
 * Files that the statements name and this edition of the bundle leaves out, for somebody who may not read them. An edition leaves
 * out all inventories, and the exchanges that they were read from.
 */
export function listLeftOutFiles(
  { inventories, has }: BundleSource,
  statements: readonly InTotoStatement[],
): readonly NamedDigest[] {
  if (inventories.length > 0 || has(exchangesFile)) return []
  const subject = statements[0]?.subject ?? []
  if (!subject.some(({ name }) => isRecordFile(name))) return []
  const named = subject.filter(({ name }) => isReadFromPeople(name))
  return named.map(({ name, digest: { sha256 } }) => ({ name: name as BundleFile, sha256 }))
}

const exchangesFile = 'exchanges.har'

function isReadFromPeople(name: string): boolean {
  return name === exchangesFile || name === receivedFile || isRecordFile(name)
}

/** Exchanges, and files of inventories, that a statement does not name, or names and the bundle has not. */
export function findUnsignedFiles(
  source: BundleSource,
  statements: readonly InTotoStatement[],
  leftOut: readonly NamedDigest[],
): readonly EvidenceProblem[] {
  const optional = [exchangesFile, receivedFile] as const
  const there = new Set<string>([...source.inventories, ...optional.filter((file) => source.has(file))])
  const named = statements.map(({ subject }) => new Set(subject.map(({ name }) => name).filter(isReadFromPeople)))
  const all = new Set([...there, ...named.flatMap((names) => [...names])])
  return [...all].flatMap((file): EvidenceProblem[] => {
    if (!named.every((names) => names.has(file)))
      return [{ file, message: 'does not belong to the bundle, because it is not signed.' }]
    const isLeftOut = leftOut.some(({ name }) => name === file)
    return there.has(file) || isLeftOut ? [] : [{ file, message: 'is missing from the bundle.' }]
  })
}

/** The file that a run was made of is the one that its run names. */
export async function findOtherOriginal(source: BundleSource): Promise<readonly EvidenceProblem[]> {
  const { head } = await readSignedRun(() => source.read('run.json'))
  const named = isConnectionHead(head) ? head.received?.file.sha256 : undefined
  if (!source.has(receivedFile))
    return named === undefined ? [] : [{ file: receivedFile, message: 'is missing from the bundle.' }]
  const [digest] = await computeDigests(source, [receivedFile])
  return digest?.sha256 === named ? [] : [{ file: receivedFile, message: 'is another file than run.json names.' }]
}

/** The records of a bundle, or those that it leaves out, are those that its run names, all of them. */
export async function findOtherRecords(
  source: BundleSource,
  allLeftOut: readonly NamedDigest[],
): Promise<readonly EvidenceProblem[]> {
  const leftOut = allLeftOut.filter(({ name }) => isRecordFile(name))
  if (source.inventories.length + leftOut.length === 0) return []
  const { head } = await readSignedRun(() => source.read('run.json'))
  const named = new Map<string, string>(listInventoryDigests(head).map(({ file, digest }) => [file, digest]))
  const digests = [...(await computeDigests(source, source.inventories)), ...leftOut]
  const problems = digests.flatMap(({ name, sha256 }): EvidenceProblem[] => {
    // Their digests are signed with the statement. A run names only its records.
    if (name === marksFile || (name === linksFile && isCrossCheckHead(head))) return []
    const digest = named.get(name)
    named.delete(name)
    return digest === sha256 ? [] : [{ file: name, message: 'has other records than run.json names.' }]
  })
  const demanded = isCrossCheckHead(head) ? [linksFile, marksFile] : [marksFile]
  const missing = demanded.filter((file) => !digests.some(({ name }) => name === file))
  return [
    ...problems,
    ...missing.map((file) => ({ file, message: 'is missing from the bundle.' })),
    ...[...named.keys()].map((file) => ({ file, message: 'is named by run.json, and the bundle has no such file.' })),
  ]
}
