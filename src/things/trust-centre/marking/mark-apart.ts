import { createRefusal } from '../../../received/refuse-file.ts'
import { locateProgram } from '../../../sandbox/locate-program.ts'
import { askProgram } from '../../../sandbox/run-program.ts'
import { markLimits, marksWaitingMax, pdfBytesMax } from '../limits.ts'
import type { MarkTask } from './mark-task.ts'

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The marked PDF, made in a process of its own, one after the other.
 * @param waitingMax so many may be under way; further ones are refused
 * @throws CheckwrightError `IMPORT_REFUSED` if it cannot be marked
 */
export async function markApart(task: MarkTask, waitingMax: number = marksWaitingMax): Promise<Uint8Array> {
  if (task.bytes.byteLength > pdfBytesMax)
    throw createRefusal(`The PDF has more than ${pdfBytesMax / 1024 ** 2} MB, which are too many to mark.`)
  if (waiting >= waitingMax) throw createRefusal('Too many documents are being marked. Try again in a minute.')
  waiting++
  const turn = last.then(() => askProgram<Uint8Array>(program, task, markLimits))
  last = turn.catch(() => undefined)
  return turn.finally(() => waiting--)
}

const program = locateProgram('mark-program', import.meta.url)
