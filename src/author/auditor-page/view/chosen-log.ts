import { toProofFile } from '../../../evidence/log/log-proof.ts'
import type { BundleLogEntry } from '../../../evidence/verification/find-log-entry.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { readPath, toText } from './format-value.ts'

/** A small file that a person gave. */
export interface ChosenText {
  readonly name: string
  readonly text: string
}

export function isProof(name: string): boolean {
  return name.endsWith('.proof.json')
}

/** Whether a text has the form of a checkpoint. Who signed it, it does not say. */
export function isCheckpoint(text: string): boolean {
  return /^[^\s+]+\n\d+\n[A-Za-z0-9+/]{43}=\n\n\u2014 /u.test(text)
}

/** The proofs that a person gave, for the bundles that they belong to, and what came of them. */
export interface ChosenLog {
  /** The proof beside a bundle: of its name, or about its run. */
  take(bundle: string, runId: unknown): ChosenText | undefined
  /** Proofs about runs of a package. */
  readonly proofs: readonly (ChosenText & { readonly runId: string })[]
  /** Keeps what was proven. */
  keep(entry: BundleLogEntry): void
  readonly entries: readonly BundleLogEntry[]
  /** Proofs that belong to nothing. */
  listLeft(): readonly (ChosenText & { readonly runId: string })[]
}

export function openChosenLog(files: readonly ChosenText[]): ChosenLog {
  const proofs = files.map((each) => ({ ...each, runId: readSubject(each.text) }))
  const taken = new Set<ChosenText>()
  const entries: BundleLogEntry[] = []
  return {
    take: (bundle, runId) => {
      const found =
        proofs.find(({ name }) => name === toProofFile(bundle)) ?? proofs.find((each) => each.runId === runId)
      if (found) taken.add(found)
      return found
    },
    proofs,
    keep: (entry) => entries.push(entry),
    entries,
    listLeft: () => proofs.filter((each) => !taken.has(each)),
  }
}

/** The run that a proof says it is about: where to look, and nothing more. */
function readSubject(proof: string): string {
  return toText(readPath(parseJson(toText(readPath(parseJson(proof), 'record'))), 'subject'))
}
