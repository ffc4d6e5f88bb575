import { expectBundle } from '../../author/running/bundle-place.ts'
import { createUsageError } from '../../errors/index.ts'
import { inventoriesFolder, isRecordFile } from '../../evidence/bundle/bundle-source.ts'
import { openBundle } from '../../evidence/bundle/open-bundle.ts'
import { readRun } from '../../evidence/bundle/run-text.ts'
import { readRecordIds } from '../../evidence/package/check-sample.ts'
import { drawSample } from '../../evidence/sampling/draw-sample.ts'
import { stateCompleteness } from '../../evidence/sampling/state-completeness.ts'
import { formatInventoryName, toInventoryFileName } from '../../inventory/inventory-head.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'

export interface SampleOptions extends GlobalOptions {
  readonly list: string
  readonly size: number
  readonly seed: string
  readonly total?: number | undefined
}

/** Draws a sample of a list in a bundle, and says whether the list is all that there is. Whether the bundle is genuine, `verify` says. */
export async function runSampleCommand(
  bundle: string,
  { list, size, seed, total, json }: SampleOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await expectBundle(bundle)
  const source = await openBundle(bundle)
  try {
    const { head } = await readRun(() => source.read('run.json'))
    const outcome = (head.inventories ?? []).find((each) => formatInventoryName(each) === list)
    const file = outcome && `${inventoriesFolder}/${toInventoryFileName(outcome)}`
    if (!outcome || !file || !isRecordFile(file) || !source.has(file)) {
      const names = (head.inventories ?? []).map(formatInventoryName).join(', ') || 'none'
      throw createUsageError(`The bundle has no list "${list}". It has: ${names}.`)
    }
    const ids = await readRecordIds(source, file)
    const completeness = stateCompleteness({ ...outcome, ids }, { total })
    const draw = drawSample(ids, seed, size)
    const { startedAt, id: run, connector } = head
    const population = { run, connector: connector.id, list, readAt: startedAt, digest: outcome.digest, completeness }
    if (json) terminal.json({ population, draw })
    else {
      const line = (text: string) => terminal.out.line(cleanLine(text, 2_000))
      line(`${list} of ${connector.id}, read ${startedAt}: ${completeness.rows} rows, ${completeness.state}`)
      for (const reason of completeness.reasons) line(`  ${reason}`)
      for (const each of draw.drawn) line(each)
      terminal.err.line(`${draw.algorithm}, population ${draw.populationSha256}`)
    }
    return exitCodes.fine
  } finally {
    await source.close()
  }
}
