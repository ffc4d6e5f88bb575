import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A way to a PostgreSQL that can break at the worst moment: the database has committed, and nobody hears of it.
 * @returns `url` leads through it. After `loseCommitOf`, the next transaction with that value is committed, and its connection
 * breaks. After `loseInsertOf`, so does the next statement that inserts it outside of a transaction. After `leaveAfterCommitOf`, the
 * commit is told, and then the database is away until `comeBack`
 */
export async function openLosingProxy(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let value: string | undefined
  /** Of a CommandComplete. */
  let tag = ''
  let isLeaving = false
  let isAway = false
  let lost = 0
  const server = createServer((client) => {
    if (isAway) return client.destroy()
    const database = connect(Number(target.port), target.hostname)
    const both = [client, database]
    const end = () => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    let isChosen = false
    client.on('data', (bytes) => {
      if (value !== undefined && bytes.includes(value)) {
        isChosen = true
        value = undefined
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isChosen && bytes.includes(tag)) {
        lost++
        isAway = isLeaving
        if (isLeaving) client.end(bytes, () => endAll())
        else end()
      } else client.write(bytes)
    })
  })
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    endAll()
  })
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    loseCommitOf: (chosen: string) => {
      value = chosen
      tag = 'COMMIT\0'
    },
    leaveAfterCommitOf: (chosen: string) => {
      value = chosen
      tag = 'COMMIT\0'
      isLeaving = true
    },
    comeBack: () => {
      isAway = false
    },
    loseInsertOf: (chosen: string) => {
      value = chosen
      tag = 'INSERT 0 1\0'
    },
    countLost: () => lost,
  }
}
