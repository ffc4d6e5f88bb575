import type { Socket } from 'node:net'

const start = 'HTTP/1.1 100'
const headBytesMax = 16 * 1024

/**
 * Leaves `100 Continue` out of what a socket reads. RFC 9110 §15.2 has clients take it also unasked, and some servers and proxies send it
 * (dotnet/corefx#31413, nodejs/undici#201); undici ends the connection.
 */
export class InterimHeads {
  #expectsHead = false
  #begun: Buffer | undefined

  /** A request is sent: the next bytes are the head of its answer. */
  expectHead(): void {
    this.#expectsHead = true
    this.#begun = undefined
  }

  leaveOutOf(socket: Socket): void {
    const read = socket.read.bind(socket)
    socket.read = (size?: number) => {
      if (!this.#expectsHead) return read(size)
      for (;;) {
        const chunk: unknown = read(size)
        if (!(chunk instanceof Buffer)) return chunk
        const rest = this.#strip(chunk)
        if (rest) return rest
      }
    }
  }

  /** What is behind heads of 100; undefined while there may be more of them. */
  #strip(chunk: Buffer): Buffer | undefined {
    let bytes = this.#begun ? Buffer.concat([this.#begun, chunk]) : chunk
    this.#begun = undefined
    while (isInterim(bytes)) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end === -1) {
        if (bytes.byteLength > headBytesMax) break
        this.#begun = bytes
        return undefined
      }
      bytes = bytes.subarray(end + 4)
      if (bytes.byteLength === 0) return undefined
    }
    this.#expectsHead = false
    return bytes
  }
}

/** Whether bytes begin a head of 100, as far as they are there. */
function isInterim(bytes: Buffer): boolean {
  const length = Math.min(bytes.byteLength, start.length)
  // Most answers differ in the tenth byte: "HTTP/1.1 2".
  if (length > 9 && bytes[9] !== 0x31) return false
  return bytes.toString('latin1', 0, length) === start.slice(0, length)
}
