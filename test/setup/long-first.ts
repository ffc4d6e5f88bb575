import { hash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Without times of an earlier run, the runner begins with large files. These are small, and take a minute. */
const long = [
  'test/connectors/members.test.ts',
  'test/connectors/data/contract.test.ts',
  'test/connectors/data/verdicts.test.ts',
  'test/connectors/data/facts.test.ts',
  'test/crosscheck/known-truth.test.ts',
]

/** Begins with the longest files, so that no worker is alone with one at the end. `--sequence.shuffle` draws another order. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Files of a project stay together, because they share workers.
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    const { shuffle, seed } = this.ctx.config.sequence
    const rank = ({ moduleId }: TestSpecification) => {
      if (shuffle) return hash('sha256', `${seed} ${moduleId}`, 'buffer').readUInt32BE()
      const found = long.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? long.length : found
    }
    return [...projects.values()].flatMap((own) => own.toSorted((one, other) => rank(one) - rank(other)))
  }
}
