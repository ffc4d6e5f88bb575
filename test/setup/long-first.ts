import { hash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longFiles } from './long-files.ts'

/** Begins with the longest files, so that no worker is alone with one at the end. `--sequence.shuffle` draws another order. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Files of a project stay together, because they share workers.
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    const { shuffle, seed } = this.ctx.config.sequence
    const rank = ({ moduleId }: TestSpecification) => {
      if (shuffle) return hash('sha256', `${seed} ${moduleId}`, 'buffer').readUInt32BE()
      const found = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? longFiles.length : found
    }
    return [...projects.values()].flatMap((own) => own.toSorted((one, other) => rank(one) - rank(other)))
  }
}
