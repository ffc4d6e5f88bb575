import type pg from 'pg'

/** PostgreSQL tells listeners of one database. The message is the schema, because others may have a store there too. */
export const runsChannel = 'checkwright_runs'

const pauseMsFirst = 500
const pauseMsMax = 30_000

/**
 * Listens on a connection of its own, and connects again when it breaks.
 * @param connect gives a new client, connected, that does not keep the process alive
 * @param onNotice called for each message, and after each connection, because messages may have been missed
 * @returns stops it
 */
export function listenToRuns(connect: () => Promise<pg.Client>, onNotice: () => void): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined
  let pauseMs = pauseMsFirst

  const connectLater = () => {
    current = undefined
    if (isStopped) return
    timer = setTimeout(() => {
      connecting = open()
    }, pauseMs).unref()
    pauseMs = Math.min(2 * pauseMs, pauseMsMax)
  }
  const open = async () => {
    let client: pg.Client | undefined
    try {
      client = await connect()
      // It ends by itself when the server goes.
      client.on('error', () => undefined)
      client.once('end', connectLater)
      const { rows } = await client.query<{ readonly schema: string }>('select current_schema() as schema')
      const [own] = rows
      client.on('notification', ({ payload }) => {
        if (payload === own?.schema) onNotice()
      })
      await client.query(`listen ${runsChannel}`)
      current = client
      pauseMs = pauseMsFirst
      onNotice()
    } catch {
      if (client) await client.end().catch(() => undefined)
      else connectLater()
    }
  }

  let connecting = open()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await connecting
    await current?.end().catch(() => undefined)
  }
}
