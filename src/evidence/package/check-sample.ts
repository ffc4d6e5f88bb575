import * as z from 'zod/mini'
import { type BundleSource, inventoriesFolder, isRecordFile } from '../bundle/bundle-source.ts'
import { readBundleLines } from '../bundle/json-lines.ts'
import { drawSample, sampleAlgorithm } from '../sampling/draw-sample.ts'

/** A sample as a line of `package.json` has it. */
export const sampleLine = z.object({
  list: z.string(),
  runId: z.string(),
  evidence: z.string(),
  digest: z.optional(z.string()),
  draw: z.object({
    algorithm: z.string(),
    seed: z.string(),
    populationSize: z.number(),
    populationSha256: z.string(),
    drawn: z.optional(z.array(z.string())),
  }),
})

/** A sample that a package says to have been drawn. */
export interface ClaimedSample extends z.infer<typeof sampleLine> {
  /** Where it stands. */
  readonly field: string
}

/** Draws a sample again from the records in a bundle. @returns what is wrong with it, a sentence without its subject */
export async function findSampleProblem(
  { list, draw }: Pick<ClaimedSample, 'list' | 'draw'>,
  bundle: BundleSource,
): Promise<string | undefined> {
  const { algorithm, seed, populationSize, populationSha256, drawn = [] } = draw
  if (algorithm !== sampleAlgorithm) return `has a sample of ${algorithm}, which this version cannot draw again.`
  if (seed === '') return 'has a sample without a seed.'
  const file = `${inventoriesFolder}/${list}.jsonl`
  if (!isRecordFile(file) || !bundle.has(file))
    return `has a sample of the list ${list}, which is not in the bundle of its run.`
  const again = drawSample(await readRecordIds(bundle, file), seed, drawn.length)
  if (again.populationSha256 !== populationSha256 || again.populationSize !== populationSize)
    return `has a sample of another population than the list ${list} of its run.`
  if (again.drawn.some((id, index) => id !== drawn[index]))
    return `has a sample of the list ${list} that its seed does not draw.`
  return undefined
}

/** The ids of the records of a list in a bundle. */
export async function readRecordIds(
  bundle: BundleSource,
  file: Parameters<BundleSource['read']>[0],
): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { text } of readBundleLines(bundle.read(file))) ids.push(String(JSON.parse(text).id))
  return ids
}
