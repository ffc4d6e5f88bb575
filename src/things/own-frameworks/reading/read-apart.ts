import type { FrameworkImport } from '../../../checks/controls/imports/import-framework.ts'
import { locateProgram } from '../../../sandbox/locate-program.ts'
import { askProgram } from '../../../sandbox/run-program.ts'
import { readingLimits } from '../limits.ts'
import type { FrameworkTask } from './framework-task.ts'

/**
 * Reads the file of a framework in a process of its own.
 * @throws CheckwrightError `IMPORT_REFUSED` that lists each mistake by line and column
 */
export function readApart(task: FrameworkTask): Promise<FrameworkImport> {
  return askProgram(program, task, readingLimits)
}

const program = locateProgram('framework-program', import.meta.url)
