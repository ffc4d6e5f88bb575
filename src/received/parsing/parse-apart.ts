import { stat } from 'node:fs/promises'
import { locateProgram } from '../../sandbox/locate-program.ts'
import { runProgram } from '../../sandbox/run-program.ts'
import { parseLimits } from '../limits.ts'
import type { ReceivedFormatId, ReceivedItem } from '../received-item.ts'
import { createRefusal, demandFileSize } from '../refuse-file.ts'
import type { ParsedFile } from './parse-file.ts'
import type { ParseMessage, ParseTask } from './parse-task.ts'

/**
 * `parseFile` in a process of its own: what a file does to its parser is not done to the service.
 * @throws CheckwrightError `IMPORT_REFUSED`; the file system's errors
 */
export async function* parseApart(
  path: string,
  format: ReceivedFormatId | undefined,
): AsyncGenerator<readonly ReceivedItem[], ParsedFile, undefined> {
  demandFileSize((await stat(path)).size)
  const task: ParseTask = { path, format }
  for await (const message of runProgram<ParseMessage>(program, task, parseLimits)) {
    if (message.kind === 'file') return message.file
    yield message.items
  }
  throw createRefusal('The file could not be read to its end.')
}

const program = locateProgram('parse-program', import.meta.url)
