import { locateProgram } from '../../sandbox/locate-program.ts'
import { askProgram } from '../../sandbox/run-program.ts'
import { officeLimits } from '../limits.ts'
import type { CellText, FilledFile, Table } from '../table.ts'
import { findOfficeFormat, type OfficeFile } from './office-file.ts'
import type { OfficeAnswer, OfficeTask } from './office-task.ts'

/** The tables of a file, read in a process of its own. @throws CheckwrightError `IMPORT_REFUSED` */
export function readTables(file: OfficeFile): Promise<readonly Table[]> {
  return runTask({ file, texts: undefined })
}

/** The file with texts in some cells, written in a process of its own. @throws CheckwrightError `IMPORT_REFUSED` */
export function writeTexts(file: OfficeFile, texts: readonly CellText[]): Promise<FilledFile> {
  return runTask({ file, texts })
}

async function runTask<Answer extends OfficeAnswer>(task: OfficeTask): Promise<Answer> {
  // What is too large does not reach the process.
  findOfficeFormat(task.file)
  return askProgram<Answer>(program, task, officeLimits)
}

const program = locateProgram('office-program', import.meta.url)
