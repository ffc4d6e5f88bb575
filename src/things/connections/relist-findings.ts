import { Sweeper } from '../../service/queue/sweeper.ts'
import { readErrorCodeForLog, type Uses } from '../parts/runtime-parts.ts'

/** The parts that disconnect a connection, or connect it again. */
export type RelistsFindings = Uses<'findings', 'logger' | 'closing' | 'unfinished'>

/**
 * Lets the findings of a connection say what its state says. Most connections have no more than a piece of them; the others go on while their
 * person does. What is left when the process ends is done within minutes by one that stays (`../expiry.ts`).
 */
export async function relistFindings(
  { store, logger, closing, unfinished }: RelistsFindings,
  connectionId: string,
): Promise<void> {
  const sweeper = new Sweeper({ share: 'removal', signal: closing })
  const take = sweeper.begin()
  const relist = (rows: number) => store.findings.relist(rows, connectionId)
  const goOn = async () => {
    for (let isOver = false; !isOver; ) {
      const { rows, gone } = await take(relist)
      isOver = rows === 0 || gone > 0
    }
  }
  try {
    const { rows, gone } = await take(relist)
    if (rows > 0 && gone === 0) unfinished.track(goOn()).catch(logFailure)
  } catch (error) {
    logFailure(error)
  }

  function logFailure(error: unknown) {
    // Lists leave them out, or have them, in any case.
    logger.warn({ connectionId, code: readErrorCodeForLog(error) }, 'Findings could not be put into their lists yet')
  }
}
