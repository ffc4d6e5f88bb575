import * as z from 'zod/mini'
import type { ReceivedPart } from '../../define/index.ts'
import { toCanonicalJson } from '../../inventory/canonical-json.ts'

/** A file of another tool as a line of `package.json` has it. */
export const receivedLine = z.object({
  runId: z.string(),
  format: z.string(),
  tool: z.object({ name: z.string(), version: z.optional(z.string()) }),
  file: z.object({ name: z.string(), sha256: z.string(), bytes: z.number() }),
  oldestAt: z.optional(z.string()),
  newestAt: z.optional(z.string()),
  counts: z.record(z.string(), z.number()),
  words: z.record(z.string(), z.number()),
  cutOff: z.optional(z.string()),
  setAside: z.optional(z.string()),
  evidence: z.optional(z.string()),
  digest: z.optional(z.string()),
})

/** A file that a package says to have been imported. */
export interface ClaimedFile extends z.infer<typeof receivedLine> {
  /** Where it stands. */
  readonly field: string
}

const compared = ['format', 'tool', 'file', 'oldestAt', 'newestAt', 'counts', 'words', 'cutOff', 'setAside'] as const

/** How the claim differs from the bundle of its run, in a sentence; undefined if both say the same, or the bundle is not there. */
export function tellOtherFile(claim: ClaimedFile, received: ReceivedPart | undefined): string | undefined {
  if (claim.evidence !== 'kept') return undefined
  const file = `runs/${claim.runId}.zip`
  if (received === undefined) return `says that the run was made of a file of another tool, and ${file} does not.`
  const other = compared.find((member) => toText(claim[member]) !== toText(received[member]))
  return other && `has another ${other} of a file of another tool than ${file}.`
}

function toText(value: unknown): string {
  return value === undefined ? '' : toCanonicalJson(value)
}
