import { trimSlashes } from '../../../text/trim-slashes.ts'
import { isArchive, type NamedFiles, readArchive } from '../read-archive.ts'
import { type ChosenText, isCheckpoint, isProof } from './chosen-log.ts'

/** A file that a person chose, with its path in the folder that they chose. */
export interface ChosenFile {
  readonly path: string
  readonly blob: Blob
}

/** What was found in the chosen files: an archive, or a folder. */
export interface ChosenEvidence extends NamedFiles {
  readonly name: string
  /** Left out for a folder. */
  readonly archive?: Blob
}

/** Everything that a person gave. */
export interface ChosenContent {
  readonly evidence: readonly ChosenEvidence[]
  readonly proofs: readonly ChosenText[]
  readonly checkpoints: readonly ChosenText[]
  /** Names of files that are none of these. */
  readonly others: readonly string[]
}

/** The same with the key that was among it. */
export interface GatheredContent extends ChosenContent {
  /** A public key that the person chose as a file of its own. A key in a folder is part of what somebody sent. */
  readonly key?: string | undefined
}

const statement = 'statement.intoto.jsonl'

// A checkpoint has some 200 bytes, and a proof 2 kB in the largest of logs.
const textBytesMax = 100_000

const publicKeyPem = /^\s*-----BEGIN PUBLIC KEY-----/

/** Finds archives, folders that have a statement, and what was written beside them. A file below such a folder belongs to it. */
export async function gatherContent(chosen: readonly ChosenFile[]): Promise<GatheredContent> {
  let key: string | undefined
  const [proofs, checkpoints, others]: [ChosenText[], ChosenText[], string[]] = [[], [], []]
  const rest: ChosenFile[] = []
  const roots = findRoots(chosen)
  for (const file of chosen) {
    const { path: name, blob } = file
    // Files that were chosen one by one are in no folder, and what is beside them is among them.
    const isInside = roots.some((root) => root !== '' && name.startsWith(root))
    const text = !isInside && blob.size <= textBytesMax ? await blob.text() : ''
    if (!isInside && isProof(name)) proofs.push({ name, text })
    else if (isCheckpoint(text)) checkpoints.push({ name, text })
    else if (!name.includes('/') && publicKeyPem.test(text)) key ??= text
    else rest.push(file)
  }
  const folders = roots.map((root) => openFolder(root, rest))
  const archives: ChosenEvidence[] = []
  for (const { path: name, blob } of rest)
    if (roots.some((root) => name.startsWith(root))) continue
    else if (name.endsWith('.zip') || (await isArchive(blob)))
      archives.push({ name, ...(await readArchive(name, blob)), archive: blob })
    else others.push(name)
  return { evidence: [...folders, ...archives], proofs, checkpoints, others, key }
}

/** Folders with a statement that lie in no other. */
function findRoots(chosen: readonly ChosenFile[]): readonly string[] {
  return chosen
    .filter(({ path }) => path === statement || path.endsWith(`/${statement}`))
    .map(({ path }) => path.slice(0, -statement.length))
    .filter((root, _, all) => !all.some((other) => other !== root && root.startsWith(other)))
}

function openFolder(root: string, chosen: readonly ChosenFile[]): ChosenEvidence {
  const inside = chosen.filter(({ path }) => path.startsWith(root))
  const files = new Map(inside.map(({ path, blob }) => [path.slice(root.length), blob]))
  return { name: trimSlashes(root) || statement, files, problems: [] }
}
