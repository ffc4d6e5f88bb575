import { z } from 'zod'
import { optionalCategories } from '../../checks/controls/scope.ts'
import { parseJson } from '../../text/parse-json.ts'
import { readBundleLines } from '../bundle/json-lines.ts'
import { opensChecks, opensEarlier, opensMapping, parseEarlierLine, parseMappingLine } from './check-mapping.ts'
import type { PackageHead } from './package-content.ts'
import type { PackageSource } from './package-file.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const controlLine = z.object({
  id: z.string(),
  title: z.string(),
  group: z.string().optional(),
  state: z.enum(['satisfied', 'not_satisfied', 'undetermined', 'uncovered']),
  history: z
    .array(
      z.object({
        from: day,
        to: day,
        state: z.enum(['satisfied', 'not_satisfied', 'undetermined', 'uncovered']),
        statements: z.object({ observed: z.number(), of: z.number() }).optional(),
        leftOut: z
          .object({
            category: z.enum(optionalCategories).optional(),
            group: z.string().optional(),
            reason: z.string(),
            by: z.string().optional(),
            approvedBy: z.string().optional(),
            expires: z.string().optional(),
          })
          .optional(),
      }),
    )
    .min(1),
})
const checkLine = z.object({
  connector: z.string(),
  id: z.string(),
  history: z
    .array(
      z.object({
        from: day,
        to: day,
        state: z.enum(['satisfied', 'not_satisfied', 'undetermined', 'not_applicable']),
        at: z.string().optional(),
        evidence: z.string().optional(),
        digest: z.string().optional(),
      }),
    )
    .min(1),
})

/** A control as `package.json` has it, or a check of the control before it. */
export type PackageLine =
  | { readonly control: z.infer<typeof controlLine> }
  | { readonly check: z.infer<typeof checkLine> }

/** The mappings of a package that was verified. */
export async function readMappings(source: PackageSource): Promise<Pick<PackageHead, 'mapping' | 'earlierMappings'>> {
  let found: Pick<PackageHead, 'mapping' | 'earlierMappings'> = {}
  for await (const { text } of readBundleLines(source.read('package.json'))) {
    if (text.startsWith(opensMapping)) found = { ...found, mapping: parseMappingLine(text)?.[0] }
    if (text.startsWith(opensEarlier)) found = { ...found, earlierMappings: parseEarlierLine(text) }
  }
  return found
}

/** The controls of a package that was verified, each followed by its checks; a line at a time, because there may be very many. */
export async function* readControls(source: PackageSource): AsyncGenerator<PackageLine, void, undefined> {
  for await (const { text } of readBundleLines(source.read('package.json'))) {
    if (text.endsWith(opensChecks)) {
      const control = controlLine.safeParse(parseJson(`${text}]}`))
      if (control.success) yield { control: control.data }
    }
    const check = checkLine.safeParse(parseJson(text.replace(/,$/, '')))
    if (check.success) yield { check: check.data }
  }
}
