import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The vendor's counts. */
export interface ServerStats {
  readonly requests: number
  /** Answers of 429. */
  readonly limited: number
  /** Connections that were opened. */
  readonly sockets: number
}

export interface Vendor {
  readonly origin: string
  /** Counts since the last call; fills the bucket again. */
  stats(): Promise<ServerStats>
  close(): void
}

/** Starts the vendor as a process of its own. */
export async function startVendor(): Promise<Vendor> {
  const child = fork(fileURLToPath(new URL('./server.js', import.meta.url)))
  const message = async <T>(): Promise<T> => {
    const [received]: T[] = await once(child, 'message')
    if (received !== undefined) return received
    throw new TypeError('The vendor sent an empty message.')
  }
  const { origin } = await message<{ readonly origin: string }>()
  return {
    origin,
    async stats() {
      const told = message<{ readonly stats: ServerStats }>()
      child.send('stats')
      return (await told).stats
    },
    close: () => child.disconnect(),
  }
}
