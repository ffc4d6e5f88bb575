import * as z from 'zod/mini'
import { type ConnectorProofs, strict } from '../../define/index.ts'

export const proofFormat = 'proof/v1'

const count = z.int().check(z.nonnegative())
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const schema = strict({
  checkwright: z.literal(proofFormat),
  connector: z.string(),
  version: z.string(),
  code: digest,
  witnesses: digest,
  operators: z.optional(z.int()),
  checks: z.record(
    z.string(),
    strict({
      witnesses: digest,
      code: digest,
      cases: count,
      mutants: count,
      killed: count,
      notToldApart: count,
      siblings: z.optional(strict({ read: count, explained: count, unread: count })),
      words: z.optional(strict({ named: count, open: count })),
      secondReader: strict({ drawn: count, agreed: count }),
    }),
  ),
})

/** What `checkwright prove` writes beside a connector: `acme.proof.json`. */
export type ProofFile = z.infer<typeof schema>

/** Undefined for a text that is no proof file: a proof that cannot be read is none. */
export function parseProofFile(text: string): ProofFile | undefined {
  try {
    return z.safeParse(schema, JSON.parse(text)).data
  } catch {
    // No JSON.
    return undefined
  }
}

export function formatProofFile(file: ProofFile): string {
  return `${JSON.stringify(file, null, 2)}\n`
}

/** The proofs of a file, if they are of the connector. */
export function readProofs(text: string | undefined, id: string): ConnectorProofs | undefined {
  const file = text === undefined ? undefined : parseProofFile(text)
  return file?.connector === id ? { code: file.code, checks: file.checks } : undefined
}
